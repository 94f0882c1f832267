// SPDX-License-Identifier: MIT
// Copies between any two views move what they should, in any order of moves, and count the
// exchange.
#include "../MoveInterpreter.hpp"
#include "../RandomGraphs.hpp"

#include "compile/program/Transfers.hpp"
#include "view/Ops.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>
#include <tuple>

namespace poplar_emu::compile::test {
namespace {

struct Bytes {
  explicit Bytes(std::size_t size) : data(size) {
    for (std::size_t i = 0; i < size; ++i)
      data[i] = static_cast<std::byte>((i * 0x9e3779b97f4a7c15u) >> 40);
  }
  void copyElement(std::uint64_t from, std::uint64_t to, const Bytes &source, std::uint64_t width) {
    std::memcpy(data.data() + to, source.data.data() + from, width);
  }
  std::vector<std::byte> data;
};

struct ByDefinition {
  plan::ExchangeSummary summary;
  std::uint64_t maxSentOnce = 0; ///< if every element leaves its tile once for each IPU
};

ByDefinition exchangeByDefinition(const RandomGraph &random, const StorageMap &map,
                                  const view::View &source, const view::View &destination,
                                  std::uint64_t width) {
  const auto from = elementsOf(source), to = elementsOf(destination);
  ByDefinition definition;
  plan::ExchangeSummary &summary = definition.summary;
  std::map<TileId, std::set<std::tuple<VariableId, std::uint64_t, bool>>> sent;
  std::map<TileId, std::pair<std::uint64_t, std::uint64_t>> tiles;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const TileId s = map.tileOf(from[i].first, from[i].second);
    const TileId d = map.tileOf(to[i].first, to[i].second);
    if (s == d) continue;
    summary.totalBytes += width;
    tiles[s].first += width;
    tiles[d].second += width;
    const std::uint32_t perIpu = random.graph.machine.tilesPerIpu;
    const bool crosses = s.value / perIpu != d.value / perIpu;
    if (crosses) summary.interIpuBytes += width;
    sent[s].emplace(from[i].first, from[i].second, crosses);
  }
  for (const auto &[tile, elements] : sent)
    definition.maxSentOnce = std::max(definition.maxSentOnce, elements.size() * width);
  for (const auto &[tile, sums] : tiles) {
    summary.maxSentBytes = std::max(summary.maxSentBytes, sums.first);
    summary.maxReceivedBytes = std::max(summary.maxReceivedBytes, sums.second);
  }
  summary.tiles = static_cast<std::uint32_t>(tiles.size());
  return definition;
}

/// Identical pairs are left out of moves; they lie on one tile, so the exchange is the same.
void expectSame(const ByDefinition &definition, const plan::ExchangeSummary &got) {
  const plan::ExchangeSummary &expected = definition.summary;
  EXPECT_EQ(got.totalBytes, expected.totalBytes);
  EXPECT_LE(got.maxSentBytes, expected.maxSentBytes);
  EXPECT_EQ(got.maxReceivedBytes, expected.maxReceivedBytes);
  EXPECT_EQ(got.interIpuBytes, expected.interIpuBytes);
  EXPECT_EQ(got.tiles, expected.tiles);
}

TEST(CopyLowering, RepeatsOfABroadcastCostNothing) {
  constexpr std::uint64_t kTimes = std::uint64_t{1} << 34, kElements = 8;
  TestGraph test(4);
  const VariableId spread = test.spread("spread", kElements), // two elements a tile
      one = test.variable("one", kElements, TileId(1)),
                   all = test.spread("all", kElements * kTimes);
  const std::uint64_t total = kElements * kTimes * sizeof(float);
  const Input input = test.input();
  const StorageMap map(input, test.everything());
  plan::Plan plan;
  Transfers transfers(input, map, map.bytes(), plan);
  const auto broadcast = [&](VariableId source) {
    view::View view = view::wholeVariable(source, std::vector<std::uint64_t>{kElements});
    const ir::Operand from{view::broadcast(view, kTimes, 0), ElementType::Float};
    const ir::Operand to{view::wholeVariable(all, std::vector<std::uint64_t>{kElements * kTimes}),
                         ElementType::Float};
    return transfers.copy({from, to}).value();
  };
  // A quarter of the destination is on each tile, a quarter of which comes from there. What is sent
  // goes to all tiles at once.
  const plan::CopyStep fromAll = broadcast(spread);
  EXPECT_EQ(fromAll.exchange.totalBytes, total / 4 * 3);
  EXPECT_EQ(fromAll.exchange.maxSentBytes, kElements / 4 * sizeof(float));
  EXPECT_EQ(fromAll.exchange.maxReceivedBytes, total / 16 * 3);
  EXPECT_EQ(fromAll.exchange.tiles, 4u);
  const plan::CopyStep fromOne = broadcast(one);
  EXPECT_EQ(fromOne.exchange.totalBytes, total / 4 * 3);
  EXPECT_EQ(fromOne.exchange.maxSentBytes, kElements * sizeof(float));
  EXPECT_EQ(fromOne.exchange.maxReceivedBytes, total / 4);
  for (const plan::CopyStep &step : {fromAll, fromOne})
    EXPECT_LT(step.phases.at(0).moves.size(), 100u);
}

TEST(CopyLowering, RandomCopiesAreAsIfTheSourceWasReadFirst) {
  int staged = 0, copies = 0, sentOnce = 0;
  for (std::uint64_t seed = 0; seed < 2500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomGraph random(seed);
    const ElementType types[] = {ElementType::Float, ElementType::Half, ElementType::Char,
                                 ElementType::LongLong};
    const ElementType type = types[random.below(4)];
    const std::uint64_t width = sizeInBytes(type);
    for (std::uint64_t n = 1 + random.below(3); n > 0; --n)
      random.randomVariable(type);
    const view::View destination = random.randomDestination();
    const view::View source = random.randomSource(destination.numElements());

    const Input input = random.input();
    const StorageMap map(input, random.everything());
    plan::Plan plan;
    Transfers transfers(input, map, map.bytes(), plan);
    const auto step = transfers.copy({{source, type}, {destination, type}});

    const Bytes before(transfers.memoryEnd());
    Bytes expected = before, got = before;
    const auto from = elementsOf(source), to = elementsOf(destination);
    for (std::size_t i = 0; i < from.size(); ++i)
      expected.copyElement(*map.contiguous(from[i].first, from[i].second, 1),
                           *map.contiguous(to[i].first, to[i].second, 1), before, width);
    if (step) {
      staged += step->phases.size() > 1;
      for (const plan::MoveList &phase : step->phases) {
        expectWellFormed(phase);
        execute(phase, got.data, got.data, seed);
      }
      const ByDefinition definition = exchangeByDefinition(random, map, source, destination, width);
      expectSame(definition, step->exchange);
      ++copies;
      sentOnce += step->exchange.maxSentBytes == definition.maxSentOnce;
    }
    // What lies behind the variables is scratch.
    got.data.resize(map.bytes());
    expected.data.resize(map.bytes());
    ASSERT_EQ(got.data, expected.data);
    if (HasFailure()) return;
  }
  EXPECT_GT(staged, 100);
  // What two parts of a copy send counts twice, and who gets it is looked up at both ends only.
  EXPECT_GT(sentOnce, 0.9 * copies) << sentOnce << " of " << copies;
}

TEST(CopyLowering, RandomHostTransfersKeepFlattenedOrder) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomGraph random(seed);
    for (std::uint64_t n = 1 + random.below(3); n > 0; --n)
      random.randomVariable(ElementType::Half);
    const view::View view = random.randomDestination();
    const ir::Operand operand{view, ElementType::Half};
    const Input input = random.input();
    const StorageMap map(input, random.everything());
    plan::Plan plan;
    Transfers transfers(input, map, map.bytes(), plan);
    const auto elements = elementsOf(view);

    const plan::HostArgument up = transfers.toHost(operand);
    EXPECT_EQ(up.bytes, elements.size() * 2);
    const Bytes memory(map.bytes());
    Bytes host(up.bytes), expectedHost(up.bytes);
    for (std::size_t i = 0; i < elements.size(); ++i)
      expectedHost.copyElement(*map.contiguous(elements[i].first, elements[i].second, 1), i * 2,
                               memory, 2);
    expectWellFormed(up.moves);
    execute(up.moves, memory.data, host.data, seed);
    ASSERT_EQ(host.data, expectedHost.data);

    const plan::HostArgument down = transfers.fromHost(operand);
    Bytes target(map.bytes() + 64), expected = target;
    for (std::size_t i = 0; i < elements.size(); ++i)
      expected.copyElement(i * 2, *map.contiguous(elements[i].first, elements[i].second, 1), host,
                           2);
    execute(down.moves, host.data, target.data, seed);
    ASSERT_EQ(target.data, expected.data);
    ASSERT_EQ(transfers.addresses(operand).size(), elements.size());
  }
}

/// Two variables, the second `to`.
struct TwoVariables : testing::Test {
  TwoVariables()
      : test(16), x(test.spread("x", kSize * kSize)), y(test.spread("y", kSize * kSize)) {}

  plan::CopyStep copy(const view::View &source, const view::View &destination) {
    const StorageMap map(test.input(), test.everything());
    plan::Plan plan;
    Transfers transfers(test.input(), map, map.bytes(), plan);
    auto step = transfers.copy({{source, ElementType::Float}, {destination, ElementType::Float}});
    grown = transfers.memoryEnd() - map.bytes();
    return step ? *step : plan::CopyStep{};
  }
  view::View square(VariableId id) const {
    return view::wholeVariable(id, std::vector<std::uint64_t>{kSize, kSize});
  }

  static constexpr std::uint64_t kSize = 1024;
  TestGraph test;
  VariableId x, y;
  std::uint64_t grown = 0;
};

TEST_F(TwoVariables, WholeCopyIsContiguous) {
  const plan::CopyStep step = copy(square(x), square(y));
  ASSERT_EQ(step.phases.size(), 1u);
  EXPECT_EQ(step.phases[0].moves.size(), step.phases[0].numChunks());
  EXPECT_TRUE(step.phases[0].patterns.empty());
  EXPECT_EQ(step.exchange.totalBytes, 0u);
}

TEST_F(TwoVariables, TransposeIsAHandfulOfBlocks) {
  const plan::CopyStep step = copy(view::transpose(square(x)), square(y));
  ASSERT_EQ(step.phases.size(), 1u);
  EXPECT_LE(step.phases[0].moves.size(), 40u);
  EXPECT_GE(step.phases[0].numChunks(), 16u);
  EXPECT_LT(footprint(step.phases[0]), 4096u);
  for (const plan::Move &move : step.phases[0].moves) {
    const plan::Pattern &pattern = step.phases[0].patterns.at(move.pattern);
    ASSERT_EQ(pattern.count, 2u);
    EXPECT_EQ(step.phases[0].loops[pattern.first].sourceStride, 4);
    EXPECT_EQ(step.phases[0].loops[pattern.first + 1].destinationStride, 4);
  }
  // Every tile sends 15/16 of its part.
  EXPECT_EQ(step.exchange.maxSentBytes, kSize * kSize / 16 * 4 * 15 / 16);
  EXPECT_EQ(step.exchange.tiles, 16u);
}

TEST_F(TwoVariables, CopyOntoItselfIsDropped) {
  EXPECT_TRUE(copy(square(x), square(x)).phases.empty());
  EXPECT_TRUE(copy(view::transpose(square(x)), view::transpose(square(x))).phases.empty());
}

TEST_F(TwoVariables, OnlyTrueOverlapIsStaged) {
  const view::View flat = view::flatten(square(x));
  EXPECT_EQ(copy(view::slice(flat, 0, 1000), view::slice(flat, 1000, 2000)).phases.size(), 1u);
  EXPECT_EQ(grown, 0u);
  // Even and odd elements interleave but never meet.
  EXPECT_EQ(copy(view::subSample(view::slice(flat, 0, 1000), 2, 0),
                 view::subSample(view::slice(flat, 1, 1001), 2, 0))
                .phases.size(),
            1u);
  EXPECT_EQ(copy(view::slice(flat, 0, 1000), view::slice(flat, 1, 1001)).phases.size(), 2u);
  EXPECT_GE(grown, 4000u);
  EXPECT_EQ(copy(view::transpose(square(x)), square(x)).phases.size(), 2u);
}

TEST_F(TwoVariables, UnstagedPartsAreCopiedOnce) {
  const view::View flat = view::flatten(square(x));
  const plan::CopyStep step =
      copy(view::concat({view::slice(view::flatten(square(y)), 0, 50000), view::slice(flat, 0, 8)}),
           view::concat({view::slice(flat, 100000, 150000), view::slice(flat, 4, 12)}));
  ASSERT_EQ(step.phases.size(), 2u);
  EXPECT_EQ(step.phases[0].totalBytes, 32u);
  EXPECT_EQ(step.phases[1].totalBytes, 50008u * 4);
}

TEST_F(TwoVariables, EmptyCopyIsDropped) {
  const view::View none = view::slice(view::flatten(square(x)), 5, 5);
  EXPECT_TRUE(copy(none, none).phases.empty());
}

} // namespace
} // namespace poplar_emu::compile::test
