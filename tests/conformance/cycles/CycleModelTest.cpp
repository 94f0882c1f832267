// SPDX-License-Identifier: MIT
// Fields of IPUModel, options and targets change what a program takes, as they are documented to.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

class Nothing : public Vertex {
 public:
  void compute() {}
};

class Reader : public Vertex {
 public:
  Input<Vector<float>> in;
  void compute() {}
};
#else
#include <poplar/CycleCount.hpp>
#include <poplar/DataStream.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/Program.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace poplar {
namespace {

using program::Copy;
using program::Execute;
using program::Sequence;
using program::Sync;

constexpr unsigned kTiles = 8;

using Change = std::function<void(IPUModel &)>;
using Make = std::function<void(Graph &, Sequence &)>;

IPUModel smallModel(const Change &change) {
  IPUModel model;
  model.tilesPerIPU = kTiles;
  if (change) change(model);
  return model;
}

/// What a program reads from the host.
enum class Streams { None, In };

/// Cycles of a program, without the stamps around it.
std::int64_t cyclesOn(const Device &device, const Make &make, const OptionFlags &options = {},
                      Streams streams = Streams::None) {
  Graph graph(device.getTarget());
  Sequence sequence;
  make(graph, sequence);
  const Tensor cycles = cycleCount(graph, sequence, 0, SyncType::EXTERNAL);
  graph.createHostRead("cycles", cycles);
  Engine engine(graph, sequence, options);
  std::vector<float> buffer(100000);
  if (streams == Streams::In) engine.connectStream("in", buffer.data());
  engine.load(device);
  engine.run();
  std::uint64_t value = 0;
  engine.readTensor("cycles", &value, &value + 1);
  return static_cast<std::int64_t>(value) - 45;
}

std::int64_t cycles(const Make &make, const Change &change = {}, const OptionFlags &options = {}) {
  return cyclesOn(smallModel(change).createDevice(), make, options);
}
std::int64_t cyclesFromHost(const Make &make, const Change &change = {}) {
  return cyclesOn(smallModel(change).createDevice(), make, {}, Streams::In);
}

Tensor on(Graph &graph, unsigned tile, std::size_t words) {
  const Tensor tensor = graph.addVariable(FLOAT, {words});
  graph.setTileMapping(tensor, tile);
  return tensor;
}

Make copy(unsigned from, unsigned to, std::size_t words = 1000) {
  return [=](Graph &graph, Sequence &sequence) {
    sequence.add(Copy(on(graph, from, words), on(graph, to, words)));
  };
}

/// Twelve vertices of 100 cycles on one tile.
void twelve(Graph &graph, Sequence &sequence) {
  graph.addCodelets(__FILE__);
  const ComputeSet set = graph.addComputeSet("set");
  for (int i = 0; i < 12; ++i) {
    const VertexRef v = graph.addVertex(set, "Nothing");
    graph.setTileMapping(v, 0);
    graph.setPerfEstimate(v, 100);
  }
  sequence.add(Execute(set));
}

TEST(CycleModel, ExchangeBytesPerCycle) {
  const auto twice = [](IPUModel &model) { model.exchangeBytesPerCycle = 8; };
  const auto alone = [](IPUModel &model) { model.supportsSuperTileSendReceive = false; };
  const auto both = [&](IPUModel &model) {
    twice(model);
    alone(model);
  };
  EXPECT_EQ(cycles(copy(0, 2), alone), 126 + 50 + 1000);
  EXPECT_EQ(cycles(copy(0, 2), both), 126 + 50 + 500);
}

TEST(CycleModel, TilesOfABusShareIt) {
  EXPECT_EQ(cycles(copy(0, 2)), 126 + 50 + 500);
  EXPECT_EQ(cycles(copy(0, 4), [](IPUModel &model) { model.tilesPerSuperTile = 4; }),
            126 + 50 + 250);
}

void copyOnTile(Graph &graph, Sequence &sequence) {
  const Tensor both = on(graph, 3, 2000);
  sequence.add(Copy(both.slice(0, 1000), both.slice(1000, 2000)));
}

TEST(CycleModel, MemcpyBytesPerCycle) {
  EXPECT_EQ(cycles(copyOnTile), 126 + 500);
  EXPECT_EQ(cycles(copyOnTile, [](IPUModel &model) { model.memcpyBytesPerCycle = 16; }), 126 + 250);
}

TEST(CycleModel, SyncDelays) {
  const auto base = cycles(copy(0, 2));
  EXPECT_EQ(cycles(copy(0, 2), [](IPUModel &model) { model.minIPUSyncDelay = 164; }), base + 100);
  EXPECT_EQ(cycles(copy(0, 2),
                   [](IPUModel &model) {
                     model.relativeSyncDelay = IPUModel::RelativeSyncDelayType::NO_DELAY;
                   }),
            base - 62);
  EXPECT_EQ(cycles(copy(0, 2),
                   [](IPUModel &model) {
                     model.minIPUSyncDelay = 0;
                     model.relativeSyncDelay = IPUModel::RelativeSyncDelayType::NO_DELAY;
                   }),
            base - 126);
}

TEST(CycleModel, GlobalSyncCycles) {
  const auto sync = [](Graph &, Sequence &sequence) { sequence.add(Sync(SyncType::GLOBAL)); };
  EXPECT_EQ(cycles(sync), 600);
  EXPECT_EQ(cycles(sync, [](IPUModel &model) { model.globalSyncCycles = 40; }), 40);
  const auto two = [](IPUModel &model) { model.numIPUs = 2; };
  const auto twoSlow = [](IPUModel &model) {
    model.numIPUs = 2;
    model.globalSyncCycles = 1600;
  };
  EXPECT_EQ(cycles(copy(0, kTiles), twoSlow) - cycles(copy(0, kTiles), two), 1000);
}

TEST(CycleModel, GlobalExchangeConstraints) {
  const auto limited = [](double bitsPerSecond, GlobalExchangeFlow flow) {
    return [=](IPUModel &model) {
      model.numIPUs = 2;
      model.globalExchangeConstraints.emplace_back(bitsPerSecond,
                                                   std::vector<GlobalExchangeFlow>{flow});
    };
  };
  EXPECT_EQ(cycles(copy(0, kTiles), limited(1e9, {0, 1})) -
                cycles(copy(0, kTiles), limited(2e9, {0, 1})),
            21280)
      << "4000 bytes take 32 us and 16 us at 1.33 GHz";
  EXPECT_EQ(cycles(copy(0, kTiles), limited(1e9, {1, 0})),
            cycles(copy(0, kTiles), limited(2e9, {1, 0})))
      << "the other direction";
}

TEST(CycleModel, MemoryBytesPerTile) {
  const auto small = [](IPUModel &model) { model.memoryBytesPerTile = 65536; };
  EXPECT_GT(cycles(copy(0, 2, 10000), small), 0);
  EXPECT_THROW(cycles(copy(0, 2, 20000), small), graph_memory_allocation_error);
  EXPECT_GT(cycles(copy(0, 2, 20000)), 0);
}

TEST(CycleModel, WorkersTakeTurns) {
  EXPECT_EQ(cycles(twelve), 126 + 6 * 200);
  EXPECT_EQ(cycles(twelve, [](IPUModel &model) { model.numWorkerContexts = 4; }), 126 + 4 * 300);
}

TEST(CycleModel, TileLocalSyncDelays) {
  const auto delayed = [](IPUModel &model) {
    model.tileLocalSyncSyncDelay = 10;
    model.tileLocalSyncExitDelay = 5;
  };
  EXPECT_EQ(cycles(twelve, delayed) - cycles(twelve), 15);
}

/// A copy from the host, 4000 bytes to each tile.
Make fromHost(bool optimiseMemory) {
  return [=](Graph &graph, Sequence &sequence) {
    const Tensor rows = graph.addVariable(FLOAT, {80, 100});
    for (unsigned row = 0; row < 80; ++row)
      graph.setTileMapping(rows[row], row % kTiles);
    sequence.add(
        Copy(graph.addHostToDeviceFIFO("in", FLOAT, rows.numElements()), rows, optimiseMemory));
  };
}

TEST(CycleModel, TheHostsRateIsOfSecondsNotOfCycles) {
  EXPECT_EQ(cyclesFromHost(fromHost(true)), 3 * 600 + 5320)
      << "32 000 bytes at 8 GB/s and 1.33 GHz";
  EXPECT_EQ(
      cyclesFromHost(fromHost(true), [](IPUModel &model) { model.tileClockFrequency = 2.66e9; }),
      3 * 600 + 10640);
}

TEST(CycleModel, TheDeviceRearrangesUnlessTheHostIsAskedTo) {
  EXPECT_EQ(cyclesFromHost(fromHost(false)) - cyclesFromHost(fromHost(true)), 126 + 50 + 1000);
}

TEST(CycleModel, WhatIsMulticastIsSentOnce) {
  const auto alone = [](IPUModel &model) { model.supportsSuperTileSendReceive = false; };
  const auto broadcast = [](Graph &graph, Sequence &sequence) {
    std::vector<Tensor> everywhere;
    for (unsigned tile = 1; tile < kTiles; ++tile)
      everywhere.push_back(on(graph, tile, 1000).expand({0}));
    const Tensor from = on(graph, 0, 1000);
    sequence.add(Copy(from.expand({0}).broadcast(kTiles - 1, 0), concat(everywhere)));
  };
  EXPECT_EQ(cycles(broadcast, alone), 126 + 50 + 1000);
  const auto operands = [](Graph &graph, Sequence &sequence) {
    graph.addCodelets(__FILE__);
    const ComputeSet set = graph.addComputeSet("set");
    const Tensor from = on(graph, 0, 1000);
    for (unsigned tile = 1; tile < kTiles; ++tile) {
      const VertexRef v = graph.addVertex(set, "Reader", {{"in", from}});
      graph.setTileMapping(v, tile);
      graph.setPerfEstimate(v, 10);
    }
    sequence.add(Execute(set));
  };
  EXPECT_EQ(cycles(operands, alone), 126 + 50 + 1000 + 60);
}

TEST(CycleModel, CopiesThatDoNotDependOnEachOtherShareAnExchange) {
  const auto halo = [](Graph &graph, Sequence &sequence) {
    const Tensor home = on(graph, 0, 600);
    for (unsigned i = 0; i < 3; ++i) {
      const Tensor edge = on(graph, 2 + 2 * i, 200);
      graph.setInitialValue(edge, ArrayRef<float>(std::vector<float>(200)));
      sequence.add(Copy(edge, home.slice(200 * i, 200 * (i + 1))));
    }
  };
  const auto alone = [](IPUModel &model) { model.supportsSuperTileSendReceive = false; };
  EXPECT_EQ(cycles(halo, alone), 126 + 50 + 600) << "what tile 0 receives of all";
  EXPECT_EQ(cycles(halo, alone, {{"opt.maxCopyMergeSize", "0"}}), 3 * (126 + 50 + 200));
  EXPECT_EQ(cycles(halo, alone, {{"opt.maxCopyMergeSize", "1600"}}), 2 * (126 + 50) + 400 + 200);
  EXPECT_EQ(cycles(halo, alone, {{"opt.maxCopyMergeSize", "-1"}}), 126 + 50 + 600);
  EXPECT_EQ(cycles(halo, alone, {{"poplar_emu.checks", "true"}, {"opt.maxCopyMergeSize", "-1"}}),
            3 * (126 + 50 + 200))
      << "errors name one copy";
}

TEST(CycleModel, CopiesThatDoNotFitTogetherStayApart) {
  const auto twice = [](Graph &graph, Sequence &sequence) {
    constexpr std::size_t kWords = 15000;
    const Tensor x = on(graph, 0, kWords), y = on(graph, 0, kWords);
    sequence.add(Copy(on(graph, 1, kWords), x));
    sequence.add(Copy(x, on(graph, 2, kWords)));
    sequence.add(Copy(on(graph, 3, kWords), y));
    sequence.add(Copy(y, on(graph, 4, kWords)));
  };
  const auto small = [](IPUModel &model) { model.memoryBytesPerTile = 100000; };
  EXPECT_GT(cycles(twice, small), cycles(twice)) << "x and y share their place";
}

TEST(CycleModel, ACopyThatNeedsAnotherOneFollowsIt) {
  const auto chain = [](Graph &graph, Sequence &sequence) {
    const Tensor a = on(graph, 0, 200), b = on(graph, 2, 200), c = on(graph, 4, 200);
    sequence.add(Copy(a, b));
    sequence.add(Copy(b, c));
  };
  const auto alone = [](IPUModel &model) { model.supportsSuperTileSendReceive = false; };
  EXPECT_EQ(cycles(chain, alone), 2 * (126 + 50 + 200));
}

/// Reads on tile 0, in one field, the first half of each row of a matrix that lies there.
Make halfRows(std::size_t columns) {
  return [=](Graph &graph, Sequence &sequence) {
    graph.addCodelets(__FILE__);
    const Tensor rows = on(graph, 0, 12 * columns).reshape({12, columns});
    const ComputeSet set = graph.addComputeSet("set");
    const VertexRef v =
        graph.addVertex(set, "Reader", {{"in", rows.slice(0, columns / 2, 1).flatten()}});
    graph.setTileMapping(v, 0);
    graph.setPerfEstimate(v, 10);
    sequence.add(Execute(set));
  };
}

TEST(CycleModel, FieldsInPiecesAreBroughtTogether) {
  EXPECT_EQ(cycles(halfRows(200)), 126 + 60 + 12 * (83 + 50)) << "a copy of 100 words a row";
  EXPECT_EQ(cycles(halfRows(2)), 126 + 60 + 6 * (12 * 8)) << "one worker copies 12 single words";
  const OptionFlags hardware = {{"poplar_emu.cycleModel", "hardware"}};
  EXPECT_EQ(cycles(halfRows(200), {}, hardware) - cycles(halfRows(200)), 36 + 12 * (153 - 83));
}

TEST(CycleModel, TheOptionChoosesTheConstants) {
  const OptionFlags hardware = {{"poplar_emu.cycleModel", "hardware"}},
                    ipumodel = {{"poplar_emu.cycleModel", "ipumodel"}};
  EXPECT_EQ(cycles(twelve, {}, hardware) - cycles(twelve), 36) << "the launch";
  EXPECT_EQ(cycles(twelve, {}, ipumodel), cycles(twelve));
  EXPECT_EQ(cycles(copy(0, 2), {}, hardware) - cycles(copy(0, 2)), 50);
  EXPECT_EQ(cycles(copyOnTile, {}, hardware) - cycles(copyOnTile), 288);
  EXPECT_THROW(cycles(twelve, {}, {{"poplar_emu.cycleModel", "guess"}}), invalid_option);
}

TEST(CycleModel, GenerationsDiffer) {
  const auto of = [](const char *generation) {
    IPUModel model(generation);
    model.tilesPerIPU = kTiles;
    return cyclesOn(model.createDevice(), copy(0, 2));
  };
  EXPECT_EQ(of("ipu1"), 126 + 83 + 1000) << "tiles of an ipu1 do not share";
  EXPECT_EQ(of("ipu2"), 126 + 50 + 500);
  EXPECT_EQ(Target::createIPUTarget(1, "Bow-POD16").getTileClockFrequency(), 1.85e9);
}

} // namespace
} // namespace poplar
#endif
