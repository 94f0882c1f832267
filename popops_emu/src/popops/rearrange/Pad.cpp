// SPDX-License-Identifier: MIT
// Padding: views of constants beside the tensor, or of the tensor's own elements.
#include "support/Errors.hpp"

#include <popops/Pad.hpp>

#include <functional>

namespace popops {

using padding::MappingMethod;
using poplar::Graph;
using poplar::Tensor;
using Paddings = std::vector<std::ptrdiff_t>;
using Shape = std::vector<std::size_t>;

namespace {

enum class Side { Lower, Upper };

/// Makes the padding of one side of a tensor: `shape`, next to the last element along `dim`.
using Filler = std::function<Tensor(const Tensor &, const Shape &shape, unsigned dim, Side)>;

Tensor padDim(const Tensor &t, std::ptrdiff_t lower, std::ptrdiff_t upper, unsigned dim,
              const Filler &filler) {
  const auto amount = [](std::ptrdiff_t p) { return p > 0 ? static_cast<std::size_t>(p) : 0; };
  if (dim >= t.rank())
    support::fail("pad",
                  "there is no dimension " + std::to_string(dim) + " in " + support::describe(t),
                  "pass a dimension below the rank");
  const std::size_t size = t.dim(dim), cutLower = amount(-lower), cutUpper = amount(-upper);
  if (cutLower + cutUpper > size)
    support::fail("pad",
                  "paddings " + std::to_string(lower) + " and " + std::to_string(upper) +
                      " of dimension " + std::to_string(dim) + " of " + support::describe(t),
                  "take away no more elements than there are");
  const Tensor kept = t.slice(cutLower, size - cutUpper, dim);
  std::vector<Tensor> parts = {kept};
  Shape shape = t.shape();
  if (lower > 0) {
    shape[dim] = amount(lower);
    parts.insert(parts.begin(), filler(kept, shape, dim, Side::Lower));
  }
  if (upper > 0) {
    shape[dim] = amount(upper);
    parts.push_back(filler(kept, shape, dim, Side::Upper));
  }
  return parts.size() == 1 ? kept : concat(parts, dim);
}

Tensor padAll(Tensor t, const Paddings &lower, const Paddings &upper, const Filler &filler) {
  if (lower.size() != t.rank() || upper.size() != t.rank())
    support::fail("pad",
                  std::to_string(lower.size()) + " lower and " + std::to_string(upper.size()) +
                      " upper paddings for " + support::describe(t),
                  "pass one of each for every dimension");
  for (unsigned dim = 0; dim < t.rank(); ++dim)
    t = padDim(t, lower[dim], upper[dim], dim, filler);
  return t;
}

Tensor edgeOf(const Tensor &t, unsigned dim, Side side) {
  return side == Side::Lower ? t.slice(0, 1, dim) : t.slice(t.dim(dim) - 1, t.dim(dim), dim);
}

void mapPadding(Graph &graph, const Tensor &padding, const Tensor &t, unsigned dim, Side side,
                MappingMethod method) {
  if (method == MappingMethod::NONE) return;
  if (method == MappingMethod::ZERO || t.dim(dim) == 0) {
    graph.setTileMapping(padding, 0);
    return;
  }
  bool isComplete = false;
  const auto mapping = graph.getTileMapping(edgeOf(t, dim, side).flatten(), &isComplete);
  if (!isComplete)
    support::fail("pad", "elements at the edge of " + support::describe(t) + " are on no tile",
                  "map the tensor first, or choose MappingMethod::ZERO");
  for (std::size_t i = 0; i < padding.dim(dim); ++i) {
    const Tensor slice = padding.slice(i, i + 1, dim).flatten();
    for (unsigned tile = 0; tile < mapping.size(); ++tile)
      for (const poplar::Interval &piece : mapping[tile])
        graph.setTileMapping(slice.slice(piece), tile);
  }
}

template <class T>
Filler constants(Graph &graph, T value, MappingMethod method) {
  return [&graph, value, method](const Tensor &t, const Shape &shape, unsigned dim, Side side) {
    Tensor padding = graph.addConstant(t.elementType(), shape, value, "padding");
    mapPadding(graph, padding, t, dim, side, method);
    return padding;
  };
}

Filler copies(const Tensor &value) {
  return [value](const Tensor &t, const Shape &shape, unsigned, Side) {
    if (value.numElements() != 1 || value.elementType() != t.elementType())
      support::fail("pad",
                    "the value is " + support::describe(value) + ", the tensor " +
                        support::describe(t),
                    "pass a single element of the tensor's type");
    std::size_t n = 1;
    for (const std::size_t size : shape)
      n *= size;
    return value.reshape({1}).broadcast(static_cast<unsigned>(n), 0).reshape(shape);
  };
}

Filler ownElements(padding::Type type) {
  return [type](const Tensor &t, const Shape &shape, unsigned dim, Side side) {
    const std::size_t amount = shape[dim], size = t.dim(dim);
    const bool isEdge = type == padding::Type::EDGE;
    if (isEdge ? size == 0 : amount >= size)
      support::fail("pad",
                    std::string(isEdge ? "EDGE" : "REFLECT") + " padding by " +
                        std::to_string(amount) + " of dimension " + std::to_string(dim) + " of " +
                        support::describe(t),
                    isEdge ? "pad with a value" : "pad by less than the size of the dimension");
    if (isEdge) return edgeOf(t, dim, side).broadcast(static_cast<unsigned>(amount), dim);
    const Tensor mirrored = side == Side::Lower ? t.slice(1, 1 + amount, dim)
                                                : t.slice(size - 1 - amount, size - 1, dim);
    return mirrored.reverse(dim);
  };
}

} // namespace

Tensor pad(Graph &graph, const Tensor &t, const Paddings &lower, const Paddings &upper, float val,
           MappingMethod mappingMethod) {
  return padAll(t, lower, upper, constants(graph, val, mappingMethod));
}
Tensor pad(Graph &graph, const Tensor &t, const Paddings &lower, const Paddings &upper, int val,
           MappingMethod mappingMethod) {
  return padAll(t, lower, upper, constants(graph, val, mappingMethod));
}
Tensor pad(Graph &, const Tensor &t, const Paddings &lower, const Paddings &upper,
           const Tensor &val, MappingMethod) {
  return padAll(t, lower, upper, copies(val));
}

Tensor pad(Graph &graph, const Tensor &t, std::ptrdiff_t lower, std::ptrdiff_t upper, unsigned dim,
           float val, MappingMethod mappingMethod) {
  return padDim(t, lower, upper, dim, constants(graph, val, mappingMethod));
}
Tensor pad(Graph &graph, const Tensor &t, std::ptrdiff_t lower, std::ptrdiff_t upper, unsigned dim,
           int val, MappingMethod mappingMethod) {
  return padDim(t, lower, upper, dim, constants(graph, val, mappingMethod));
}
Tensor pad(Graph &, const Tensor &t, std::ptrdiff_t lower, std::ptrdiff_t upper, unsigned dim,
           const Tensor &val, MappingMethod) {
  return padDim(t, lower, upper, dim, copies(val));
}

Tensor pad(const Tensor &t, const Paddings &lower, const Paddings &upper, padding::Type type) {
  return padAll(t, lower, upper, ownElements(type));
}
Tensor pad(const Tensor &t, std::ptrdiff_t lower, std::ptrdiff_t upper, unsigned dim,
           padding::Type type) {
  return padDim(t, lower, upper, dim, ownElements(type));
}

} // namespace popops
