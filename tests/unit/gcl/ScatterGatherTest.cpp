// SPDX-License-Identifier: MIT
// Reduce-scatter with its layout rules, gather, all-to-all and broadcast, for every method and kind
// of group.
#include "Harness.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <sstream>

namespace {

using namespace gcl_test;
using gcl::CommGroup;
using gcl::CommGroupType;
using poplar::Half;
using poplar::Tensor;
using Op = CollectiveOperator;

std::string traceOf(const std::string &method, const Grouping &grouping, std::size_t n) {
  std::ostringstream trace;
  trace << method << ", " << grouping.group << ", " << n << " elements";
  return trace.str();
}

TEST(ReduceScatter, EveryMethodAndGroup) {
  for (const std::string &method : kMethods)
    for (const Grouping &grouping : groupings(8))
      for (const std::size_t n : {9, 300}) {
        SCOPED_TRACE(traceOf(method, grouping, n));
        Harness h(8);
        std::vector<std::pair<std::size_t, Values<int>>> checks;
        for (const Op op : {Op::ADD, Op::MIN, Op::SQUARE_ADD, Op::LOCAL}) {
          const Values<int> x = samples<int>(8, n, static_cast<unsigned>(op));
          const Tensor piece =
              gcl::reduceScatterCrossReplica(h.graph, h.input<int>({n}, x, Layout::Scattered), op,
                                             h.prog, grouping.group, "", {{"method", method}});
          EXPECT_EQ(piece.rank(), 1u);
          checks.emplace_back(h.read(piece), gcl_test::reduceScatter(x, op, grouping.members));
        }
        h.run();
        for (const auto &[number, expected] : checks)
          EXPECT_EQ(difference(h.result<int>(number), expected), "");
      }
}

// Replica r has i * r at element i: pieces of two, of which the last ones are padding.
TEST(ReduceScatter, OneIpuAReplica) {
  for (const std::string &method : kMethods) {
    Harness h(8);
    Values<float> x(8);
    for (unsigned r = 0; r < 8; ++r)
      for (unsigned i = 0; i < 9; ++i)
        x[r].push_back(static_cast<float>(i * r));
    const std::size_t number = h.read(gcl::reduceScatterCrossReplica(
        h.graph, h.input<float>({9}, x), Op::ADD, h.prog, "", {{"method", method}}));
    h.run();
    EXPECT_EQ(h.result<float>(number),
              (Values<float>{
                  {0, 28}, {56, 84}, {112, 140}, {168, 196}, {224, 0}, {0, 0}, {0, 0}, {0, 0}}));
  }
}

TEST(ReduceScatter, TwoIpusAReplica) {
  for (const std::string &method : kMethods) {
    Harness h(4, 3, 2);
    const Tensor t = h.graph.addVariable(poplar::INT, {4});
    h.graph.setTileMapping(t.slice(0, 3), 1);
    h.graph.setTileMapping(t.slice(3, 4), 3);
    h.write<int>(t, Values<int>(4, {0, 1, 2, 3}));
    const std::size_t number = h.read(
        gcl::reduceScatterCrossReplica(h.graph, t, Op::ADD, h.prog, "", {{"method", method}}));
    h.run();
    EXPECT_EQ(h.result<int>(number), (Values<int>{{0, 12}, {4, 0}, {8, 0}, {0, 0}}));
  }
}

TEST(ReduceScatter, ElementsOfEachIpuInTensorOrder) {
  Harness h(2, 2, 3);
  const std::vector<unsigned> ipus = {2, 0, 0, 2, 1, 0, 2, 2, 0, 0};
  const Tensor t = h.graph.addVariable(poplar::INT, {10});
  for (unsigned i = 0; i < 10; ++i)
    h.graph.setTileMapping(t[i], ipus[i] * 2 + i % 2);
  const Values<int> x = samples<int>(2, 10);
  h.write(t, x);
  const std::size_t number = h.read(gcl::reduceScatterCrossReplica(h.graph, t, Op::ADD, h.prog));
  h.run();
  EXPECT_EQ(difference(h.result<int>(number),
                       gcl_test::reduceScatter(x, Op::ADD, groupsOf(2, 2, 1), ipus)),
            "");
}

TEST(ReduceScatter, MeanOfHalves) {
  Harness h(4);
  const Values<Half> x = samples<Half>(4, 70);
  const std::size_t number =
      h.read(gcl::reduceScatterCrossReplica(h.graph, h.input<Half>({70}, x), Op::MEAN, h.prog));
  h.run();
  EXPECT_EQ(difference(h.result<Half>(number),
                       gcl_test::reduceScatter(x, Op::MEAN, groupsOf(4, 4, 1)), 1e-2),
            "");
}

TEST(ReduceScatter, ToDestinationsOfAnyShape) {
  Harness h(2);
  const Values<int> x = samples<int>(2, 12), y = samples<int>(2, 5, 1);
  const Tensor first = h.graph.addVariable(poplar::INT, {2, 3});
  const Tensor second = h.graph.addVariable(poplar::INT, {3});
  h.graph.setTileMapping(first, 1);
  h.graph.setTileMapping(second, 2);
  gcl::reduceScatterToDestinationCrossReplica(h.graph,
                                              {h.input<int>({12}, x), h.input<int>({5}, y)},
                                              {first, second}, Op::ADD, h.prog, CommGroup(), "to");
  const std::size_t a = h.read(first), b = h.read(second);
  h.run();
  const Groups all = groupsOf(2, 2, 1);
  EXPECT_EQ(difference(h.result<int>(a), gcl_test::reduceScatter(x, Op::ADD, all)), "");
  EXPECT_EQ(difference(h.result<int>(b), gcl_test::reduceScatter(y, Op::ADD, all)), "");
}

template <class T>
void expectGather(const std::string &method, const Grouping &grouping,
                  const std::vector<std::size_t> &shape, Layout layout) {
  const std::size_t n =
      std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
  SCOPED_TRACE(traceOf(method, grouping, n));
  Harness h(8, 5);
  const Values<T> x = samples<T>(8, n);
  const Tensor all = gcl::allGatherCrossReplica(h.graph, h.input<T>(shape, x, layout), h.prog,
                                                grouping.group, "", {{"method", method}});
  std::vector<std::size_t> wanted = shape;
  wanted.insert(wanted.begin(), grouping.members[0].size());
  EXPECT_EQ(all.shape(), wanted);
  const std::size_t number = h.read(all);
  h.run();
  EXPECT_EQ(difference(h.result<T>(number), gcl_test::allGather(x, grouping.members)), "");
}

TEST(AllGather, EveryMethodAndGroup) {
  for (const std::string &method : kMethods)
    for (const Grouping &grouping : groupings(8)) {
      expectGather<int>(method, grouping, {2, 2, 2}, Layout::Linear);
      expectGather<unsigned>(method, grouping, {203}, Layout::Scattered);
    }
}

TEST(AllGather, EveryElementType) {
  for (const Grouping &grouping : {groupings(8)[0], groupings(8)[4]}) {
    expectGather<float>("auto", grouping, {33}, Layout::Linear);
    expectGather<Half>("bidirectional_ring_pair", grouping, {33}, Layout::Linear);
    expectGather<bool>("auto", grouping, {33}, Layout::Scattered);
    expectGather<long long>("auto", grouping, {33}, Layout::OneTile);
    expectGather<unsigned char>("auto", grouping, {33}, Layout::Linear);
    expectGather<short>("auto", grouping, {33}, Layout::Linear);
    expectGather<int>("auto", grouping, {}, Layout::Linear);
  }
}

TEST(AllGather, SeveralIpusAndDestinations) {
  Harness h(3, 3, 2);
  const Values<int> x = samples<int>(3, 25);
  const Tensor t = h.input<int>({25}, x, Layout::Scattered);
  const Tensor destination = h.graph.addVariable(poplar::INT, {75});
  h.graph.setTileMapping(destination, 2);
  gcl::allGatherToDestinationCrossReplica(h.graph, t, destination, h.prog);
  const std::size_t a = h.read(gcl::allGatherCrossReplica(h.graph, t, h.prog));
  const std::size_t b = h.read(destination);
  h.run();
  const Values<int> expected = gcl_test::allGather(x, groupsOf(3, 3, 1));
  EXPECT_EQ(difference(h.result<int>(a), expected), "");
  EXPECT_EQ(difference(h.result<int>(b), expected), "");
}

// reduceScatter and gather make an all-reduce; over two kinds of groups, one of all replicas.
TEST(AllGather, AfterReduceScatterIsAllReduce) {
  Harness h(4);
  const Values<int> x = samples<int>(4, 11);
  const CommGroup pairs(CommGroupType::CONSECUTIVE, 2), across(CommGroupType::ORTHOGONAL, 2);
  Tensor piece =
      gcl::reduceScatterCrossReplica(h.graph, h.input<int>({11}, x), Op::ADD, h.prog, pairs);
  EXPECT_EQ(piece.numElements(), 6u);
  gcl::allReduceInPlaceCrossReplica(h.graph, piece, Op::ADD, h.prog, across);
  const Tensor all = gcl::allGatherCrossReplica(h.graph, piece, h.prog, pairs);
  const std::size_t number = h.read(all.flatten().slice(0, 11));
  h.run();
  EXPECT_EQ(difference(h.result<int>(number), gcl_test::allReduce(x, Op::ADD, groupsOf(4, 4, 1))),
            "");
}

TEST(AllToAll, TransposesBlocks) {
  for (const Grouping &grouping : groupings(6)) {
    const std::size_t members = grouping.members[0].size();
    SCOPED_TRACE(traceOf("", grouping, members * 5));
    Harness h(6, 4);
    const Values<int> x = samples<int>(6, members * 5);
    const Tensor t = h.input<int>({members, 5}, x, Layout::Scattered);
    const Tensor exchanged = gcl::allToAllCrossReplica(h.graph, t, h.prog, grouping.group);
    EXPECT_EQ(exchanged.shape(), t.shape());
    const std::size_t number = h.read(exchanged);
    // Its own transpose.
    const std::size_t back =
        h.read(gcl::allToAllCrossReplica(h.graph, exchanged, h.prog, grouping.group));
    h.run();
    EXPECT_EQ(difference(h.result<int>(number), gcl_test::allToAll(x, grouping.members)), "");
    EXPECT_EQ(difference(h.result<int>(back), x), "");
  }
}

TEST(AllToAll, SeveralIpusAReplica) {
  Harness h(2, 3, 2);
  const Values<bool> x = samples<bool>(2, 2 * 35);
  const std::size_t number = h.read(
      gcl::allToAllCrossReplica(h.graph, h.input<bool>({2, 5, 7}, x, Layout::Scattered), h.prog));
  h.run();
  EXPECT_EQ(difference(h.result<bool>(number), gcl_test::allToAll(x, groupsOf(2, 2, 1))), "");
}

TEST(Broadcast, EveryRoot) {
  for (const Grouping &grouping : groupings(4))
    for (unsigned root = 0; root < grouping.members[0].size(); ++root)
      for (const std::string &method : kMethods) {
        SCOPED_TRACE(traceOf(method, grouping, 27) + ", root " + std::to_string(root));
        Harness h(4);
        const Values<int> x = samples<int>(4, 27);
        const std::size_t number =
            h.read(gcl::broadcastCrossReplica(h.graph, h.input<int>({3, 9}, x), h.prog,
                                              grouping.group, root, "", {{"method", method}}));
        h.run();
        Values<int> expected(4);
        for (const auto &group : grouping.members)
          for (const unsigned r : group)
            expected[r] = x[group[root]];
        EXPECT_EQ(difference(h.result<int>(number), expected), "");
      }
}

} // namespace
