// SPDX-License-Identifier: MIT
// Queries of a graph from several threads at once.
#include "ApiTestSupport.hpp"

#include <thread>

using namespace poplar;
using namespace poplar_emu::test;

namespace {

TEST(Threads, QueriesNeedNoLock) {
  Graph graph = graphWithTypes();
  Tensor t = graph.addVariable(FLOAT, {64, 64}, VariableMappingMethod::LINEAR, "t");
  Tensor c = graph.addConstant(FLOAT, {64}, 1.0f);
  graph.setTileMapping(c, 0);
  const auto expected = graph.getTileMapping(t.transpose());
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (std::size_t k = 0; k != good.size(); ++k) {
    threads.emplace_back([&, k] {
      const Graph &shared = graph;
      int ok = 0;
      for (int i = 0; i != 50; ++i) {
        Tensor flat = t.transpose().flatten();
        ok += shared.getTileMapping(t.transpose()) == expected;
        ok += flat.getVarRegions().size() == 4096;
        ok += shared.getSortedContiguousRegions(flat, {Interval(0, 4096)}).size() == 1;
        shared.reorderToSimplify(&flat, {});
        ok += flat == t.flatten();
        ok += shared.isConstant(c.getVarRegions()[0].var);
        ok += shared.getVariable(t.getVarRegions()[0].var) == t;
      }
      good[k] = ok;
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, std::vector<int>(4, 300));
}

} // namespace
