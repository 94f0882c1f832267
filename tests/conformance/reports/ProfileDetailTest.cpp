// SPDX-License-Identifier: MIT
// What reports say in detail: the code of programs, as much as the memory of tiles holds of it;
// when tiles are released, and when they are done.
#include "ProfileGraphs.hpp"

#include <poplar/ProfileValue.hpp>
#include <pva/pva.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

using namespace profile_test;

namespace {

struct Sums {
  std::vector<std::uint64_t> control = std::vector<std::uint64_t>(8);
  std::vector<std::uint64_t> code = std::vector<std::uint64_t>(8);
};

void addTo(std::vector<std::uint64_t> &sums, const pva::List<std::uint64_t> &byTile) {
  ASSERT_EQ(byTile.size(), sums.size());
  for (std::size_t tile = 0; tile < sums.size(); ++tile)
    sums[tile] += byTile[tile];
}

void addAll(const std::shared_ptr<pva::Program> &program, std::set<std::size_t> &seen, Sums &sums) {
  if (!seen.insert(program->_id()).second) return;
  addTo(sums.control, program->controlCodeByTile());
  addTo(sums.code, program->codeBytesByTile());
  for (const auto &child : program->children())
    addAll(child, seen, sums);
}

std::uint64_t bytesOf(const pva::MemoryRegions &regions) {
  return regions.nonInterleaved().nonOverlapped() + regions.interleaved().nonOverlapped() +
         regions.overflowed().nonOverlapped();
}

// "controlCodeByTile", "codeBytesByTile": of all programs together, what the categories say.
TEST(ProfileDetail, CodeOfProgramsAddsUpToTheMemoryOfTiles) {
  const Device device = model();
  Graph graph(device.getTarget());
  addCodelets(graph);
  Tensor in = graph.addVariable(FLOAT, {8, 100}, "in"), out = graph.addVariable(FLOAT, {8, 100});
  for (unsigned t = 0; t < 8; ++t) {
    graph.setTileMapping(in[t], t);
    graph.setTileMapping(out[t], t);
  }
  Tensor go = graph.addVariable(BOOL, {}, "go"), which = graph.addVariable(INT, {}, "which");
  graph.setTileMapping(go, 0);
  graph.setTileMapping(which, 1);
  graph.setInitialValue(go, false);
  graph.setInitialValue(which, 1);
  DataStream feed = graph.addHostToDeviceFIFO("feed", FLOAT, 800);
  DataStream drain = graph.addDeviceToHostFIFO("drain", FLOAT, 800);
  RemoteBuffer remote = graph.addRemoteBuffer("remote", FLOAT, 800);

  const Execute all = addRotated(graph, "Add<1>", in, out, {0, 1, 2, 3, 4, 5, 6, 7});
  const Execute some = addRotated(graph, "Add<1>", out, in, {2, 6});
  const Execute others = addRotated(graph, "Add<2>", out, in, {1, 2});
  Function function = graph.addFunction(Sequence({all, Copy(in.slice(0, 2), out.slice(2, 4))}));
  Sequence main({Copy(feed, in), WriteUndef(out), Copy(in, out), Copy(in, in.reverse(0)), all, some,
                 Repeat(3, Sequence({all, Call(function), Sync(SyncType::INTERNAL)})),
                 If(go, others, Call(function)), RepeatWhileTrue(Sequence(), go, some),
                 Switch(which, {{1, Copy(out[0], in[5])}, {2, all}}), PrintTensor("which", which),
                 Copy(out, remote), Copy(remote, in), Copy(out, drain)});
  Engine engine(graph, {main, Sequence(), all});

  const pva::Report report = engine.getReport(false);
  Sums sums;
  std::set<std::size_t> seen;
  for (const auto &program : report.compilation().programs())
    addAll(program, seen, sums);
  for (unsigned t = 0; t < 8; ++t) {
    const pva::MemoryByCategory &memory = report.compilation().tiles()[t].memory().category();
    EXPECT_EQ(sums.control[t], bytesOf(memory.controlCode())) << t;
    EXPECT_EQ(sums.code[t], bytesOf(memory.vertexCode()) + bytesOf(memory.internalExchangeCode()) +
                                bytesOf(memory.globalExchangeCode()) +
                                bytesOf(memory.hostExchangeCode()))
        << t;
    EXPECT_GT(bytesOf(memory.globalExchangeCode()), 0u);
    EXPECT_GT(bytesOf(memory.hostExchangeCode()), 0u);
  }
}

// "relativeSyncDelayByTile": cycles after the first tile that a tile is released.
TEST(ProfileDetail, SyncDelaysByTile) {
  IPUModel machine;
  machine.tilesPerIPU = 5;
  machine.numIPUs = 2;
  const auto delays = [&] {
    const Device device = machine.createDevice();
    Graph graph(device.getTarget());
    Engine engine(graph, Sequence());
    std::vector<std::uint64_t> values;
    for (const ProfileValue &delay :
         engine.getGraphProfile()["target"]["relativeSyncDelayByTile"].asVector())
      values.push_back(delay.asUint());
    const Target &target = device.getTarget();
    EXPECT_EQ(target.getMinIPUSyncDelay() + *std::max_element(values.begin(), values.end()),
              target.getMaxIPUSyncDelay());
    return values;
  };
  EXPECT_THAT(delays(), testing::ElementsAre(0, 16, 31, 47, 62, 0, 16, 31, 47, 62));
  machine.relativeSyncDelay = IPUModel::RelativeSyncDelayType::NO_DELAY;
  EXPECT_THAT(delays(), testing::Each(0u));
}

// "activeCycles": from the first to the last tile that is done.
TEST(ProfileDetail, TilesOfAnIpuEndOneAfterTheOther) {
  const Device device = model();
  Graph graph(device.getTarget());
  addCodelets(graph);
  Tensor in = graph.addVariable(FLOAT, {8, 4}, "in"), out = graph.addVariable(FLOAT, {8, 4});
  graph.setTileMapping(in, 0);
  for (unsigned t = 0; t < 8; ++t)
    graph.setTileMapping(out[t], t);
  Engine engine(
      graph,
      Sequence({WriteUndef(in), WriteUndef(out), addRotated(graph, "Add<1>", in, out, {1, 3, 5})}),
      {{"debug.instrumentCompute", "true"}});
  engine.load(device);
  engine.run();
  const pva::Report report = engine.getReport();
  for (const pva::ExecutionStep &step : report.execution().steps()) {
    if (step.program()->type() != pva::Program::Type::OnTileExecute) continue;
    const auto &first = step.ipus()[0].activeCycles(), &second = step.ipus()[1].activeCycles();
    const std::uint64_t from = first.cyclesFrom().max();
    EXPECT_EQ(first.cyclesFrom().min(), from);
    EXPECT_EQ(first.cyclesTo().max() - first.cyclesTo().min(), 6 * (13u - 11u));
    EXPECT_EQ(second.cyclesTo().max(), second.cyclesTo().min());
    EXPECT_EQ(second.cyclesTo().max() - first.cyclesTo().max(), 6 * (15u - 13u));
    EXPECT_EQ(step.ipus()[1].cycles(), second.cyclesTo().max() - from);
    return;
  }
  FAIL() << "no vertex has run";
}

} // namespace
