// SPDX-License-Identifier: MIT
// All-reduce: every method, operator, element type, kind of group, layout and form gives what the
// oracle says.
#include "Harness.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace {

using namespace gcl_test;
using gcl::CommGroup;
using poplar::Half;
using poplar::Tensor;
using Op = CollectiveOperator;

template <class T>
std::vector<Op> operatorsOf() {
  if constexpr (std::is_same_v<T, bool>) return {Op::LOGICAL_AND, Op::LOGICAL_OR, Op::LOCAL};
  std::vector<Op> ops = {Op::ADD, Op::MUL, Op::MIN, Op::MAX, Op::SQUARE_ADD, Op::LOCAL};
  if (isReal<T>) ops.push_back(Op::MEAN);
  return ops;
}

template <class T>
constexpr double kTolerance = std::is_same_v<T, float>  ? 1e-5
                              : std::is_same_v<T, Half> ? 2e-2
                                                        : 0;

/// One graph with every operator, in place and not.
template <class T>
void expectAllOperators(unsigned replicas, std::size_t n, const std::string &method,
                        const Grouping &grouping, Layout layout, unsigned ipus = 1) {
  std::ostringstream trace;
  trace << method << ", " << grouping.group << " of " << replicas << " replicas, " << n
        << " elements, layout " << static_cast<int>(layout);
  SCOPED_TRACE(trace.str());
  Harness h(replicas, 6, ipus);
  std::vector<std::pair<std::size_t, std::pair<Op, Values<T>>>> checks;
  unsigned seed = 0;
  for (const Op op : operatorsOf<T>())
    for (const bool inPlace : {false, true}) {
      const Values<T> x = samples<T>(replicas, n, ++seed);
      Tensor t = h.input<T>({n}, x, layout);
      const poplar::OptionFlags options = {{"method", method}};
      if (inPlace)
        gcl::allReduceInPlaceCrossReplica(h.graph, t, op, h.prog, grouping.group, "inPlace",
                                          options);
      else
        t = gcl::allReduceCrossReplica(h.graph, t, op, h.prog, grouping.group, "copy", options);
      EXPECT_EQ(t.shape(), (std::vector<std::size_t>{n}));
      checks.push_back({h.read(t), {op, gcl_test::allReduce(x, op, grouping.members)}});
    }
  h.run();
  for (const auto &[number, expected] : checks) {
    std::ostringstream op;
    op << expected.first;
    EXPECT_EQ(difference(h.result<T>(number), expected.second, kTolerance<T>), "") << op.str();
  }
}

template <class T>
class AllReduceOf : public testing::Test {};
using Types = testing::Types<float, Half, int, unsigned, long long, unsigned long long, bool>;
TYPED_TEST_SUITE(AllReduceOf, Types);

TYPED_TEST(AllReduceOf, EveryMethod) {
  for (const std::string &method : kMethods)
    expectAllOperators<TypeParam>(4, 13, method, groupings(4)[0], Layout::Linear);
}

TYPED_TEST(AllReduceOf, ThreeReplicas) {
  for (const std::string &method : kMethods)
    expectAllOperators<TypeParam>(3, 25, method, groupings(3)[0], Layout::Scattered);
}

TYPED_TEST(AllReduceOf, EveryKindOfGroup) {
  for (const std::string &method : kMethods)
    for (const Grouping &grouping : groupings(4))
      expectAllOperators<TypeParam>(4, 18, method, grouping, Layout::TwoRuns);
}

TEST(AllReduce, EveryKindOfGroup) {
  for (const std::string &method : kMethods)
    for (const Grouping &grouping : groupings(8))
      expectAllOperators<int>(8, 29, method, grouping, Layout::Linear);
}

TEST(AllReduce, SixReplicas) {
  for (const Grouping &grouping : groupings(6))
    expectAllOperators<int>(6, 100, "meet_in_middle_ring", grouping, Layout::TwoRuns);
}

TEST(AllReduce, SizesThatDoNotDivide) {
  for (const std::string &method : kMethods)
    for (const std::size_t n : {1, 2, 3, 5, 31, 257})
      for (const Layout layout : {Layout::Linear, Layout::OneTile, Layout::Scattered})
        expectAllOperators<int>(4, n, method, groupings(4)[0], layout);
}

TEST(AllReduce, ManyReplicas) {
  for (const std::string method : {"auto", "clockwise_ring", "quad_directional_ring"})
    expectAllOperators<int>(16, 333, method, groupings(16)[0], Layout::Linear);
}

TEST(AllReduce, SeveralIpusAReplica) {
  for (const std::string &method : kMethods)
    expectAllOperators<int>(4, 61, method, groupings(4)[0], Layout::Linear, 2);
}

TEST(AllReduce, EveryLayoutOption) {
  for (const std::string flag : {"true", "false"})
    for (const std::size_t n : {3, 50, 1000}) {
      Harness h(4);
      const Values<int> x = samples<int>(4, n);
      const Tensor t = h.input<int>({n}, x, Layout::Scattered);
      const Tensor r = gcl::allReduceCrossReplica(
          h.graph, t, Op::ADD, h.prog, "",
          {{"method", "bidirectional_ring_pair"}, {"syncful.useOptimisedLayout", flag}});
      const std::size_t number = h.read(r);
      h.run();
      EXPECT_EQ(
          difference(h.result<int>(number), gcl_test::allReduce(x, Op::ADD, groupsOf(4, 4, 1))),
          "");
      EXPECT_EQ(h.graph.getTileMapping(r), h.graph.getTileMapping(t));
    }
}

TEST(AllReduce, AMethodForEachPhase) {
  for (const std::string first : {"clockwise_ring", "quad_directional_ring", "broadcast"})
    for (const std::string second : {"bidirectional_ring_pair", "broadcast"})
      expectAllOperators<int>(4, 100, std::string(first).append(",").append(second),
                              groupings(4)[0], Layout::Linear);
}

// Floating-point results are the same on all members, since each piece is combined once.
TEST(AllReduce, MembersAgreeBitForBit) {
  for (const std::string &method : kMethods) {
    Harness h(5);
    const Values<float> x = samples<float>(5, 200);
    const std::size_t number = h.read(gcl::allReduceCrossReplica(
        h.graph, h.input<float>({200}, x), Op::ADD, h.prog, "", {{"method", method}}));
    h.run();
    const Values<float> result = h.result<float>(number);
    for (unsigned r = 1; r < 5; ++r)
      EXPECT_EQ(result[r], result[0]) << method;
  }
}

TEST(AllReduce, StepsAndBothKindsOfPassAgree) {
  for (const std::string &method : kMethods)
    for (const Op op : {Op::ADD, Op::MEAN, Op::SQUARE_ADD, Op::MIN}) {
      Values<Half> results[4];
      const poplar::OptionFlags options[4] = {{},
                                              {{"poplar_emu.exchange", "copy"}},
                                              {{"poplar_emu.collectives", "steps"}},
                                              {{"poplar_emu.checks", "true"}}};
      for (int i = 0; i < 4; ++i) {
        Harness h(6);
        const std::size_t number =
            h.read(gcl::allReduceCrossReplica(h.graph, h.input<Half>({75}, samples<Half>(6, 75)),
                                              op, h.prog, "", {{"method", method}}));
        h.run(options[i]);
        results[i] = h.result<Half>(number);
      }
      for (int i = 1; i < 4; ++i)
        EXPECT_EQ(difference(results[i], results[0]), "") << method << ' ' << i;
    }
}

TEST(AllReduce, StepsAndBothKindsOfPassAgreeOnWhatExceedsTheCache) {
  constexpr std::size_t elements = (5u << 20) / sizeof(float) + 3;
  const Values<float> x = samples<float>(2, elements);
  for (const std::string &method : kMethods) {
    Values<float> results[3];
    const poplar::OptionFlags options[3] = {
        {}, {{"poplar_emu.exchange", "copy"}}, {{"poplar_emu.collectives", "steps"}}};
    for (int i = 0; i < 3; ++i) {
      Harness h(2, 64);
      Tensor data = h.input<float>({elements}, x);
      gcl::allReduceInPlaceCrossReplica(h.graph, data, Op::MEAN, h.prog, "", {{"method", method}});
      const std::size_t number = h.read(data);
      h.run(options[i]);
      results[i] = h.result<float>(number);
    }
    EXPECT_EQ(results[1], results[0]) << method;
    EXPECT_EQ(results[2], results[0]) << method;
  }
}

TEST(AllReduce, FloatingPointExceptionsEndTheRunHoweverItIsExecuted) {
  const poplar::OptionFlags options[] = {
      {}, {{"poplar_emu.exchange", "copy"}}, {{"poplar_emu.collectives", "steps"}}};
  for (const poplar::OptionFlags &execution : options) {
    Harness h(2);
    Tensor data = h.input<float>({4}, {{3e38f, 1, 2, 3}, {3e38f, 1, 2, 3}});
    gcl::allReduceInPlaceCrossReplica(h.graph, data, Op::ADD, h.prog);
    poplar::OptionFlags raising = execution;
    raising.set("debug.floatPointOpException", "true");
    try {
      h.run(raising);
      ADD_FAILURE() << "no exception";
    } catch (const std::exception &error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("overflow"));
    }
  }
}

TEST(AllReduce, SeveralTensorsOfSeveralTypes) {
  Harness h(4);
  const Values<int> a = samples<int>(4, 6, 1), b = samples<int>(4, 20, 2);
  const Values<Half> c = samples<Half>(4, 9, 3);
  const std::vector<Tensor> datas = {h.input<int>({2, 3}, a), h.input<Half>({9}, c),
                                     h.input<int>({20}, b)};
  const CommGroup pairs(gcl::CommGroupType::CONSECUTIVE, 2);
  const std::vector<Tensor> sums =
      gcl::allReduceCrossReplica(h.graph, datas, Op::ADD, h.prog, pairs, "vector");
  ASSERT_EQ(sums.size(), 3u);
  EXPECT_EQ(sums[0].shape(), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(sums[1].elementType(), poplar::HALF);
  std::vector<Tensor> again = datas;
  const std::size_t numbers[] = {h.read(sums[0]), h.read(sums[1]), h.read(sums[2])};
  gcl::allReduceInPlaceCrossReplica(h.graph, again, Op::MAX, h.prog, "inPlace");
  const std::size_t maximum = h.read(datas[2]);
  h.run();
  const Groups twos = groupsOf(4, 2, 1), all = groupsOf(4, 4, 1);
  EXPECT_EQ(difference(h.result<int>(numbers[0]), gcl_test::allReduce(a, Op::ADD, twos)), "");
  EXPECT_EQ(difference(h.result<Half>(numbers[1]), gcl_test::allReduce(c, Op::ADD, twos), 1e-3),
            "");
  EXPECT_EQ(difference(h.result<int>(numbers[2]), gcl_test::allReduce(b, Op::ADD, twos)), "");
  EXPECT_EQ(difference(h.result<int>(maximum), gcl_test::allReduce(b, Op::MAX, all)), "");
}

TEST(AllReduce, ToADestinationOnAnotherIpu) {
  Harness h(2, 4, 2);
  const Values<int> x = samples<int>(2, 40);
  const Tensor data = h.graph.addVariable(poplar::INT, {40}, "data");
  Tensor destination = h.graph.addVariable(poplar::INT, {40}, "destination");
  h.graph.setTileMapping(data, 1);
  for (unsigned i = 0; i < 40; ++i)
    h.graph.setTileMapping(destination[i], 4 + i / 10);
  h.write(data, x);
  gcl::allReduceToDestinationCrossReplica(h.graph, data, destination, Op::ADD, h.prog);
  const std::size_t sum = h.read(destination), same = h.read(data);
  h.run();
  EXPECT_EQ(difference(h.result<int>(sum), gcl_test::allReduce(x, Op::ADD, groupsOf(2, 2, 1))), "");
  EXPECT_EQ(difference(h.result<int>(same), x), "");
}

TEST(AllReduce, WhatIsNoPlainVariable) {
  Harness h(3);
  const Tensor constant = h.graph.addConstant(poplar::INT, {5}, 7);
  h.graph.setTileMapping(constant, 0);
  const Values<int> x = samples<int>(3, 4);
  const Tensor repeated = h.input<int>({4}, x).expand({0}).broadcast(2, 0);
  const std::size_t a = h.read(gcl::allReduceCrossReplica(h.graph, constant, Op::ADD, h.prog));
  const std::size_t b = h.read(gcl::allReduceCrossReplica(h.graph, repeated, Op::ADD, h.prog));
  const Tensor empty = h.graph.addVariable(poplar::INT, {0});
  EXPECT_EQ(gcl::allReduceCrossReplica(h.graph, empty, Op::ADD, h.prog).numElements(), 0u);
  h.run();
  EXPECT_EQ(h.result<int>(a), Values<int>(3, std::vector<int>(5, 21)));
  Values<int> twice = x;
  for (auto &row : twice)
    row.insert(row.end(), row.begin(), row.begin() + 4);
  EXPECT_EQ(difference(h.result<int>(b), gcl_test::allReduce(twice, Op::ADD, groupsOf(3, 3, 1))),
            "");
}

TEST(AllReduce, WithoutReplication) {
  Harness h(1);
  const Values<int> x = samples<int>(1, 9);
  const Tensor t = h.input<int>({9}, x);
  const std::size_t same = h.read(gcl::allReduceCrossReplica(h.graph, t, Op::ADD, h.prog));
  const std::size_t squares =
      h.read(gcl::allReduceCrossReplica(h.graph, t, Op::SQUARE_ADD, h.prog));
  h.run();
  EXPECT_EQ(difference(h.result<int>(same), x), "");
  EXPECT_EQ(
      difference(h.result<int>(squares), gcl_test::allReduce(x, Op::SQUARE_ADD, groupsOf(1, 1, 1))),
      "");
}

TEST(AllReduce, OldNames) {
  Harness h(2);
  const Values<int> x = samples<int>(2, 8);
  Tensor t = h.input<int>({8}, x);
  Tensor copy = h.graph.clone(t);
  gcl::allReduceToDestination(h.graph, t, copy, Op::ADD, h.prog);
  const std::size_t a = h.read(gcl::allReduce(h.graph, t, Op::ADD, h.prog, "old"));
  const std::size_t b = h.read(copy);
  gcl::allReduceInPlace(h.graph, t, Op::ADD, h.prog, CommGroup(), "old");
  const std::size_t c = h.read(t);
  h.run();
  const Values<int> expected = gcl_test::allReduce(x, Op::ADD, groupsOf(2, 2, 1));
  for (const std::size_t number : {a, b, c})
    EXPECT_EQ(difference(h.result<int>(number), expected), "");
}

} // namespace
