// SPDX-License-Identifier: MIT
// Transpositions move the right elements; regrouping changes memory and nothing else.
#include "../Harness.hpp"

#include <popops/Rearrange.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Execute;
using poputil::GroupingInfo;
namespace rearrange = popops::rearrange;

template <class T>
std::vector<T> transposed(const std::vector<T> &values, const Shape &shape) {
  const std::size_t columns = shape.back(), rows = shape[shape.size() - 2];
  std::vector<T> out = values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t matrix = i / (rows * columns), r = i / columns % rows, c = i % columns;
    out[matrix * rows * columns + c * rows + r] = values[i];
  }
  return out;
}

template <class T>
class RearrangeOf : public testing::Test {};
using Types = testing::Types<bool, char, unsigned short, Half, float, int, unsigned long long>;
TYPED_TEST_SUITE(RearrangeOf, Types);

TYPED_TEST(RearrangeOf, LastTwoDimensionsTransposed) {
  using T = TypeParam;
  for (const Layout layout : kLayouts)
    for (const Shape &shape :
         {Shape{1, 1}, Shape{13, 8}, Shape{64, 33}, Shape{3, 5, 4}, Shape{2, 1, 2, 7, 9}}) {
      Harness h;
      const std::vector<T> values = samples<T>(volume(shape));
      const poplar::ComputeSet cs = h.graph.addComputeSet();
      const Tensor out =
          rearrange::partialTranspose(h.graph, h.input(shape, values, layout), cs, "turn");
      Shape turned = shape;
      std::swap(turned[turned.size() - 1], turned[turned.size() - 2]);
      EXPECT_EQ(out.shape(), turned);
      h.prog.add(Execute(cs));
      const unsigned number = h.read(out);
      h.run();
      EXPECT_EQ(difference(h.result<T>(number), transposed(values, shape)), "");
    }
}

TYPED_TEST(RearrangeOf, MatricesOnGivenTiles) {
  using T = TypeParam;
  Harness h;
  const Shape shape = {5, 3, 7};
  const std::vector<T> values = samples<T>(volume(shape));
  const Tensor in = h.input(shape, values), out = h.input({5, 7, 3}, values);
  poplar::Graph::TileToTensorMapping mapping(12);
  mapping[2] = {{0, 2}, {4, 5}};
  mapping[9] = {{2, 4}};
  const poplar::ComputeSet cs = h.graph.addComputeSet();
  rearrange::addTransposeVertices(h.graph, cs, in.elementType(), 3, 7, mapping, [&](std::size_t i) {
    return std::pair<const Tensor, const Tensor>(in[i].flatten(), out[i].flatten());
  });
  h.prog.add(Execute(cs));
  const unsigned number = h.read(out);
  h.run();
  EXPECT_EQ(difference(h.result<T>(number), transposed(values, shape)), "");
}

TEST(Rearrange, RegroupedTensorsLieInGroups) {
  const Shape shape = {6, 4, 8};
  const std::vector<float> values = samples<float>(volume(shape));
  Harness h;
  const Tensor in = h.input(shape, values);
  const poplar::ComputeSet cs = h.graph.addComputeSet();
  const Tensor a = rearrange::regroupTensor(h.graph, in, h.prog, cs, {2, 8}, {0, 3}, "regroup");
  std::vector<Copy> copies;
  const Tensor b = rearrange::regroupTensor(h.graph, in, copies, cs, {2, 8}, {1, 4});
  for (const Copy &copy : copies)
    h.prog.add(copy);
  const Tensor c = rearrange::regroupIfPossible(h.graph, in, h.prog, {1, 2});
  EXPECT_EQ(poputil::detectDimGroupings(h.graph, a).at(0), GroupingInfo(0, 3));
  EXPECT_EQ(poputil::detectDimGroupings(h.graph, b).at(0), GroupingInfo(1, 4));
  EXPECT_EQ(poputil::detectDimGroupings(h.graph, c).at(0), GroupingInfo(1, 2));
  const unsigned outs[] = {h.read(a), h.read(b), h.read(c)};
  h.run();
  for (const unsigned out : outs)
    EXPECT_EQ(difference(h.result<float>(out), values), "");
}

TEST(Rearrange, RegroupsOnlyWhereItPays) {
  Harness h;
  const std::vector<float> values = samples<float>(64);
  const Tensor in = h.input({8, 8}, values), turned = in.transpose();
  // The same grouping, groups that do not divide, and groups too small.
  EXPECT_EQ(rearrange::regroupIfPossible(h.graph, in, h.prog, {1, 4}), in);
  EXPECT_EQ(rearrange::regroupIfPossible(h.graph, in, h.prog, {0, 3}), in);
  EXPECT_EQ(rearrange::regroupIfBeneficial(h.graph, in, in, h.prog), in);
  EXPECT_EQ(rearrange::regroupIfBeneficial(h.graph, in, std::size_t(8), h.prog), in);
  const Tensor like = rearrange::regroupIfBeneficial(h.graph, in, turned, h.prog);
  EXPECT_EQ(poputil::detectDimGroupings(h.graph, like).at(0).first, 0u);
  const Tensor inner = rearrange::regroupIfBeneficial(h.graph, turned, std::size_t(4), h.prog);
  EXPECT_EQ(poputil::detectInnermostGrouping(h.graph, inner) % 4, 0u);
  std::vector<Copy> copies;
  const poplar::ComputeSet cs = h.graph.addComputeSet();
  const Tensor other = rearrange::regroupIfBeneficial(h.graph, in, turned, copies, cs);
  ASSERT_EQ(copies.size(), 1u);
  h.prog.add(copies[0]);
  h.prog.add(Execute(cs));
  const unsigned a = h.read(like), b = h.read(inner.transpose()), c = h.read(other);
  h.run();
  for (const unsigned out : {a, b, c})
    EXPECT_EQ(difference(h.result<float>(out), values), "");
}

TEST(Rearrange, WhatTheDeviceCouldDo) {
  Harness h;
  const auto &target = h.graph.getTarget();
  EXPECT_TRUE(rearrange::canUseFastTranspose(target, poplar::HALF, 8, 12, 3));
  EXPECT_FALSE(rearrange::canUseFastTranspose(target, poplar::FLOAT, 8, 12, 3));
  EXPECT_FALSE(rearrange::canUseFastTranspose(target, poplar::HALF, 6, 12, 3));
  EXPECT_EQ(rearrange::getMinimumRegroupGrainSize(poplar::HALF), 4u);
  EXPECT_EQ(rearrange::getMinimumRegroupGrainSize(poplar::FLOAT), 2u);
  EXPECT_EQ(rearrange::getMinimumRegroupGrainSize(poplar::BOOL), 1u);
}

} // namespace
