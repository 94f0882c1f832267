// SPDX-License-Identifier: MIT
// What the public API writes of graphs, programs and tensors.
#include "Golden.hpp"
#include "Program.hpp"

namespace golden {
namespace {

using poplar::Tensor;

TEST_F(Texts, VertexGraph) {
  std::ostringstream out;
  graph.outputVertexGraph(out, {scaledSum()});
  EXPECT_GOLDEN("vertex_graph.dot", out.str());
}

TEST_F(Texts, ComputeGraph) {
  std::ostringstream out;
  graph.outputComputeGraph(out, {scaledSum()});
  EXPECT_GOLDEN("compute_graph.dot", out.str());
}

TEST_F(Texts, Program) {
  std::ostringstream out;
  poplar::program::dumpProgram(graph, scaledSum(), out);
  EXPECT_GOLDEN("program.txt", out.str());
}

TEST_F(Texts, Tensors) {
  std::ostringstream out;
  const Tensor a = rows("a"), b = variable({2, 4}, "b", 1);
  const Tensor both = poplar::concat(a.slice(0, 4, 1).dimShuffle({1, 0}), b.reverse(0));
  out << a << '\n' << both << '\n';
  both.outputRegions(out);
  EXPECT_GOLDEN("tensors.txt", out.str());
}

} // namespace
} // namespace golden
