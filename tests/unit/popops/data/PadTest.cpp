// SPDX-License-Identifier: MIT
// Padding with values, edges and reflections, and where the new constants are.
#include "../Harness.hpp"

#include <popops/Pad.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;
using popops::padding::MappingMethod;
using Paddings = std::vector<std::ptrdiff_t>;

/// The position in `shape` that each element of the padded tensor shows; -1 for padding. `source`
/// says what a coordinate outside of [0, size) stands for.
template <class Source>
std::vector<std::ptrdiff_t> positions(const Shape &shape, const Paddings &lower,
                                      const Paddings &upper, Source source) {
  std::vector<std::ptrdiff_t> all = {0};
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const auto size = static_cast<std::ptrdiff_t>(shape[d]);
    std::vector<std::ptrdiff_t> next;
    for (const std::ptrdiff_t outer : all)
      for (std::ptrdiff_t i = -lower[d]; i < size + upper[d]; ++i) {
        const std::ptrdiff_t inside = i >= 0 && i < size ? i : source(i, size);
        next.push_back(outer < 0 || inside < 0 ? -1 : outer * size + inside);
      }
    all = next;
  }
  return all;
}

std::ptrdiff_t nothing(std::ptrdiff_t, std::ptrdiff_t) {
  return -1;
}
std::ptrdiff_t edge(std::ptrdiff_t i, std::ptrdiff_t size) {
  return i < 0 ? 0 : size - 1;
}
std::ptrdiff_t mirror(std::ptrdiff_t i, std::ptrdiff_t size) {
  return i < 0 ? -i : 2 * (size - 1) - i;
}

template <class T>
std::vector<T> padded(const std::vector<T> &values, const std::vector<std::ptrdiff_t> &places,
                      T value) {
  std::vector<T> out;
  for (const std::ptrdiff_t place : places)
    out.push_back(place < 0 ? value : values[static_cast<std::size_t>(place)]);
  return out;
}

struct Case {
  Shape shape;
  Paddings lower, upper;
};
const std::vector<Case> kCases = {{{5}, {2}, {3}},
                                  {{4, 6}, {1, 0}, {0, 2}},
                                  {{3, 4, 5}, {2, -1, 3}, {-1, 2, 0}},
                                  {{4, 2, 3, 2}, {0, 1, -2, 1}, {-3, 0, 2, 0}},
                                  {{2, 3, 2, 3, 2}, {1, 1, 1, 1, 1}, {1, 2, 0, 1, 1}},
                                  {{}, {}, {}}};

template <class T>
class PadOf : public testing::Test {};
using Types = testing::Types<float, Half, int, unsigned, unsigned char>;
TYPED_TEST_SUITE(PadOf, Types);

TYPED_TEST(PadOf, ValuesAroundTheTensor) {
  using T = TypeParam;
  for (const Layout layout : kLayouts)
    for (const Case &c : kCases) {
      Harness h;
      const std::vector<T> values = samples<T>(volume(c.shape));
      const Tensor t = h.input(c.shape, values, layout);
      const Tensor seven = h.input<T>({1}, {T(7)});
      const auto places = positions(c.shape, c.lower, c.upper, nothing);
      const unsigned zero = h.read(popops::pad(h.graph, t, c.lower, c.upper));
      const unsigned real = h.read(popops::pad(h.graph, t, c.lower, c.upper, 3.0f));
      const unsigned whole =
          h.read(popops::pad(h.graph, t, c.lower, c.upper, 4, MappingMethod::EDGE));
      const unsigned tensor = h.read(popops::pad(h.graph, t, c.lower, c.upper, seven));
      h.run();
      EXPECT_EQ(difference(h.result<T>(zero), padded(values, places, T(0))), "");
      EXPECT_EQ(difference(h.result<T>(real), padded(values, places, T(3))), "");
      EXPECT_EQ(difference(h.result<T>(whole), padded(values, places, T(4))), "");
      EXPECT_EQ(difference(h.result<T>(tensor), padded(values, places, T(7))), "");
    }
}

TYPED_TEST(PadOf, OwnElements) {
  using T = TypeParam;
  for (const Case &c : kCases) {
    Harness h;
    const std::vector<T> values = samples<T>(volume(c.shape));
    const Tensor t = h.input(c.shape, values);
    // Cuts come first, so that edges are those of what is left; keep to growth here.
    Paddings lower = c.lower, upper = c.upper;
    for (std::size_t d = 0; d < lower.size(); ++d) {
      lower[d] = std::min<std::ptrdiff_t>(std::max<std::ptrdiff_t>(lower[d], 0),
                                          static_cast<std::ptrdiff_t>(c.shape[d]) - 1);
      upper[d] = std::min<std::ptrdiff_t>(std::max<std::ptrdiff_t>(upper[d], 0),
                                          static_cast<std::ptrdiff_t>(c.shape[d]) - 1);
    }
    const unsigned edges = h.read(popops::pad(t, lower, upper, popops::padding::Type::EDGE));
    const unsigned mirrors = h.read(popops::pad(t, lower, upper, popops::padding::Type::REFLECT));
    h.run();
    EXPECT_EQ(difference(h.result<T>(edges),
                         padded(values, positions(c.shape, lower, upper, edge), T(0))),
              "");
    EXPECT_EQ(difference(h.result<T>(mirrors),
                         padded(values, positions(c.shape, lower, upper, mirror), T(0))),
              "");
  }
}

TEST(Pad, OneDimension) {
  Harness h;
  const std::vector<int> values = {1, 2, 3, 4, 5, 6};
  const Tensor t = h.input({2, 3}, values), nine = h.input<int>({}, {9});
  const unsigned outs[] = {h.read(popops::pad(h.graph, t, 1, 0, 1)),
                           h.read(popops::pad(h.graph, t, 1, 0, 1, 8)),
                           h.read(popops::pad(h.graph, t, 1, 0, 1, nine)),
                           h.read(popops::pad(t, 1, 0, 1, popops::padding::Type::EDGE)),
                           h.read(popops::pad(t, 0, 2, 1, popops::padding::Type::REFLECT)),
                           h.read(popops::pad(h.graph, t, -1, 1, 1, 2.0f))};
  h.run();
  const std::vector<std::vector<int>> expected = {
      {0, 1, 2, 3, 0, 4, 5, 6}, {8, 1, 2, 3, 8, 4, 5, 6},       {9, 1, 2, 3, 9, 4, 5, 6},
      {1, 1, 2, 3, 4, 4, 5, 6}, {1, 2, 3, 2, 1, 4, 5, 6, 5, 4}, {2, 3, 2, 5, 6, 2}};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(h.result<int>(outs[i]), expected[i]) << i;
}

TEST(Pad, ConstantsAreWhereTheyAreWanted) {
  Harness h;
  const Tensor t = h.graph.addVariable(poplar::INT, {2, 3});
  h.graph.setTileMapping(t[0], 2);
  h.graph.setTileMapping(t[1], 5);
  const auto tileOf = [&](const Tensor &element) {
    const auto mapping = h.graph.getTileMapping(element);
    for (unsigned tile = 0; tile < mapping.size(); ++tile)
      if (!mapping[tile].empty()) return static_cast<int>(tile);
    return -1;
  };
  const Tensor edges = popops::pad(h.graph, t, {1, 0}, {2, 1}, 0, MappingMethod::EDGE);
  EXPECT_EQ(tileOf(edges[0][1]), 2);
  EXPECT_EQ(tileOf(edges[3][0]), 5);
  EXPECT_EQ(tileOf(edges[4][3]), 5);
  EXPECT_EQ(tileOf(edges[1][3]), 2);
  EXPECT_EQ(tileOf(popops::pad(h.graph, t, {1, 0}, {0, 0}, 0, MappingMethod::ZERO)[0][0]), 0);
  bool isComplete = true;
  h.graph.getTileMapping(popops::pad(h.graph, t, {1, 0}, {0, 0}, 0, MappingMethod::NONE),
                         &isComplete);
  EXPECT_FALSE(isComplete);
}

} // namespace
