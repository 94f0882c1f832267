// SPDX-License-Identifier: MIT
// Whom a transfer of the host makes wait: all IPUs, or with ipuAndAll those that it serves.
#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using namespace poplar;
using namespace poplar::program;

Device attach(const OptionFlags &options) {
  for (Device &device : DeviceManager().getDevices(TargetType::IPU, 2, options))
    if (device.attach()) return std::move(device);
  throw std::runtime_error("no device");
}

/// Cycles of ten rounds, in each of which IPU 0 gets data and IPU 1 computes `operations` times.
double cyclesOf(const OptionFlags &options, unsigned operations, bool transfers) {
  const Device device = attach(options);
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  Graph first = graph.createVirtualGraph(0, 1472), second = graph.createVirtualGraph(1472, 2944);
  const Tensor data = first.addVariable(FLOAT, {65536}, "data"),
               other = second.addVariable(FLOAT, {65536}, "other");
  poputil::mapTensorLinearly(first, data);
  poputil::mapTensorLinearly(second, other);
  Sequence round;
  const DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 65536);
  if (transfers) round.add(Copy(in, data));
  // IPU 0 computes too, so that none of its tiles serves the host alone.
  popops::addInPlace(first, data, data, round);
  for (unsigned i = 0; i < operations; ++i)
    popops::addInPlace(second, other, other, round);
  Sequence prog{Repeat(10, round)};
  graph.createHostRead("cycles", cycleCount(graph, prog, 0, SyncType::EXTERNAL));
  Engine engine(graph, prog);
  engine.load(device);
  std::vector<float> values(65536);
  engine.connectStream("in", values.data(), values.data() + values.size());
  engine.run();
  std::uint64_t cycles = 0;
  engine.readTensor("cycles", &cycles, &cycles + 1);
  return static_cast<double>(cycles);
}

TEST(HostSync, TransfersOfOneIpuAddToTheWorkOfOthersByDefault) {
  const double compute = cyclesOf({}, 60, false), transfers = cyclesOf({}, 0, true),
               both = cyclesOf({}, 60, true);
  EXPECT_GT(both, 0.9 * (compute + transfers));
}

TEST(HostSync, WithIpuAndAllTheyOverlap) {
  const OptionFlags each{{"syncConfiguration", "ipuAndAll"}};
  const double compute = cyclesOf(each, 60, false), transfers = cyclesOf(each, 0, true),
               both = cyclesOf(each, 60, true);
  EXPECT_LT(both, 1.1 * std::max(compute, transfers));
  EXPECT_GT(std::min(compute, transfers), 0.2 * both);
}

} // namespace
