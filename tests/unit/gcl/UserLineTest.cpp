// SPDX-License-Identifier: MIT
// Reports and errors name the line that called a collective, and none of the library's.
#include "support/Locations.hpp"

#include <gcl/Collectives.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poputil/TileMapping.hpp>

#include <gmock/gmock.h>

#include <string>

namespace {

using namespace poplar;

std::string here(unsigned line) {
  return "UserLineTest.cpp:" + std::to_string(line);
}

Device machine() {
  IPUModel model;
  model.numIPUs = 4;
  model.tilesPerIPU = 4;
  return model.createDevice();
}

TEST(UserLine, OfCollectivesBetweenReplicas) {
  const Device device = machine();
  Graph graph(device.getTarget(), replication_factor(4));
  Tensor data = graph.addVariable(FLOAT, {64}, "data");
  poputil::mapTensorLinearly(graph, data);
  program::Sequence prog;
  const auto sum = gcl::CollectiveOperator::ADD;
  const unsigned first = __LINE__ + 1;
  gcl::allReduceInPlaceCrossReplica(graph, data, sum, prog);
  const Tensor part = gcl::reduceScatterCrossReplica(graph, data, sum, prog, "scatter");
  gcl::allGatherCrossReplica(graph, part, prog);
  EXPECT_THAT(poplar_emu::test::locationsOf(Engine(graph, prog)),
              testing::ElementsAre(here(first), here(first + 1), here(first + 2)));
}

TEST(UserLine, OfCollectivesWithinReplicas) {
  const Device device = machine();
  Graph graph(device.getTarget());
  Tensor data = graph.addVariable(FLOAT, {4, 64}, "data");
  for (unsigned ipu = 0; ipu < 4; ++ipu)
    graph.setTileMapping(data[ipu], 4 * ipu);
  program::Sequence prog({program::WriteUndef(data)});
  const unsigned line = __LINE__ + 1;
  gcl::allReduceWithinReplica(graph, data, gcl::CollectiveOperator::ADD, prog, "sum");
  EXPECT_THAT(poplar_emu::test::locationsOf(Engine(graph, prog)), testing::ElementsAre(here(line)));
}

TEST(UserLine, OfErrors) {
  const Device device = machine();
  Graph graph(device.getTarget(), replication_factor(4));
  const unsigned line = __LINE__ + 1;
  Tensor data = graph.addVariable(FLOAT, {64}, "data"); // lies on no tile
  program::Sequence prog;
  try {
    gcl::allReduceInPlaceCrossReplica(graph, data, gcl::CollectiveOperator::ADD, prog);
    FAIL() << "the data has no tile";
  } catch (const poplar_error &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(here(line)));
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("poplibs:/")));
    EXPECT_THAT(error.what(), testing::Not(testing::HasSubstr("gcl_emu/src")));
  }
}

} // namespace
