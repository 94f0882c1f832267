// SPDX-License-Identifier: MIT
// What a program of a collective sends from each replica, read off its text: as many elements, in
// as many steps and over as many links as the theory of its method says.
#include "Harness.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

namespace {

using namespace gcl_test;
using poplar::Tensor;
using Op = CollectiveOperator;

/// Cross-replica copies of a program.
struct Sent {
  std::size_t copies = 0;
  std::size_t elements = 0; ///< that each replica sends
  std::set<std::string> ways;
};

Sent sentBy(const poplar::Graph &graph, const poplar::program::Program &program) {
  std::ostringstream text;
  poplar::program::dumpProgram(graph, program, text);
  const std::regex copy("CrossReplicaCopy[^\n]*? int \\[([0-9]+)\\] -> [^\n]*? int "
                        "\\[[0-9]+\\]([^\n]*)");
  const std::string dump = text.str();
  Sent sent;
  for (std::sregex_iterator i(dump.begin(), dump.end(), copy), end; i != end; ++i) {
    ++sent.copies;
    sent.elements += std::stoul((*i)[1]);
    sent.ways.insert((*i)[2]);
  }
  return sent;
}

constexpr unsigned kReplicas = 8;
constexpr std::size_t kElements = 6 * 8 * 32; // of each replica; each tile's are divisible

/// What a function appends for n elements.
template <class F>
Sent sentBy(F &&function) {
  Harness h(kReplicas);
  const Tensor data =
      h.graph.addVariable(poplar::INT, {kElements}, poplar::VariableMappingMethod::LINEAR, "data");
  poplar::program::Sequence prog;
  function(h.graph, data, prog);
  return sentBy(h.graph, prog);
}

TEST(Words, OfAllReduce) {
  for (const std::string &method : kMethods) {
    SCOPED_TRACE(method);
    const Sent sent = sentBy([&](poplar::Graph &graph, const Tensor &data, auto &prog) {
      gcl::allReduceCrossReplica(graph, data, Op::ADD, prog, "", {{"method", method}});
    });
    if (method == "broadcast")
      EXPECT_EQ(sent.elements, (kReplicas - 1) * kElements);
    else
      EXPECT_EQ(sent.elements, 2 * kElements * (kReplicas - 1) / kReplicas);
  }
}

TEST(Words, OfReduceScatterAndGather) {
  for (const std::string &method : kMethods) {
    SCOPED_TRACE(method);
    const Sent scatter = sentBy([&](poplar::Graph &graph, const Tensor &data, auto &prog) {
      gcl::reduceScatterCrossReplica(graph, data, Op::ADD, prog, "", {{"method", method}});
    });
    const Sent gather = sentBy([&](poplar::Graph &graph, const Tensor &data, auto &prog) {
      gcl::allGatherCrossReplica(graph, data, prog, "", {{"method", method}});
    });
    EXPECT_EQ(scatter.elements, kElements * (kReplicas - 1) / kReplicas);
    EXPECT_EQ(gather.elements, kElements * (kReplicas - 1));
  }
}

TEST(Words, StepsAndWays) {
  const auto sent = [](const std::string &method) {
    return sentBy([&](poplar::Graph &graph, const Tensor &data, auto &prog) {
      gcl::reduceScatterCrossReplica(graph, data, Op::ADD, prog, "", {{"method", method}});
    });
  };
  const Sent clockwise = sent("clockwise_ring"), anticlockwise = sent("anticlockwise_ring"),
             both = sent("bidirectional_ring_pair"), meet = sent("meet_in_middle_ring"),
             quad = sent("quad_directional_ring"), direct = sent("broadcast");
  EXPECT_EQ(clockwise.copies, kReplicas - 1);
  EXPECT_EQ(clockwise.ways.size(), 1u);
  EXPECT_EQ(anticlockwise.ways.size(), 1u);
  EXPECT_NE(*clockwise.ways.begin(), *anticlockwise.ways.begin());
  // Two halves at a time, in opposite directions.
  EXPECT_EQ(both.copies, 2 * (kReplicas - 1));
  std::set<std::string> two = clockwise.ways;
  two.insert(anticlockwise.ways.begin(), anticlockwise.ways.end());
  EXPECT_EQ(both.ways, two);
  // floor(n/2) steps one way and the rest the other way.
  EXPECT_EQ(meet.copies, kReplicas - 1);
  EXPECT_EQ(meet.ways, two);
  EXPECT_EQ(quad.copies, 4 * (kReplicas - 1));
  EXPECT_GE(quad.ways.size(), 2u);
  // A way of its own for each distance.
  EXPECT_EQ(direct.copies, kReplicas - 1);
  EXPECT_EQ(direct.ways.size(), kReplicas - 1);
}

TEST(Words, OfAllToAllBroadcastAndLocal) {
  const Sent exchange = sentBy([](poplar::Graph &graph, const Tensor &data, auto &prog) {
    gcl::allToAllCrossReplica(graph, data.reshape({kReplicas, kElements / kReplicas}), prog);
  });
  EXPECT_EQ(exchange.elements, kElements * (kReplicas - 1) / kReplicas);
  const Sent spread = sentBy([](poplar::Graph &graph, const Tensor &data, auto &prog) {
    gcl::broadcastCrossReplica(graph, data, prog);
  });
  EXPECT_EQ(spread.elements, 2 * kElements * (kReplicas - 1) / kReplicas);
  const Sent local = sentBy([](poplar::Graph &graph, const Tensor &data, auto &prog) {
    gcl::reduceScatterCrossReplica(graph, data, Op::LOCAL, prog);
    gcl::allReduceCrossReplica(graph, data, Op::LOCAL, prog);
  });
  EXPECT_EQ(local.copies, 0u);
}

// Little data goes to everyone at once, up to a limit that an option moves, and not with a stride.
TEST(Words, SmallDataIsBroadcast) {
  const auto copies = [](std::size_t elements, const gcl::CommGroup &group,
                         const poplar::OptionFlags &options) {
    return sentBy([&](poplar::Graph &graph, const Tensor &data, auto &prog) {
             gcl::allReduceCrossReplica(graph, data.slice(0, elements), Op::ADD, prog, group, "",
                                        options);
           })
        .copies;
  };
  using gcl::CommGroup;
  using gcl::CommGroupType;
  constexpr std::size_t direct = kReplicas - 1, rings = 2 * (kReplicas - 1);
  EXPECT_EQ(copies(64, CommGroup(), {}), direct); // 64 * 4 bytes * 8 = 2048
  EXPECT_EQ(copies(65, CommGroup(), {}), rings);
  EXPECT_EQ(copies(65, CommGroup(), {{"syncful.maxBroadcastSize", "2080"}}), direct);
  EXPECT_EQ(copies(64, CommGroup(), {{"syncful.maxBroadcastSize", "0"}}), rings);
  EXPECT_EQ(copies(64, CommGroup(CommGroupType::CONSECUTIVE, 4), {}), 3u);
  EXPECT_EQ(copies(64, CommGroup(CommGroupType::CONSECUTIVE, 4, 2), {}), 6u);
  EXPECT_EQ(copies(64, CommGroup(CommGroupType::ORTHOGONAL, 4), {}), 6u);
}

// A few elements on each of many tiles are spread first, so that pieces are not mostly padding.
TEST(Words, FewElementsOnManyTiles) {
  Harness h(kReplicas, 64);
  const Tensor data = h.graph.addVariable(poplar::INT, {64}, "data");
  for (unsigned i = 0; i < 64; ++i)
    h.graph.setTileMapping(data[i], i);
  poplar::program::Sequence prog;
  gcl::allReduceCrossReplica(h.graph, data, Op::ADD, prog, "", {{"method", "clockwise_ring"}});
  EXPECT_EQ(sentBy(h.graph, prog).elements, 2u * 64 * (kReplicas - 1) / kReplicas);
}

} // namespace
