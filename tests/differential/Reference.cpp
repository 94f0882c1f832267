// SPDX-License-Identifier: MIT
// View operations, element by element.
#include "Reference.hpp"

#include <algorithm>

namespace reference {
namespace {

/// Builds a tensor of `shape` by asking `source` for the element at each index.
template <class F>
Tensor build(const Shape &shape, F &&source) {
  Tensor out{shape, {}};
  Shape index(shape.size(), 0);
  const std::size_t n = product(shape);
  for (std::size_t i = 0; i < n; ++i) {
    out.elements.push_back(source(index));
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
  return out;
}

Element elementAt(const Tensor &t, const Shape &index) {
  std::size_t flat = 0;
  for (std::size_t d = 0; d < index.size(); ++d)
    flat = flat * t.shape[d] + index[d];
  return t.elements[flat];
}

/// Same shape but for one dimension, whose index is mapped.
template <class F>
Tensor along(const Tensor &t, unsigned dim, std::size_t newSize, F &&oldIndex) {
  Shape shape = t.shape;
  shape[dim] = newSize;
  return build(shape, [&](Shape index) {
    index[dim] = oldIndex(index[dim]);
    return elementAt(t, index);
  });
}

} // namespace

std::size_t product(const Shape &shape) {
  std::size_t n = 1;
  for (std::size_t extent : shape)
    n *= extent;
  return n;
}

Tensor variable(unsigned id, const Shape &shape) {
  Tensor t{shape, {}};
  for (std::size_t i = 0; i < product(shape); ++i)
    t.elements.push_back({id, i});
  return t;
}

Tensor slice(const Tensor &t, std::size_t begin, std::size_t end, unsigned dim) {
  return along(t, dim, end - begin, [&](std::size_t i) { return i + begin; });
}

Tensor dimShuffle(const Tensor &t, const std::vector<unsigned> &permutation) {
  Shape shape;
  for (unsigned d : permutation)
    shape.push_back(t.shape[d]);
  return build(shape, [&](const Shape &index) {
    Shape old(index.size());
    for (std::size_t d = 0; d < index.size(); ++d)
      old[permutation[d]] = index[d];
    return elementAt(t, old);
  });
}

Tensor reshape(const Tensor &t, const Shape &shape) {
  return {shape, t.elements};
}

Tensor broadcast(const Tensor &t, unsigned count, unsigned dim) {
  const std::size_t extent = t.shape[dim];
  return along(t, dim, extent * count, [&](std::size_t i) { return i % extent; });
}

Tensor reverse(const Tensor &t, unsigned dim) {
  return along(t, dim, t.shape[dim], [&](std::size_t i) { return t.shape[dim] - 1 - i; });
}

Tensor subSample(const Tensor &t, unsigned stride, unsigned dim) {
  return along(t, dim, (t.shape[dim] + stride - 1) / stride,
               [&](std::size_t i) { return i * stride; });
}

Tensor concat(const Tensor &a, const Tensor &b, unsigned dim) {
  Shape shape = a.shape;
  shape[dim] += b.shape[dim];
  return build(shape, [&](Shape index) {
    if (index[dim] < a.shape[dim]) return elementAt(a, index);
    index[dim] -= a.shape[dim];
    return elementAt(b, index);
  });
}

bool hasDuplicates(const Tensor &t) {
  std::vector<Element> sorted = t.elements;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

} // namespace reference
