// SPDX-License-Identifier: MIT
// Windows at once, or element by element of the kernel.
#include "conv/Windows.hpp"

#include <popops/Cast.hpp>
#include <popops/ElementWise.hpp>

namespace poplin {

using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;

namespace {

bool fitsAtOnce(const Graph &graph, const Convolution &c) {
  if (c.sizes.depth <= c.params.inputChannelsPerConvGroup) return true;
  const poplar::Target &target = graph.getTarget();
  const double bytes = static_cast<double>(c.params.numConvGroups * c.sizes.rows * c.sizes.depth *
                                           target.getTypeSize(c.problem.in));
  const double memory =
      static_cast<double>(target.getNumTiles()) * static_cast<double>(target.getBytesPerTile());
  return bytes <= c.options.memoryProportion * memory;
}

void multiplyByElement(Graph &graph, const Convolution &c, const Tensor &in, const Tensor &kernel,
                       const Tensor &out, Sequence &prog, const poplar::DebugNameAndId &name,
                       PlanningCache *cache) {
  const Tensor weights = kernelMatrix(c.params, kernel);
  const std::size_t channels = c.params.inputChannelsPerConvGroup;
  Tensor sum;
  std::size_t begin = 0;
  for (const Tensor &column : windowColumns(graph, c.params, in)) {
    const Tensor term = product(graph, column, weights.slice(begin, begin + channels, 1), {},
                                poplar::FLOAT, prog, {name, "KernelElement"}, c.options, cache);
    if (sum.valid())
      popops::addInPlace(graph, sum, term, prog, {name, "Add"});
    else
      sum = term;
    begin += channels;
  }
  popops::castWithOutput(graph, sum, outputMatrix(c.params, out), prog, {name, "Out"});
}

} // namespace

void multiplyWindows(Graph &graph, const Convolution &c, const Tensor &in, const Tensor &kernel,
                     const Tensor &out, Sequence &prog, const poplar::DebugNameAndId &name,
                     PlanningCache *cache) {
  if (fitsAtOnce(graph, c))
    product(graph, windows(graph, c.params, in), kernelMatrix(c.params, kernel),
            outputMatrix(c.params, out), c.params.outputType, prog, name, c.options, cache);
  else
    multiplyByElement(graph, c, in, kernel, out, prog, name, cache);
}

} // namespace poplin
