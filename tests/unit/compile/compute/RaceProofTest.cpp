// SPDX-License-Identifier: MIT
// Races are found exactly, by each of the three ways, and told with both parties.
#include "../GraphFixture.hpp"
#include "compile/races/VertexAccess.hpp"

#include <gtest/gtest.h>

#include <random>

namespace poplar_emu::compile::test {
namespace {

using ir::Direction;
using ir::FieldKind;

class RaceProof : public ::testing::Test {
 protected:
  RaceProof()
      : type(graph.types.add(
            vertexType("Stencil", {field("in", FieldKind::VectorEdge, Direction::In),
                                   field("out", FieldKind::VectorEdge, Direction::Out),
                                   field("both", FieldKind::VectorEdge, Direction::InOut)}))),
        grid(graph.spread("grid", 1024)), cs(graph.computeSet("halo")) {}

  std::string message() {
    return messageOf([this] { proveNoRaces(graph.input(), graph.everything()); });
  }

  TestGraph graph;
  VertexTypeId type;
  VariableId grid;
  ComputeSetId cs;
};

TEST_F(RaceProof, TwoWriters) {
  const VertexId a = graph.vertex(cs, type, 3);
  const VertexId b = graph.vertex(cs, type, 0);
  graph.connect(a, "out", {run(grid, 0, 130)}, ir::kNone, 41);
  graph.connect(b, "out", {run(grid, 128, 130)}, ir::kNone, 42);
  EXPECT_EQ(message(), "error[PE0203]: two vertices write the same elements in compute set 'halo'\n"
                       "  --> user.cpp:41   Stencil#0.out (tile 3) writes grid[0:130)\n"
                       "  --> user.cpp:42   Stencil#1.out (tile 0) writes grid[128:258)\n"
                       "  overlap: grid[128:130), 2 elements, 8 bytes\n"
                       "  fix: give each vertex its own slice, or use two compute sets");
}

TEST_F(RaceProof, ReaderAndWriter) {
  const VertexId a = graph.vertex(cs, type, 3, 40);
  const VertexId b = graph.vertex(cs, type, 0, 44);
  graph.connect(a, "in", {rows(grid, 0, 1, 16, 2)});
  graph.connect(b, "both", {run(grid, 4, 1)});
  EXPECT_EQ(message(),
            "error[PE0203]: a vertex reads elements that another one writes in compute set 'halo'\n"
            "  --> user.cpp:40   Stencil#0.in (tile 3) reads grid[0:31)\n"
            "  --> user.cpp:44   Stencil#1.both (tile 0) writes grid[4:5)\n"
            "  overlap: grid[4:5), 1 element, 4 bytes\n"
            "  fix: read in a compute set of its own, or write to another tensor");
}

TEST_F(RaceProof, OneVertexMayReadWhatItWrites) {
  const VertexId a = graph.vertex(cs, type, 3);
  graph.connect(a, "in", {run(grid, 0, 10)});
  graph.connect(a, "out", {run(grid, 5, 10)});
  graph.connect(a, "both", {run(grid, 12, 10)});
  graph.vertex(cs, type, 3);
  EXPECT_EQ(message(), "");
}

TEST_F(RaceProof, ComputeSetsDoNotMeet) {
  const ComputeSetId next = graph.computeSet("next");
  graph.connect(graph.vertex(cs, type, 0), "out", {run(grid, 0, 10)});
  graph.connect(graph.vertex(next, type, 1), "out", {run(grid, 0, 10)});
  EXPECT_EQ(message(), "");
}

TEST_F(RaceProof, StridedColumnsAreProven) {
  const VariableId matrix = graph.spread("matrix", 512 * 512);
  for (std::uint32_t column = 0; column < 512; ++column)
    graph.connect(graph.vertex(cs, type, column % 4), "out", {rows(matrix, column, 1, 512, 512)});
  EXPECT_EQ(message(), "");
  graph.connect(graph.vertex(cs, type, 0), "in", {run(matrix, 512 * 300 + 7, 1)});
  EXPECT_NE(message().find("overlap: matrix[153607:153608), 1 element"), std::string::npos)
      << message();
}

TEST_F(RaceProof, ManyReadersOfOneScalarAreProven) {
  const VariableId scalar = graph.variable("scalar", 1, TileId(0));
  for (int i = 0; i < 1000; ++i)
    graph.connect(graph.vertex(cs, type, 0), "in", {run(scalar, 0, 1)});
  EXPECT_EQ(message(), "");
  graph.connect(graph.vertex(cs, type, 0), "both", {run(scalar, 0, 1)});
  EXPECT_NE(message().find("PE0203"), std::string::npos);
}

/// Random accesses to one variable; expected: an owner set an element.
struct RandomGroup {
  explicit RandomGroup(std::mt19937_64 &random) {
    const std::uint64_t spread = 50 + random() % 4000;
    const std::size_t number = 2 + random() % 30;
    for (std::uint32_t i = 0; i < number; ++i) {
      ir::Region region =
          rows(VariableId(0), 200 + random() % spread, static_cast<std::uint32_t>(1 + random() % 5),
               static_cast<std::uint32_t>(1 + random() % 4), 0);
      region.stride = static_cast<std::int64_t>(random() % 81) - 40;
      const bool writes = random() % 3 != 0;
      // A written region holds each element once.
      if (writes && repeatsElement({&region, 1})) region.count = 1;
      regions.push_back(region);
      accesses.push_back({static_cast<std::uint32_t>(random() % (number / 2 + 1)), 0, i,
                          writes ? AccessKind::Write : AccessKind::Read});
      if (!writes) continue;
      const ElementRange more = hull(region);
      written = written.size() == 0 ? more
                                    : ElementRange{std::min(written.begin, more.begin),
                                                   std::max(written.end, more.end)};
    }
  }

  bool conflicts() const {
    std::vector<std::vector<VertexAccess>> users(8000);
    for (const VertexAccess &access : accesses) {
      const ir::Region &region = regions[access.region];
      for (std::uint64_t row = 0; row < region.count; ++row)
        for (std::uint64_t i = 0; i < region.length; ++i)
          users[rowStart(region, row) + i].push_back(access);
    }
    for (const auto &element : users)
      for (const VertexAccess &a : element)
        for (const VertexAccess &b : element)
          if (a.vertex != b.vertex && a.kind == AccessKind::Write) return true;
    return false;
  }

  AccessGroup group() const { return {accesses, regions, written}; }

  std::vector<ir::Region> regions;
  std::vector<VertexAccess> accesses;
  ElementRange written;
};

bool isRealConflict(const RandomGroup &group, const Conflict &conflict) {
  return conflict.first.vertex != conflict.second.vertex &&
         (conflict.first.kind == AccessKind::Write || conflict.second.kind == AccessKind::Write) &&
         intersect(group.regions[conflict.first.region], group.regions[conflict.second.region]);
}

TEST(RaceProofWays, AllAgreeWithOwnerSets) {
  std::mt19937_64 random(7);
  OwnerArray owners;
  int conflicting = 0;
  for (int i = 0; i < 20000; ++i) {
    const RandomGroup group(random);
    const bool expected = group.conflicts();
    conflicting += expected;
    const auto pairs = findConflictByPairs(group.group());
    const auto sweep = findConflictBySweep(group.group());
    const auto owner = owners.findConflict(group.group());
    ASSERT_EQ(pairs.has_value(), expected) << "group " << i;
    ASSERT_EQ(sweep.has_value(), expected) << "group " << i;
    ASSERT_EQ(owner.has_value(), expected) << "group " << i;
    if (!expected) continue;
    EXPECT_TRUE(isRealConflict(group, *pairs));
    EXPECT_TRUE(isRealConflict(group, *sweep));
    EXPECT_TRUE(isRealConflict(group, *owner));
  }
  EXPECT_GT(conflicting, 2000);
  EXPECT_LT(conflicting, 18000);
}

TEST(RaceProofWays, SweepSortsManyRuns) {
  std::mt19937_64 random(9);
  std::vector<ir::Region> regions;
  std::vector<VertexAccess> accesses;
  constexpr std::uint32_t kRuns = 50000;
  for (std::uint32_t i = 0; i < kRuns; ++i) {
    regions.push_back(run(VariableId(0), std::uint64_t{i} * 100000, 1000));
    accesses.push_back({i, i, i, i % 2 ? AccessKind::Write : AccessKind::Read});
  }
  std::shuffle(accesses.begin(), accesses.end(), random);
  const ElementRange all{0, std::uint64_t{kRuns} * 100000};
  EXPECT_FALSE(findConflictBySweep({accesses, regions, all}));
  regions[777].start = regions[776].start + 999;
  const auto conflict = findConflictBySweep({accesses, regions, all});
  ASSERT_TRUE(conflict);
  EXPECT_EQ(std::min(conflict->first.vertex, conflict->second.vertex), 776u);
  EXPECT_EQ(std::max(conflict->first.vertex, conflict->second.vertex), 777u);
}

} // namespace
} // namespace poplar_emu::compile::test
