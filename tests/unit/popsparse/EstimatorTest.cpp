// SPDX-License-Identifier: MIT
// Cycles of sparse products, against numbers worked out by hand.
#include "Sparse.hpp"

namespace {

using namespace popsparse_test;
using poplar::Tensor;

std::uint64_t cycles(unsigned blocks, unsigned size, unsigned width) {
  Harness h;
  const auto add = [&](const poplar::Type &type, std::size_t n) {
    const Tensor t = h.graph.addVariable(type, {n});
    h.graph.setTileMapping(t, 1);
    return t;
  };
  const poplar::ComputeSet cs = h.graph.addComputeSet("cs");
  const poplar::VertexRef vertex =
      h.graph.addVertex(cs, "popsparse::SparseDenseMatMul<float,unsigned short>",
                        {{"meta", add(poplar::UNSIGNED_SHORT, 1 + 2 * blocks)},
                         {"values", add(poplar::FLOAT, blocks * size)},
                         {"x", add(poplar::FLOAT, 4 * width)},
                         {"y", add(poplar::FLOAT, 4 * width)}});
  for (const char *field : {"firstRow", "endRow", "blockRows", "blockColumns"})
    h.graph.setInitialValue(vertex[field], 1u);
  h.graph.setInitialValue(vertex["width"], width);
  h.graph.setInitialValue(vertex["swap"], false);
  h.graph.setTileMapping(vertex, 1);
  return h.graph.getPerfEstimate(vertex).cycles;
}

// 11 + 6 * (17 + 8 a block + (8 + 3 a word of y) for each value of a worker)
TEST(SparseEstimates, Products) {
  EXPECT_EQ(cycles(12, 1, 4), 11u + 6 * (17 + 12 * 8 + 2 * (8 + 3 * 2)));
  EXPECT_EQ(cycles(3, 8, 10), 11u + 6 * (17 + 3 * 8 + 4 * (8 + 3 * 5)));
  EXPECT_EQ(cycles(0, 1, 4), 11u + 6 * 17);
}

} // namespace
