// SPDX-License-Identifier: MIT
// What a poplar::Tensor tells about itself: shape, layout, aliases, constants, metadata.
#include "api/tensor/ElementValues.hpp"
#include "api/tensor/Intervals.hpp"
#include "api/tensor/QuarterValues.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "support/HostMemory.hpp"
#include "view/Ops.hpp"
#include "view/Regions.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

/// Lists have an entry a region, the views behind them have not: PE0407 for lists without end.
template <class F>
auto listRegions(const TensorState &tensor, const char *call, F &&list) {
  const std::string what = fmt::format("{} of {}", call, describeTensor(tensor));
  std::uint64_t rows = 0;
  for (const view::Run &run : view::runs(tensor.view))
    rows += run.count;
  requireHostMemory(what, rows * sizeof(VariableInterval));
  return inHostMemory(what, std::forward<F>(list));
}

} // namespace

Tensor::Tensor() = default;
Tensor::Tensor(const Tensor &) = default;
Tensor::Tensor(Tensor &&) noexcept = default;
Tensor &Tensor::operator=(const Tensor &) & = default;
Tensor &Tensor::operator=(Tensor &&) & noexcept = default;
Tensor::~Tensor() = default;

bool Tensor::valid() const {
  return static_cast<bool>(state_);
}

Type Tensor::elementType() const {
  return Access::type(need(*this, "elementType")->type);
}

std::size_t Tensor::numElements() const {
  return need(*this, "numElements")->view.numElements();
}

std::size_t Tensor::dim(unsigned i) const {
  const TensorRef &state = need(*this, "dim");
  if (i >= state->view.rank()) {
    Diagnostic(Code::PE0103, "dimension {} of {} does not exist", i, describeTensor(*state))
        .raise();
  }
  return state->view.dim(i);
}

std::vector<std::size_t> Tensor::shape() const {
  const auto shape = need(*this, "shape")->view.shape();
  return {shape.begin(), shape.end()};
}

unsigned Tensor::rank() const {
  return static_cast<unsigned>(need(*this, "rank")->view.rank());
}

bool Tensor::isContiguous() const {
  return view::isContiguous(need(*this, "isContiguous")->view);
}

bool Tensor::containsAliases() const {
  return view::containsAliases(need(*this, "containsAliases")->view);
}

bool Tensor::containsConstant() const {
  const TensorRef &state = need(*this, "containsConstant");
  return api::containsConstant(state->core->graph, state->view);
}

bool Tensor::isParallelWriteable() const {
  return !containsConstant() && !containsAliases();
}

const std::vector<Interval> Tensor::getContiguousRegions() const {
  const TensorRef &state = need(*this, "getContiguousRegions");
  return listRegions(*state, "getContiguousRegions",
                     [&] { return fromView(view::contiguousRegions(state->view)); });
}

const std::vector<VariableInterval> Tensor::getVarRegions() const {
  const TensorRef &state = need(*this, "getVarRegions");
  return listRegions(*state, "getVarRegions", [&] {
    std::vector<VariableInterval> out;
    for (const view::VarRegion &region : view::varRegions(state->view))
      out.emplace_back(VariableRef(region.variable.value), Interval(region.begin, region.end));
    return out;
  });
}

bool Tensor::readConstant(void *value, const TypeTraits &traits) const {
  const TensorRef &state = need(*this, "getConstantValue");
  if (state->view.numElements() != 1) return false;
  const view::Run run = view::runs(state->view).front();
  const ir::Variable &variable = state->core->graph.variable(run.variable);
  if (variable.kind != ir::VariableKind::Constant) return false;

  const std::size_t width = sizeInBytes(variable.type);
  const std::size_t offset = variable.constant.uniform ? 0 : run.start * width;
  const std::span<const std::byte> bytes(variable.constant.bytes.data() + offset, width);
  const HostValues out{value, 1, traits};
  const auto describe = [&state] { return describeTensor(*state); };
  if (state->type == ElementType::Quarter && traits.isFloat) {
    const std::optional<std::uint8_t> metadata = constantMetadata(state->metadata);
    if (!metadata) return false;
    const double number = quarterToDouble(std::to_integer<std::uint8_t>(bytes[0]), *metadata);
    fromDevice(ElementType::Double, std::as_bytes(std::span(&number, 1)), out, describe);
    return true;
  }
  fromDevice(state->type, bytes, out, describe);
  return true;
}

bool Tensor::intersectsWith(const Tensor &other) const {
  const TensorRef &a = need(*this, "intersectsWith");
  const TensorRef &b = need(other, "intersectsWith");
  return a->core == b->core && view::intersects(a->view, b->view);
}

Tensor Tensor::getMetadata() const {
  const TensorRef &state = need(*this, "getMetadata");
  if (!state->metadata) {
    Diagnostic(Code::PE0222, "{} has no metadata", describeTensor(*state))
        .note("only tensors of type quarter have; ask hasMetadata() first")
        .raise();
  }
  return Access::tensor(state->metadata);
}

bool Tensor::hasMetadata() const {
  return static_cast<bool>(need(*this, "hasMetadata")->metadata);
}

} // namespace poplar
