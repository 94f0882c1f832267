// SPDX-License-Identifier: MIT
// What pipelining is for: modelled cycles against the same stages one after the other.
#include "Network.hpp"

#include <poplar/CycleCount.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;

/// A layer of `operations` supersteps.
void addWork(Model &model, const std::string &in, const std::string &out, unsigned operations) {
  model.layer(out).reads({in}).makes({out}).forward([=](const Forward &at) {
    poplar::Tensor x = at.input(in);
    for (unsigned i = 0; i < operations; ++i)
      x = popops::add(at.graph(), x, x, at.program());
    at.output(out, x);
  });
}

Model workModel(unsigned first, unsigned second, std::size_t elements = 64) {
  Model model;
  model.input("x", poplar::FLOAT, {elements});
  addWork(model, "x", "a", first);
  addWork(model, "a", "b", second);
  model.output("b");
  place(model, {0, 1});
  return model;
}

std::uint64_t cyclesOf(const Model &model, const Options &options, std::size_t elements = 64,
                       unsigned tiles = 8) {
  poplar::Device device = makeDevice(2, tiles);
  poplar::Graph graph(device.getTarget());
  poplar::program::Sequence program{build(graph, model, options).program};
  graph.createHostRead("cycles", poplar::cycleCount(graph, program, 0, poplar::SyncType::EXTERNAL));
  poplar::Engine engine(graph, program);
  engine.load(device);
  Floats in(options.microBatches * elements, 0.0f), out(in.size());
  engine.connectStream("x", in.data(), in.data() + in.size());
  engine.connectStream("b", out.data(), out.data() + out.size());
  engine.run();
  std::uint64_t cycles = 0;
  engine.readTensor("cycles", &cycles, &cycles + 1);
  return cycles;
}

Options inference(ScheduleKind kind, unsigned microBatches) {
  Options options;
  options.schedule = kind;
  options.mode = Mode::Inference;
  options.microBatches = microBatches;
  return options;
}

double gain(const Model &model, unsigned microBatches) {
  return static_cast<double>(cyclesOf(model, inference(ScheduleKind::Sequential, microBatches))) /
         static_cast<double>(cyclesOf(model, inference(ScheduleKind::Popart, microBatches)));
}

TEST(Cycles, TwoEqualStagesGainAlmostTwofold) {
  // 16 micro-batches in 17 cycles instead of 32: 1.88 if nothing but stages took time.
  const double gained = gain(workModel(120, 120), 16);
  EXPECT_GE(gained, 1.7);
  EXPECT_LE(gained, 32.0 / 17);
}

TEST(Cycles, TheGainGrowsWithTheMicroBatches) {
  const Model model = workModel(120, 120);
  EXPECT_LT(gain(model, 2), gain(model, 4));
  EXPECT_LT(gain(model, 4), gain(model, 16));
}

TEST(Cycles, TheSlowestStageDecides) {
  EXPECT_LT(gain(workModel(200, 40), 16), gain(workModel(120, 120), 16));
}

TEST(Cycles, IoTilesTakeTheLongerOfComputeAndTransfersInsteadOfTheirSum) {
  constexpr std::size_t kElements = 16384; // a transfer takes some ten thousand cycles
  constexpr unsigned kMicroBatches = 40;
  const auto cycles = [&](unsigned operations) {
    Options options = inference(ScheduleKind::Popart, kMicroBatches);
    options.numIoTiles = 32;
    return static_cast<double>(
               cyclesOf(workModel(operations, operations, kElements), options, kElements, 64)) /
           kMicroBatches;
  };
  const double transfers = cycles(1), operation = (cycles(80) - cycles(60)) / 20;
  const auto operations = static_cast<unsigned>(transfers / operation);
  const double compute = operation * operations, both = cycles(operations);
  EXPECT_LT(both, 0.7 * (transfers + compute));
  EXPECT_LT(both, 1.2 * std::max(transfers, compute));
  EXPECT_LT(std::max(transfers, compute), both);
}

} // namespace
