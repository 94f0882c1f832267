// SPDX-License-Identifier: MIT
// Tensors as text, for people.
#include "api/tensor/TensorNeed.hpp"
#include "view/Regions.hpp"

#include <iostream>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {

std::string Tensor::shapeToString() const {
  return view::shapeText(need(*this, "shapeToString")->view.shape());
}

std::string Tensor::getVarStr() const {
  const TensorRef &state = need(*this, "getVarStr");
  std::string text;
  for (const view::VarRegion &region : view::varRegions(state->view)) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{}[{}:{})", describeVariable(state->core->graph, region.variable),
                        region.begin, region.end);
  }
  return text;
}

std::string Tensor::getDebugStr() const {
  const TensorRef &state = need(*this, "getDebugStr");
  return variableNames(state->core->graph, state->view);
}

std::ostream &Tensor::output(std::ostream &out) const {
  if (!valid()) return out << "invalid tensor";
  const TensorRef &state = need(*this, "output");
  return out << describeTensor(*state);
}

std::ostream &Tensor::outputRegions(std::ostream &out) const {
  const TensorRef &state = need(*this, "outputRegions");
  out << describeTensor(*state) << '\n';
  std::uint64_t begin = 0;
  for (const view::VarRegion &region : view::varRegions(state->view)) {
    out << fmt::format("  [{}:{}) {}[{}:{})\n", begin, begin + region.size(),
                       describeVariable(state->core->graph, region.variable), region.begin,
                       region.end);
    begin += region.size();
  }
  return out;
}

void Tensor::dump() const {
  output(std::cerr) << '\n';
}

void Tensor::dumpRegions() const {
  outputRegions(std::cerr);
}

std::ostream &operator<<(std::ostream &out, const Tensor &tensor) {
  return tensor.output(out);
}

} // namespace poplar
