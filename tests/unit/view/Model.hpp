// SPDX-License-Identifier: MIT
// The brute-force model of a view: every element written out, every operation done one by one.
#pragma once

#include "view/Ops.hpp"
#include "view/Regions.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::view::test {

/// (variable, offset) of one element.
using Element = std::pair<std::uint32_t, std::int64_t>;
using Extents = std::vector<std::uint64_t>;

struct Model {
  Extents shape;
  std::vector<Element> elements; ///< row-major

  friend bool operator==(const Model &, const Model &) = default;
};

std::uint64_t product(const Extents &shape);
/// Calls f(index) for every index of the shape, row-major.
template <class F>
void forEachIndex(const Extents &shape, F &&f) {
  if (product(shape) == 0) return;
  Extents index(shape.size(), 0);
  for (;;) {
    f(index);
    std::size_t d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1])
      index[--d] = 0;
    if (d == 0) return;
  }
}
std::uint64_t flatIndex(const Extents &shape, const Extents &index);

/// Result of shape `shape` whose element at each index is `source(index)` of `model`.
template <class F>
Model gather(const Model &model, Extents shape, F &&source) {
  Model out{std::move(shape), {}};
  forEachIndex(out.shape, [&](const Extents &index) {
    out.elements.push_back(model.elements[flatIndex(model.shape, source(index))]);
  });
  return out;
}

Model modelVariable(std::uint32_t variable, const Extents &shape);
Model modelSlice(const Model &, std::uint64_t begin, std::uint64_t end, std::size_t dim);
Model modelShuffle(const Model &, const std::vector<unsigned> &permutation);
Model modelReshape(const Model &, const Extents &shape);
Model modelReverse(const Model &, std::size_t dim);
Model modelSubSample(const Model &, std::uint64_t stride, std::size_t dim);
Model modelBroadcast(const Model &, std::uint64_t n, std::size_t dim);
Model modelUpsample(const Model &, std::uint64_t scale, std::size_t dim);
Model modelConcat(const std::vector<Model> &, std::size_t dim);
Model modelIndex(const Model &, std::uint64_t i);

/// Evaluates a view element by element. Fails the test if the view breaks an invariant: pieces that
/// overlap or leave holes, wrong order, digits not in normal form.
Model evaluate(const View &view);

/// A view with its model, as random operations make them.
struct Pair {
  View view;
  Model model;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return n ? random_() % n : 0; }
  std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    return low + below(high - low + 1);
  }
  bool chance(unsigned percent) { return below(100) < percent; }

  /// A fresh variable; with zero extents now and then.
  Pair variable();
  /// A view made by up to `steps` random operations, at most `limit` elements.
  Pair chain(unsigned steps, std::uint64_t limit = 400);
  /// A rank-1 view of exactly n elements over few variables.
  Pair flat(std::uint64_t n);
  /// One random operation.
  Pair step(const Pair &pair);
  /// Small views test little: most steps that lead to one are dropped.
  bool isWorthKeeping(const Pair &before, const Pair &after);
  /// A random factorisation of n.
  Extents factorise(std::uint64_t n);
  std::vector<unsigned> permutation(std::size_t rank);
  /// Disjoint or overlapping intervals below n.
  std::vector<Interval> intervals(std::uint64_t n);

 private:
  std::mt19937_64 random_;
  std::uint32_t nextVariable_ = 0;
};

} // namespace poplar_emu::view::test
