// SPDX-License-Identifier: MIT
// What is refused: the exception class, and a text with the operation, numbers and a fix.
#include "Harness.hpp"

#include <gcl/TileAllocation.hpp>
#include <poplar/MetadataCreation.hpp>
#include <poputil/exceptions.hpp>

#include <gmock/gmock.h>

#include <cstdlib>

namespace {

using namespace gcl_test;
using gcl::CommGroup;
using gcl::CommGroupType;
using poplar::Tensor;
using testing::HasSubstr;
using Op = CollectiveOperator;

template <class F>
std::string textOf(F &&call) {
  try {
    call();
  } catch (const poputil::poplibs_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("fix: "));
    EXPECT_THAT(error.what(), HasSubstr("gcl::"));
    return error.what();
  }
  ADD_FAILURE() << "no poplibs_error";
  return "";
}

class Errors : public testing::Test {
 protected:
  Harness h{4, 4, 2};
  Tensor f = variable(poplar::FLOAT, {12}, 0);
  Tensor i = variable(poplar::INT, {12}, 0);
  Tensor b = variable(poplar::BOOL, {12}, 0);

  Tensor variable(const poplar::Type &type, const std::vector<std::size_t> &shape, unsigned tile) {
    const Tensor t = h.graph.addVariable(type, shape);
    h.graph.setTileMapping(t, tile);
    return t;
  }
};

TEST_F(Errors, GroupsThatDoNotDivide) {
  const CommGroup three(CommGroupType::CONSECUTIVE, 3);
  EXPECT_THAT(textOf([&] { gcl::allReduceCrossReplica(h.graph, f, Op::ADD, h.prog, three); }),
              HasSubstr("allReduceCrossReplica: groups of 3 do not divide 4 replicas evenly"));
  textOf([&] { gcl::reduceScatterCrossReplica(h.graph, f, Op::ADD, h.prog, three); });
  textOf([&] { gcl::allGatherCrossReplica(h.graph, f, h.prog, three); });
  textOf([&] { gcl::allToAllCrossReplica(h.graph, f, h.prog, three); });
  textOf([&] { gcl::broadcastCrossReplica(h.graph, f, h.prog, three); });
}

TEST_F(Errors, OperatorsThatATypeLacks) {
  EXPECT_THAT(textOf([&] { gcl::allReduceCrossReplica(h.graph, i, Op::MEAN, h.prog); }),
              HasSubstr("MEAN does not exist for elements of type int"));
  EXPECT_THAT(textOf([&] { gcl::allReduceInPlaceCrossReplica(h.graph, b, Op::ADD, h.prog); }),
              HasSubstr("ADD does not exist for elements of type bool"));
  textOf([&] { gcl::reduceScatterCrossReplica(h.graph, f, Op::LOGICAL_OR, h.prog); });
  textOf([&] { gcl::allReduceCrossReplica(h.graph, i, Op::LOGICAL_AND, h.prog); });
  const Tensor s = variable(poplar::SHORT, {4}, 0);
  textOf([&] { gcl::allReduceCrossReplica(h.graph, s, Op::ADD, h.prog); });
  textOf([&] { gcl::allReduceCrossReplica(h.graph, f, static_cast<Op>(77), h.prog); });
}

TEST_F(Errors, RankOfReduceScatter) {
  const Tensor square = variable(poplar::FLOAT, {2, 2}, 0);
  EXPECT_THAT(textOf([&] { gcl::reduceScatterCrossReplica(h.graph, square, Op::ADD, h.prog); }),
              HasSubstr("float[2, 2], of rank 2"));
}

TEST_F(Errors, WhatCannotBeWritten) {
  Tensor repeated = f.slice(0, 1).broadcast(4, 0);
  Tensor constant = h.graph.addConstant(poplar::FLOAT, {4}, 1.0f);
  h.graph.setTileMapping(constant, 0);
  EXPECT_THAT(
      textOf([&] { gcl::allReduceInPlaceCrossReplica(h.graph, repeated, Op::ADD, h.prog); }),
      HasSubstr("more than once"));
  EXPECT_THAT(
      textOf([&] { gcl::allReduceInPlaceCrossReplica(h.graph, constant, Op::ADD, h.prog); }),
      HasSubstr("constant elements"));
  textOf([&] { gcl::reduceScatterCrossReplica(h.graph, repeated, Op::ADD, h.prog); });
  const Tensor four = f.slice(0, 4);
  textOf(
      [&] { gcl::allReduceToDestinationCrossReplica(h.graph, four, repeated, Op::ADD, h.prog); });
}

TEST_F(Errors, Destinations) {
  Tensor short3 = variable(poplar::FLOAT, {3}, 1), ints = variable(poplar::INT, {12}, 1);
  EXPECT_THAT(
      textOf([&] { gcl::allReduceToDestinationCrossReplica(h.graph, f, short3, Op::ADD, h.prog); }),
      HasSubstr("float[12] and its destination float[3]"));
  textOf([&] { gcl::allReduceToDestinationCrossReplica(h.graph, f, ints, Op::ADD, h.prog); });
  std::vector<Tensor> none;
  EXPECT_THAT(textOf([&] {
                gcl::allReduceToDestinationCrossReplica(h.graph, {f, f}, none, Op::ADD, h.prog);
              }),
              HasSubstr("2 tensors and 0 destinations"));
  EXPECT_THAT(textOf([&] { gcl::allGatherToDestinationCrossReplica(h.graph, f, short3, h.prog); }),
              HasSubstr("48 elements"));
  textOf([&] {
    gcl::reduceScatterToDestinationCrossReplica(h.graph, f, ints.slice(0, 3), Op::ADD, h.prog);
  });
  textOf([&] {
    gcl::reduceScatterToDestinationCrossReplica(h.graph, f, short3.slice(0, 2), Op::ADD, h.prog);
  });
}

TEST_F(Errors, BlocksOfAllToAllAndRootOfBroadcast) {
  EXPECT_THAT(textOf([&] { gcl::allToAllCrossReplica(h.graph, f, h.prog); }),
              HasSubstr("float[12] in groups of 4 replicas"));
  textOf([&] { gcl::allToAllCrossReplica(h.graph, f[0], h.prog); });
  EXPECT_THAT(textOf([&] { gcl::broadcastCrossReplica(h.graph, f, h.prog, CommGroup(), 4); }),
              HasSubstr("member 4 of groups of 4"));
}

TEST_F(Errors, QuartersCannotBeCombined) {
  const Tensor metadata =
      poplar::createConstantMetadataTensor(h.graph, poplar::QuarterMetadata::Format::F143, 0);
  h.graph.setTileMapping(metadata, 0);
  const Tensor q = h.graph.addVariable(poplar::QUARTER, metadata, {4});
  h.graph.setTileMapping(q, 0);
  EXPECT_THAT(textOf([&] { gcl::allReduceCrossReplica(h.graph, q, Op::ADD, h.prog); }),
              HasSubstr("ADD does not exist for elements of type quarter"));
  textOf([&] { gcl::reduceScatterCrossReplica(h.graph, q, Op::MAX, h.prog); });
}

std::string optionErrorOf(Harness &h, const Tensor &t, const poplar::OptionFlags &options) {
  try {
    gcl::allReduceCrossReplica(h.graph, t, Op::ADD, h.prog, "", options);
  } catch (const poplar::invalid_option &error) {
    return error.what();
  }
  return "no invalid_option";
}

TEST_F(Errors, UnknownOptionsNameTheNearest) {
  EXPECT_THAT(optionErrorOf(h, f, {{"methods", "auto"}}), HasSubstr("did you mean 'method'"));
  EXPECT_THAT(optionErrorOf(h, f, {{"maxBroadcastSize", "1"}}),
              HasSubstr("'syncful.maxBroadcastSize'"));
  EXPECT_THAT(optionErrorOf(h, f, {{"method", "ring"}}), HasSubstr("'clockwise_ring'"));
  EXPECT_THAT(optionErrorOf(h, f, {{"method", "auto,auto,auto"}}), HasSubstr("two separated"));
  EXPECT_THAT(optionErrorOf(h, f, {{"maxBytesPerTile", "64001"}}), HasSubstr("64000"));
  EXPECT_THAT(optionErrorOf(h, f, {{"link", "usb"}}), HasSubstr("'gw-link'"));
  EXPECT_THAT(optionErrorOf(h, f, {{"topology", "peripheral-ring"}}),
              HasSubstr("replicas of 1 IPUs, and these have 2"));
  EXPECT_THAT(optionErrorOf(h, f, {{"topology", "rung-ring-8"}}), HasSubstr("8 IPUs"));
}

TEST_F(Errors, EveryKnownOptionIsAccepted) {
  for (const poplar::OptionFlags &options :
       std::vector<poplar::OptionFlags>{{{"syncful.maxBroadcastSize", "0"}},
                                        {{"syncful.useOptimisedLayout", "false"}},
                                        {{"syncful.allToAll", "auto"}},
                                        {{"syncful.useForwardingToSupportStridedGroups", "auto"}},
                                        {{"collectiveImplementation", "Hybrid"}},
                                        {{"useSynclessCollectives", "hybrid"}},
                                        {{"maxBytesPerTile", "35000"}},
                                        {{"topology", "rung-ring-2"}},
                                        {{"topology", "ring-on-line"}},
                                        {{"link", "gw-link"}},
                                        {{"useReplicatedImplementation", "true"}}})
    EXPECT_EQ(optionErrorOf(h, f, options), "no invalid_option");
}

TEST_F(Errors, OptionsOfTheEnvironmentWin) {
  ::setenv("GCL_OPTIONS", R"({"method": "sideways"})", 1);
  EXPECT_THAT(optionErrorOf(h, f, {{"method", "auto"}}), HasSubstr("'sideways'"));
  ::setenv("GCL_OPTIONS", R"({"method": "auto"})", 1);
  EXPECT_EQ(optionErrorOf(h, f, {{"method", "upwards"}}), "no invalid_option");
  ::unsetenv("GCL_OPTIONS");
}

TEST_F(Errors, WithinReplica) {
  const Tensor rows = h.graph.addVariable(poplar::FLOAT, {2, 3});
  h.graph.setTileMapping(rows[0], 4);
  h.graph.setTileMapping(rows[1], 0);
  EXPECT_THAT(textOf([&] { gcl::allReduceWithinReplica(h.graph, rows, Op::ADD, h.prog); }),
              HasSubstr("row 0 of the data lies on IPU 1"));
  h.graph.setTileMapping(rows[0], 0);
  h.graph.setTileMapping(rows[1].slice(0, 1), 5);
  EXPECT_THAT(textOf([&] { gcl::reduceScatterWithinReplica(h.graph, rows, Op::ADD, h.prog); }),
              HasSubstr("tile 0 of IPU 0 and on tile 5 of IPU 1"));
  EXPECT_THAT(textOf([&] { gcl::allReduceWithinReplica(h.graph, f, Op::ADD, h.prog); }),
              HasSubstr("of rank 1"));
  const Tensor three = variable(poplar::FLOAT, {3, 2}, 0);
  EXPECT_THAT(textOf([&] { gcl::allReduceWithinReplica(h.graph, three, Op::ADD, h.prog); }),
              HasSubstr("there are 2 IPUs"));
  h.graph.setTileMapping(rows[1], 4);
  EXPECT_THAT(textOf([&] { gcl::allReduceWithinReplica(h.graph, rows, Op::LOGICAL_OR, h.prog); }),
              HasSubstr("LOGICAL_OR"));
}

TEST_F(Errors, Chunks) {
  const auto gather = [&](const std::vector<gcl::Chunk> &list) {
    return textOf([&] {
      gcl::Chunks chunks;
      chunks.setChunks(list);
      gcl::allGatherWithinReplica(h.graph, chunks, h.prog);
    });
  };
  const Tensor there = variable(poplar::FLOAT, {2}, 5), ints = variable(poplar::INT, {2}, 5);
  EXPECT_THAT(gather({}), HasSubstr("there are no chunks"));
  EXPECT_THAT(gather({{f, 0, 0}, {ints, 1, 0}}), HasSubstr("chunk 1.0 is int[2]"));
  EXPECT_THAT(gather({{f, 0, 0}, {f, 1, 0}}), HasSubstr("index 1 lies on IPU 0"));
  EXPECT_THAT(gather({{f, 0, 0}, {there, 0, 0}}), HasSubstr("two chunks with index 0"));
  EXPECT_THAT(gather({{f, 0, 0}, {there, 2, 0}}), HasSubstr("up to index 2 and 2 IPUs"));
  EXPECT_THAT(gather({{f.reshape({2, 6}), 0, 0}}), HasSubstr("rank 1"));
  EXPECT_THAT(gather({gcl::Chunk()}), HasSubstr("has no tensor"));
}

TEST_F(Errors, Tiles) {
  EXPECT_THAT(textOf([&] { gcl::perIPUTiles(h.graph, 2, 3); }),
              HasSubstr("3 tiles after the first 2 were asked for, and an IPU has 4"));
  textOf([&] { gcl::perIPUTiles(h.graph, 5, 0); });
}

} // namespace
