// SPDX-License-Identifier: MIT
// Lesson 5, odd-even sort: tiles compare-and-split with a neighbour until a vote says that all is
// sorted.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

#include <algorithm>

class SortBlock : public poplar::Vertex {
 public:
  poplar::InOut<poplar::Vector<int>> block;
  void compute() { std::sort(block.begin(), block.end()); }
};

// Two sorted blocks: the lower tile keeps the smaller half, the upper tile the larger one.
class CompareSplit : public poplar::Vertex {
 public:
  poplar::InOut<poplar::Vector<int>> lower, upper;
  poplar::Output<bool> changed;

  void compute() {
    *changed = upper[0] < lower[lower.size() - 1];
    if (!*changed) return;
    // The k-th largest of the lower block against the k-th smallest of the upper one.
    for (unsigned k = 0; k < lower.size() && upper[k] < lower[lower.size() - 1 - k]; ++k)
      std::swap(upper[k], lower[lower.size() - 1 - k]);
    std::sort(lower.begin(), lower.end());
    std::sort(upper.begin(), upper.end());
  }
};

class AnyOf : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<bool>> votes;
  poplar::Output<bool> any;

  void compute() {
    *any = false;
    for (bool vote : votes)
      *any = *any || vote;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <algorithm>
#include <cstdio>
#include <random>

using namespace poplar;
using namespace poplar::program;

int main() {
  constexpr std::size_t kTiles = 64, kBlock = 100; // 64 tiles of the IPU
  Device device;
  for (auto &candidate : DeviceManager().getDevices(TargetType::IPU, 1))
    if (candidate.attach()) {
      device = std::move(candidate);
      break;
    }
  Graph whole(device.getTarget());
  Graph graph = whole.createVirtualGraph(kTiles); // a view of the first 64 tiles
  graph.addCodelets(__FILE__);

  Tensor data = graph.addVariable(INT, {kTiles, kBlock}, "data");
  Tensor votes = graph.addVariable(BOOL, {kTiles - 1}, "votes");
  Tensor unsorted = graph.addVariable(BOOL, {}, "unsorted");
  graph.setTileMapping(unsorted, 0);

  ComputeSet sortBlocks = graph.addComputeSet("sort blocks");
  ComputeSet even = graph.addComputeSet("even pairs"), odd = graph.addComputeSet("odd pairs");
  for (unsigned tile = 0; tile < kTiles; ++tile) {
    graph.setTileMapping(data[tile], tile);
    graph.setTileMapping(graph.addVertex(sortBlocks, "SortBlock", {{"block", data[tile]}}), tile);
    if (tile + 1 == kTiles) continue;
    graph.setTileMapping(votes[tile], tile);
    VertexRef pair = graph.addVertex(
        tile % 2 ? odd : even, "CompareSplit",
        {{"lower", data[tile]}, {"upper", data[tile + 1]}, {"changed", votes[tile]}});
    graph.setTileMapping(pair, tile);
  }
  ComputeSet vote = graph.addComputeSet("vote");
  graph.setTileMapping(graph.addVertex(vote, "AnyOf", {{"votes", votes}, {"any", unsorted}}), 0);

  // loop { even pairs; odd pairs; vote; if nothing changed, stop }
  Sequence round{Execute(even), Execute(odd), Execute(vote)};
  Sequence program{Execute(sortBlocks), RepeatWhileTrue(round, unsorted, Sequence())};
  graph.createHostWrite("in", data);
  graph.createHostRead("out", data);
  Engine engine(whole, program);
  engine.load(device);

  std::vector<int> values(kTiles * kBlock);
  std::mt19937 random(1);
  for (int &value : values)
    value = static_cast<int>(random() % 100000);
  engine.writeTensor("in", values.data(), values.data() + values.size());
  engine.run();

  std::vector<int> sorted(values.size());
  engine.readTensor("out", sorted.data(), sorted.data() + sorted.size());
  std::sort(values.begin(), values.end());
  std::printf("%zu numbers on %zu tiles: %s\n", values.size(), kTiles,
              sorted == values ? "sorted" : "NOT sorted");
  return sorted == values ? 0 : 1;
}
#endif
