// SPDX-License-Identifier: MIT
// Scenarios 55, 58: an all-reduce over the four IPUs of one replica, [4, 2, 3] counted upwards, and
// shards of unequal sizes gathered.
#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>

#include <numeric>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main() {
  IPUModel model;
  model.numIPUs = 4;
  model.tilesPerIPU = 4;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  gcl::addCodelets(graph);
  Sequence prog;

  Tensor ts = graph.addVariable(FLOAT, {4, 6}, "ts");
  std::vector<float> values(24);
  std::iota(values.begin(), values.end(), 0.0f);
  graph.setInitialValue(ts, ArrayRef<float>(values));
  for (unsigned ipu = 0; ipu < 4; ++ipu)
    graph.setTileMapping(ts[ipu], ipu * 4 + 1);
  Tensor sum = gcl::allReduceWithinReplica(graph, ts, gcl::CollectiveOperator::ADD, prog, "sum");
  for (unsigned ipu = 0; ipu < 4; ++ipu)
    prog.add(PrintTensor("sum", sum[ipu].reshape({2, 3})));

  // One shard an IPU: three elements, none, one and two.
  gcl::Chunks shards(4);
  const std::size_t sizes[] = {3, 0, 1, 2};
  int next = 1;
  for (unsigned ipu = 0; ipu < 4; ++ipu) {
    Tensor shard = graph.addVariable(INT, {sizes[ipu]}, "shard");
    graph.setTileMapping(shard, ipu * 4);
    std::vector<int> numbers(sizes[ipu]);
    for (int &number : numbers)
      number = next++;
    if (!numbers.empty()) graph.setInitialValue(shard, ArrayRef<int>(numbers));
    shards.chunks[ipu] = gcl::Chunk(shard, ipu, 0);
  }
  Tensor all = gcl::allGatherWithinReplica(graph, shards, prog, "all");
  prog.add(PrintTensor("all", all[3]));

  Engine engine(graph, prog);
  engine.load(device);
  engine.run(0);
  return 0;
}
