// SPDX-License-Identifier: MIT
// topK and its forms.
#include "sort/Elements.hpp"
#include "sort/Select.hpp"
#include "sort/SortBlocks.hpp"
#include "support/Errors.hpp"

#include <popops/Encoding.hpp>
#include <popops/TopK.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

#include <sstream>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Execute;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;
using sort_detail::Direction;
using sort_detail::Elements;
using sort_detail::Layout;
using sort_detail::Payload;

namespace {

using Results = std::pair<Tensor, Tensor>;

/// Above, sorting everything is cheaper than lists of so many.
constexpr std::size_t kMostSelected = 4096;

void check(const char *operation, const Tensor &t, const TopKParams &params) {
  std::ostringstream text;
  text << support::describe(t) << " with " << params;
  if (!sort_detail::isSortable(t.elementType()))
    support::fail(operation, text.str(), "use elements of type float, half, int or unsigned int");
  if (t.rank() == 0) support::fail(operation, text.str(), "pass a tensor of rank 1 or more");
  if (params.k > t.dim(t.rank() - 1))
    support::fail(operation, text.str(), "choose k no larger than the innermost dimension");
}

Tensor rowsOf(const Tensor &t) {
  const std::size_t length = t.dim(t.rank() - 1);
  return t.reshape({length == 0 ? 0 : t.numElements() / length, length});
}

std::vector<std::size_t> resultShape(const Tensor &t, const TopKParams &params) {
  std::vector<std::size_t> shape = t.shape();
  shape.back() = params.k;
  return shape;
}

Tensor addResult(Graph &graph, const poplar::Type &type, const Layout &layout, const char *what,
                 const PoplibsOpDebugInfo &info) {
  return sort_detail::addVariable(graph, type, layout, {info, what});
}

/// The steps between keys and results of [rows, k].
class Finder {
 public:
  Finder(Graph &graph, const Elements &source, const TopKParams &params, Sequence &prog,
         const PoplibsOpDebugInfo &info)
      : graph_(graph), source_(source), params_(params), prog_(prog), info_(info),
        layout_(sort_detail::planLayout(graph.getTarget(), source.keys.dim(0), params.k,
                                        sort_detail::kSmallestBlock)) {
    source_.direction = params.largest ? Direction::Descending : Direction::Ascending;
  }

  Results find() {
    const std::size_t n = source_.keys.dim(1), k = params_.k;
    const bool everything = k == n;
    // All are among the results, so that only their order matters.
    if (everything) source_.direction = wantedDirection();
    if (k <= kMostSelected && k * 4 <= n) {
      Tensor found = sort_detail::select(graph_, source_, k, layout_, prog_, {info_});
      if (params_.sortOrder == SortOrder::NONE) return decoded(found);
      if (wantedDirection() != source_.direction) {
        found = flipped(found);
        source_.direction = wantedDirection();
      }
      return decoded(sort_detail::sortBlocks(graph_, found, layout_, prog_, {info_}));
    }
    const Tensor sorted = sortedFirst();
    if (params_.sortOrder == SortOrder::NONE || wantedDirection() == source_.direction)
      return decoded(sorted);
    if (!params_.stableSort) return decoded(sorted.reverse(1));
    const Tensor found = flipped(sorted);
    source_.direction = wantedDirection();
    return decoded(sort_detail::sortBlocks(graph_, found, layout_, prog_, {info_}));
  }

 private:
  Direction wantedDirection() const {
    return params_.sortOrder == SortOrder::DESCENDING ? Direction::Descending
                                                      : Direction::Ascending;
  }

  /// The first k of the sorted rows.
  Tensor sortedFirst() {
    const Layout whole = sort_detail::planLayout(graph_.getTarget(), source_.keys.dim(0),
                                                 source_.keys.dim(1), sort_detail::kSmallestBlock);
    const Tensor work =
        sort_detail::addVariable(graph_, source_.workType(), whole, {info_, "elements"});
    sort_detail::encode(graph_, source_, whole, work, prog_, {info_});
    return sort_detail::sortBlocks(graph_, work, whole, prog_, {info_}).slice(0, params_.k, 1);
  }

  Tensor flipped(const Tensor &pairs) {
    const Tensor out = addResult(graph_, pairs.elementType(), layout_, "flipped", info_);
    const poplar::ComputeSet cs = graph_.addComputeSet({info_, "flip"});
    for (const sort_detail::Block &block : layout_.blocks) {
      const poplar::VertexRef vertex = graph_.addVertex(
          cs, "popops::SortFlip",
          {{"in", sort_detail::blockOf(pairs, block)}, {"out", sort_detail::blockOf(out, block)}});
      graph_.setTileMapping(vertex, block.tile);
    }
    prog_.add(Execute(cs, {info_}));
    return out;
  }

  Results decoded(const Tensor &pairs) {
    Elements results = source_;
    results.keys = addResult(graph_, source_.keys.elementType(), layout_, "keys", info_);
    if (source_.payload == Payload::Value)
      results.values = addResult(graph_, source_.values.elementType(), layout_, "values", info_);
    else if (source_.payload == Payload::Index)
      results.values = addResult(graph_, poplar::UNSIGNED_INT, layout_, "indices", info_);
    sort_detail::decode(graph_, pairs, layout_, results, prog_, {info_});
    return {results.keys, results.values};
  }

  Graph &graph_;
  Elements source_;
  const TopKParams &params_;
  Sequence &prog_;
  const PoplibsOpDebugInfo &info_;
  Layout layout_;
};

Results find(Graph &graph, const Tensor &keys, Payload payload, const Tensor &values,
             const TopKParams &params, Sequence &prog, const PoplibsOpDebugInfo &info) {
  const std::vector<std::size_t> shape = resultShape(keys, params);
  const Tensor rows = rowsOf(keys);
  const Tensor other = payload == Payload::Value ? rowsOf(values) : Tensor();
  if (rows.numElements() == 0 || params.k == 0) {
    const auto empty = [&](const poplar::Type &type) {
      return graph.addVariable(type, shape, {info, "empty"});
    };
    return {empty(keys.elementType()),
            payload == Payload::Value ? empty(values.elementType()) : empty(poplar::UNSIGNED_INT)};
  }
  Results results =
      Finder(graph, {rows, payload, other, Direction::Ascending}, params, prog, info).find();
  results.first = results.first.reshape(shape);
  if (results.second.valid()) results.second = results.second.reshape(shape);
  return results;
}

bool isAll(const Tensor &t, const TopKParams &params) {
  return params.sortOrder == SortOrder::NONE && params.k == t.dim(t.rank() - 1);
}

Tensor copyOf(Graph &graph, const Tensor &t, Sequence &prog, const PoplibsOpDebugInfo &info) {
  const Tensor copy = graph.clone(t, {info, "all"});
  prog.add(Copy(t, copy, false, {info}));
  return copy;
}

/// The work of a small selection carries pairs anyway; a sort of keys does not.
bool isSelected(const Tensor &t, const TopKParams &params) {
  return params.k <= kMostSelected && std::size_t(params.k) * 4 <= t.dim(t.rank() - 1);
}

} // namespace

Tensor createTopKInput(Graph &graph, const poplar::Type &type,
                       const std::vector<std::size_t> &shape, const TopKParams &params,
                       const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(type, shape, params.k));
  const Tensor t = graph.addVariable(type, shape, {info});
  if (t.rank() == 0 || t.numElements() == 0) {
    poputil::mapTensorLinearly(graph, t);
  } else {
    const Tensor rows = rowsOf(t);
    const Layout layout =
        isSelected(t, params)
            ? sort_detail::planSelection(graph.getTarget(), rows.dim(0), rows.dim(1), params.k)
            : sort_detail::planLayout(graph.getTarget(), rows.dim(0), rows.dim(1),
                                      sort_detail::kSmallestBlock);
    for (const sort_detail::Block &block : layout.blocks)
      graph.setTileMapping(sort_detail::blockOf(rows, block), block.tile);
  }
  info.addOutput(t);
  return t;
}

Tensor topK(Graph &graph, Sequence &prog, const Tensor &t, const TopKParams &params,
            const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, params.k, params.largest));
  check("topK", t, params);
  // Stability cannot be seen without indices, but for the signs of zeros.
  const Payload payload =
      isSelected(t, params) || params.stableSort ? Payload::Index : Payload::None;
  const Tensor out = isAll(t, params) ? copyOf(graph, t, prog, info)
                                      : find(graph, t, payload, {}, params, prog, info).first;
  info.addOutput(out);
  return out;
}

std::pair<Tensor, Tensor> topKKeyValue(Graph &graph, Sequence &prog, const Tensor &keys,
                                       const Tensor &values, const TopKParams &params,
                                       const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(keys, values, params.k, params.largest));
  check("topKKeyValue", keys, params);
  if (!sort_detail::isSortable(values.elementType()))
    support::fail("topKKeyValue", "values are " + support::describe(values),
                  "use elements of type float, half, int or unsigned int");
  if (keys.shape() != values.shape())
    support::fail("topKKeyValue",
                  "keys are " + support::describe(keys) + ", values " + support::describe(values),
                  "make the shapes equal");
  if (params.stableSort && params.sortOrder != SortOrder::NONE)
    support::fail("topKKeyValue", "a stable order of " + support::describe(keys) + " with values",
                  "leave stableSort out, or use topKWithPermutation and gather the values");
  Results out;
  if (isAll(keys, params))
    out = {copyOf(graph, keys, prog, info), copyOf(graph, values, prog, info)};
  else
    out = find(graph, keys, Payload::Value, values, params, prog, info);
  info.addOutputs({{"keys", poputil::toProfileValue(out.first)},
                   {"values", poputil::toProfileValue(out.second)}});
  return out;
}

std::pair<Tensor, Tensor> topKWithPermutation(Graph &graph, Sequence &prog, const Tensor &t,
                                              const TopKParams &params,
                                              const DebugContext &debugContext) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(t, params.k, params.largest));
  check("topKWithPermutation", t, params);
  Results out;
  if (isAll(t, params)) {
    const Tensor line = graph.addVariable(poplar::UNSIGNED_INT, {params.k}, {info, "line"});
    poputil::mapTensorLinearly(graph, line);
    iota(graph, line, 0u, prog, {info, "indices"});
    const Tensor indices = graph.clone(poplar::UNSIGNED_INT, t, {info, "indices"});
    const std::size_t rows = params.k == 0 ? 0 : t.numElements() / params.k;
    if (rows > 0)
      prog.add(Copy(line.expand({0}).broadcast(static_cast<unsigned>(rows), 0).flatten(),
                    indices.flatten(), false, {info}));
    out = {copyOf(graph, t, prog, info), indices};
  } else {
    out = find(graph, t, Payload::Index, {}, params, prog, info);
  }
  info.addOutputs({{"elements", poputil::toProfileValue(out.first)},
                   {"indices", poputil::toProfileValue(out.second)}});
  return out;
}

} // namespace popops
