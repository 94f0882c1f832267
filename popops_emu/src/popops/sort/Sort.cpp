// SPDX-License-Identifier: MIT
// sort and its forms.
#include "sort/Elements.hpp"
#include "sort/SortBlocks.hpp"
#include "support/Errors.hpp"

#include <popops/Sort.hpp>
#include <poputil/DebugInfo.hpp>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using sort_detail::Elements;
using sort_detail::Payload;

namespace {

void checkType(const char *operation, const char *what, const Tensor &t) {
  if (!sort_detail::isSortable(t.elementType()))
    support::fail(operation, std::string(what) + " are " + support::describe(t),
                  "use elements of type float, half, int or unsigned int");
}

void checkDim(const char *operation, const Tensor &t, unsigned dim) {
  if (dim >= t.rank())
    support::fail(operation,
                  "there is no dimension " + std::to_string(dim) + " in " + support::describe(t),
                  "pass a dimension below the rank");
}

void checkShapes(const char *operation, const Tensor &k, const Tensor &v) {
  if (k.shape() != v.shape())
    support::fail(operation,
                  "keys are " + support::describe(k) + ", values " + support::describe(v),
                  "make the shapes equal");
}

/// Rows along the dimension; with `dim` the innermost one.
Tensor rowsOf(const Tensor &t, unsigned dim) {
  const std::size_t length = t.dim(dim);
  return t.dimRoll(dim, t.rank() - 1).reshape({t.numElements() / length, length});
}

/// Sorts `from`, writes `to`; both may be the same.
void sortElements(Graph &graph, const Elements &from, const Elements &to, unsigned dim,
                  Sequence &prog, const PoplibsOpDebugInfo &info) {
  if (from.keys.numElements() == 0) return;
  const auto rows = [&](Elements elements) {
    elements.keys = rowsOf(elements.keys, dim);
    if (elements.payload == Payload::Value) elements.values = rowsOf(elements.values, dim);
    return elements;
  };
  const Elements source = rows(from), destination = rows(to);
  const sort_detail::Layout layout = sort_detail::planLayout(
      graph.getTarget(), source.keys.dim(0), source.keys.dim(1), sort_detail::kSmallestBlock);
  const Tensor work =
      sort_detail::addVariable(graph, source.workType(), layout, {info, "elements"});
  sort_detail::encode(graph, source, layout, work, prog, {info});
  const Tensor sorted = sort_detail::sortBlocks(graph, work, layout, prog, {info});
  sort_detail::decode(graph, sorted, layout, destination, prog, {info});
}

Elements keysAlone(const Tensor &keys) {
  return {keys, Payload::None, {}, sort_detail::Direction::Ascending};
}
Elements keysAndValues(const Tensor &keys, const Tensor &values) {
  return {keys, Payload::Value, values, sort_detail::Direction::Ascending};
}

} // namespace

Tensor sort(Graph &graph, const Tensor &t, unsigned dim, Sequence &prog,
            const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, dim));
  checkType("sort", "elements", t);
  t.dim(dim);
  const Tensor out = graph.clone(t, {info, "sorted"});
  sortElements(graph, keysAlone(t), keysAlone(out), dim, prog, info);
  info.addOutput(out);
  return out;
}

void sortInPlace(Graph &graph, const Tensor &t, unsigned dim, Sequence &prog,
                 const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, dim));
  checkType("sortInPlace", "elements", t);
  checkDim("sortInPlace", t, dim);
  support::requireWriteable("sortInPlace", t);
  sortElements(graph, keysAlone(t), keysAlone(t), dim, prog, info);
}

Tensor sortKeyValue(Graph &graph, const Tensor &k, const Tensor &v, unsigned dim, Sequence &prog,
                    const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(k, v, dim));
  checkType("sortKeyValue", "keys", k);
  checkType("sortKeyValue", "values", v);
  checkShapes("sortKeyValue", k, v);
  k.dim(dim);
  const Tensor keys = graph.clone(k, {info, "keys"}), out = graph.clone(v, {info, "sorted"});
  sortElements(graph, keysAndValues(k, v), keysAndValues(keys, out), dim, prog, info);
  info.addOutput(out);
  return out;
}

void sortKeyValueInPlace(Graph &graph, const Tensor &k, const Tensor &v, unsigned dim,
                         Sequence &prog, const DebugContext &debugContext) {
  const PoplibsOpDebugInfo info(debugContext, DI_ARGS(k, v, dim));
  checkType("sortKeyValueInPlace", "keys", k);
  checkType("sortKeyValueInPlace", "values", v);
  checkShapes("sortKeyValueInPlace", k, v);
  checkDim("sortKeyValueInPlace", k, dim);
  support::requireWriteable("sortKeyValueInPlace", k);
  support::requireWriteable("sortKeyValueInPlace", v);
  sortElements(graph, keysAndValues(k, v), keysAndValues(k, v), dim, prog, info);
}

} // namespace popops
