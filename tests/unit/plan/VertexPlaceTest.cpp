// SPDX-License-Identifier: MIT
// The tile of each vertex of batches that span tiles.
#include "plan/VertexPlace.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::plan::test {
namespace {

/// Two batches: six vertices on the tiles 3 3 5 7 7 7, then two on tile 7 alone.
Plan spanningPlan() {
  Plan plan;
  plan.machine.tilesPerIpu = 8;
  plan.vertexTypes = {{"Scale", 8, false, false, {}}};
  plan.sites = {"prog.cpp:10"};
  ComputeStep step;
  step.batches = {{0, 6, 0, TileId(3), 10}, {0, 2, 48, TileId(7), 16}};
  step.tileStarts = {{12, TileId(5)}, {13, TileId(7)}};
  step.vertices.resize(18);
  step.vertices[13] = {99, 0};
  plan.computes.push_back(step);
  return plan;
}

TEST(VertexPlace, FollowsTheStartsOfTiles) {
  const Plan plan = spanningPlan();
  const ComputeStep &step = plan.computes[0];
  const VertexPlace expected[] = {{TileId(3), 0, 2}, {TileId(3), 1, 1}, {TileId(5), 0, 1},
                                  {TileId(7), 0, 3}, {TileId(7), 1, 2}, {TileId(7), 2, 1}};
  for (std::uint32_t i = 0; i < 6; ++i) {
    const VertexPlace place = placeOf(step, step.batches[0], i);
    EXPECT_EQ(place.tile, expected[i].tile) << i;
    EXPECT_EQ(place.instance, expected[i].instance) << i;
    EXPECT_EQ(place.following, expected[i].following) << i;
  }
}

TEST(VertexPlace, StartsOfOtherBatchesDoNotCount) {
  const Plan plan = spanningPlan();
  const VertexPlace place = placeOf(plan.computes[0], plan.computes[0].batches[1], 1);
  EXPECT_EQ(place.tile, TileId(7));
  EXPECT_EQ(place.instance, 1u);
  EXPECT_EQ(place.following, 1u);
}

TEST(VertexPlace, NamesLineVertexTileAndReplica) {
  Plan plan = spanningPlan();
  const ComputeStep &step = plan.computes[0];
  EXPECT_EQ(describeVertex(plan, step, step.batches[0], 3, 1),
            "prog.cpp:10   Scale#99 (tile 7, instance 0)");
  plan.machine.replicationFactor = 2;
  EXPECT_EQ(describeVertex(plan, step, step.batches[0], 3, 1, "out"),
            "prog.cpp:10   Scale#99.out (tile 7, instance 0, replica 1)");
}

} // namespace
} // namespace poplar_emu::plan::test
