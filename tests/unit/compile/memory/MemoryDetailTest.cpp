// SPDX-License-Identifier: MIT
// Reports of memory against a count by hand: categories, steps and places of random programs.
#include "MemoryGraph.hpp"

#include "compile/memory/MemoryDetail.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace poplar_emu::compile::test {
namespace {

/// Straight-line programs of copies and supersteps, and what lives when by the definition: from
/// the first write to the last use; all the time if a program reads it first.
class RandomProgram : public MemoryGraph {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {
    graph.machine.bytesPerTile = 0;
    options.memoryDetail = MemoryDetail::AllTiles;
    options.supervisorStackBytes = 128;
    options.workerStackBytes = 512;
    options.interleavedFrom = 4096;
    for (int v = 0; v < 12; ++v) {
      const std::uint64_t elements = 4 * (1 + below(50));
      variables.push_back(below(3) == 0 ? spread("s", elements)
                                        : variable("v", elements, TileId(below(4))));
    }
    graph.variable(variables[0]).kind = ir::VariableKind::Constant;
    std::vector<ir::ProgramRef> steps;
    for (int s = 0; s < 25; ++s)
      steps.push_back(randomStep());
    programs = {sequence(std::move(steps))};
  }

  /// Of one step.
  struct Uses {
    std::set<std::size_t> reads, writes;
    std::map<std::uint32_t, std::uint64_t> buffers; ///< by tile
  };

  std::uint64_t bytesOn(std::size_t variable, std::uint32_t tile) const {
    std::uint64_t elements = 0;
    for (std::uint64_t e = 0; e < graph.variables[variable].numElements; ++e)
      if (tileOf(variable, e) == tile) ++elements;
    return 4 * elements;
  }

  std::vector<VariableId> variables;
  std::vector<Uses> uses; ///< by step

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  std::uint32_t tileOf(std::size_t variable, std::uint64_t element) const {
    return graph.variables[variable].mapping.tileOf(element)->value;
  }

  ir::ProgramRef randomStep() {
    Uses &step = uses.emplace_back();
    const std::size_t from = below(12), to = 1 + below(11);
    step.reads.insert(from);
    step.writes.insert(to);
    if (below(2) == 0) return copy(variables[from], variables[to]); // nobody looks at shapes
    const std::uint64_t n =
        std::min(graph.variables[from].numElements, graph.variables[to].numElements);
    const std::uint32_t tile = below(4);
    const ComputeSetId set = computeSet("cs");
    const VertexId v = vertex(set, copyType, tile);
    const auto length = static_cast<std::uint32_t>(n);
    connect(v, "in", {run(variables[from], 0, length)});
    connect(v, "out", {run(variables[to], 0, length)});
    for (const std::size_t variable : {from, to})
      for (std::uint32_t e = 0; e < length; ++e)
        if (tileOf(variable, e) != tile) step.buffers[tile] += 4;
    if (from == to && !step.buffers.empty()) step.buffers[tile] /= 2; // the same operand
    return node(ir::Execute{set, {}});
  }

  std::mt19937 random_;
};

struct Life {
  bool always = false;
  std::size_t first = ~std::size_t{0}, last = 0;
  bool at(std::size_t step) const { return always || (first <= step && step <= last); }
};

std::vector<Life> livesOf(const RandomProgram &program) {
  std::vector<Life> lives(12);
  for (std::size_t s = 0; s < program.uses.size(); ++s) {
    for (const std::size_t v : program.uses[s].reads) {
      lives[v].always = lives[v].always || lives[v].first == ~std::size_t{0};
      lives[v].last = s;
    }
    for (const std::size_t v : program.uses[s].writes) {
      lives[v].first = std::min(lives[v].first, s);
      lives[v].last = s;
    }
  }
  lives[0].always = true; // a constant
  return lives;
}

class MemoryDetailOfRandomProgram : public testing::TestWithParam<unsigned> {};

TEST_P(MemoryDetailOfRandomProgram, AddsUpByTileStepAndCategory) {
  const RandomProgram program(GetParam());
  const std::vector<Life> lives = livesOf(program);
  const plan::TileMemory memory = program.count();
  ASSERT_EQ(memory.steps.size(), program.uses.size());
  for (std::uint32_t tile = 0; tile < 4; ++tile) {
    const plan::TileBytes &bytes = memory.tiles[tile];
    EXPECT_EQ(std::accumulate(bytes.bytes.begin(), bytes.bytes.end(), std::uint64_t{0}),
              bytes.excludingGaps());
    std::uint64_t most = 0;
    for (std::size_t s = 0; s < program.uses.size(); ++s) {
      std::uint64_t live = 0;
      for (std::size_t v = 0; v < lives.size(); ++v)
        if (!lives[v].always && lives[v].at(s)) live += program.bytesOn(v, tile);
      const auto buffer = program.uses[s].buffers.find(tile);
      if (buffer != program.uses[s].buffers.end()) live += buffer->second;
      EXPECT_EQ(memory.steps[s].bytesByTile[tile], live) << "tile " << tile << ", step " << s;
      most = std::max(most, live);
    }
    EXPECT_EQ(bytes.notAlwaysLive, most) << "tile " << tile;
    if (most > 0) {
      EXPECT_EQ(memory.steps[bytes.fullestStep].bytesByTile[tile], most);
    }
  }
  for (std::size_t s = 0; s < program.uses.size(); ++s) {
    const plan::MemoryStep &step = memory.steps[s];
    EXPECT_EQ(step.bytes, std::accumulate(step.bytesByTile.begin(), step.bytesByTile.end(), 0u));
    std::vector<std::uint32_t> alive;
    for (std::uint32_t v = 0; v < lives.size(); ++v)
      if (!lives[v].always && lives[v].at(s)) alive.push_back(v);
    EXPECT_EQ(step.variables, alive) << "step " << s;
  }
  for (std::size_t v = 0; v < lives.size(); ++v) {
    const bool used = lives[v].always || lives[v].first != ~std::size_t{0};
    if (used) {
      EXPECT_EQ(memory.alwaysLive[v], lives[v].always ? 1 : 0) << "variable " << v;
    }
  }
}

TEST_P(MemoryDetailOfRandomProgram, PlacesEverythingApart) {
  const RandomProgram program(GetParam());
  const plan::TileMemory memory = program.count();
  std::vector<std::uint64_t> ends(4), always(4);
  for (std::size_t i = 0; i < memory.placed.size(); ++i) {
    const plan::PlacedMemory &a = memory.placed[i];
    ends[a.tile] = std::max(ends[a.tile], a.offset + a.bytes);
    if (a.alwaysLive) always[a.tile] += a.bytes;
    for (std::size_t j = 0; j < i; ++j) {
      const plan::PlacedMemory &b = memory.placed[j];
      if (a.tile != b.tile) continue;
      const bool together =
          a.alwaysLive || b.alwaysLive || (a.firstStep <= b.lastStep && b.firstStep <= a.lastStep);
      EXPECT_TRUE(!together || a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset)
          << "tile " << a.tile << ": " << j << " and " << i;
    }
  }
  for (std::size_t t = 0; t < 4; ++t) {
    EXPECT_EQ(memory.tiles[t].alwaysLive, always[t]);
    EXPECT_EQ(memory.tiles[t].includingGaps(), ends[t]);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, MemoryDetailOfRandomProgram, testing::Range(0u, 30u));

TEST(MemoryDetail, InterleavedFieldsAndAlignedOnesGetTheirPlace) {
  MemoryGraph graph;
  graph.options.memoryDetail = MemoryDetail::FullestTile;
  graph.options.interleavedFrom = 13 * 16384;
  graph.graph.machine.bytesPerTile = 638976;
  ir::VertexType type =
      vertexType("Wide", {field("wide", ir::FieldKind::VectorEdge, ir::Direction::In),
                          field("aligned", ir::FieldKind::VectorEdge, ir::Direction::In)});
  type.fields[0].interleaved = true;
  type.fields[1].minAlign = 32;
  const VertexTypeId id = graph.types.add(type);
  const VariableId odd = graph.variable("odd", 3, TileId(1));
  const VariableId wide = graph.variable("wide", 40, TileId(1));
  const VariableId aligned = graph.variable("aligned", 40, TileId(1));
  const VertexId v = graph.vertex(graph.computeSet("cs"), id, 1);
  graph.connect(v, "wide", {run(wide, 0, 40)});
  graph.connect(v, "aligned", {run(aligned, 0, 40)});
  graph.programs = {
      graph.sequence({graph.streamIn(odd), graph.streamIn(wide), graph.streamIn(aligned),
                      graph.node(ir::Execute{ComputeSetId(0), {}}), graph.streamOut(odd)})};
  const plan::TileMemory memory = graph.count();
  std::map<std::uint32_t, std::uint64_t> offsets;
  for (const plan::PlacedMemory &placed : memory.placed) {
    EXPECT_EQ(placed.tile, 1u) << "only the fullest tile was asked for";
    if (placed.variable != plan::kNone) offsets[placed.variable] = placed.offset;
    if (placed.category == MemoryCategory::VertexCode) {
      EXPECT_EQ(placed.offset, 0u);
    }
  }
  EXPECT_EQ(offsets.at(wide.value), 13u * 16384);
  EXPECT_EQ(offsets.at(aligned.value) % 32, 0u);
  EXPECT_GT(memory.tiles[1].gaps, 0u);
  EXPECT_EQ(memory.tiles[0].includingGaps(), 0u);
}

TEST(MemoryDetail, WithoutAReportThereAreTotalsOnly) {
  MemoryGraph graph;
  const VariableId a = graph.variable("a", 10, TileId(1));
  graph.programs = {graph.sequence({graph.streamIn(a), graph.streamOut(a)})};
  const plan::TileMemory memory = graph.count();
  EXPECT_EQ(memory.tiles[1].notAlwaysLive, 40u);
  EXPECT_TRUE(memory.placed.empty());
  EXPECT_TRUE(memory.steps.empty());
}

TEST(MemoryDetail, WhatIsAllowedToBeTooMuchLiesBeyondTheEnd) {
  MemoryGraph graph;
  graph.options.outOfMemory = OutOfMemory::Allow;
  const VariableId a = graph.variable("a", 20000, TileId(1)),
                   b = graph.variable("b", 9000, TileId(1));
  graph.programs = {
      graph.sequence({graph.streamIn(a), graph.streamIn(b), graph.copy(b, b), graph.streamOut(a)})};
  testing::internal::CaptureStderr();
  const plan::TileMemory memory = graph.count();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("116000 bytes used"), std::string::npos);
  EXPECT_TRUE(memory.outOfMemory);
  ASSERT_EQ(memory.placed.size(), 2u);
  EXPECT_EQ(memory.placed[1].offset, 80000u);
  EXPECT_GT(memory.placed[1].offset + memory.placed[1].bytes, graph.graph.machine.bytesPerTile);
}

} // namespace
} // namespace poplar_emu::compile::test
