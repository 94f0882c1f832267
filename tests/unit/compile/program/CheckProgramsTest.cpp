// SPDX-License-Identifier: MIT
// Programs that cannot be right are refused, naming line, program, tensors and shapes.
#include "ProgramFixture.hpp"

#include "view/Ops.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct CheckPrograms : testing::Test {
  CheckPrograms() {
    test.graph.variable(a).shape = {3, 4};
    test.graph.variable(a).site = internSite("user.cpp", 3, "main");
    test.graph.variable(b).site = internSite("user.cpp", 4, "main");
    test.graph.variable(constant).kind = ir::VariableKind::Constant;
    test.graph.remoteBuffers.push_back({"rows", ElementType::Float, 4, 10, {}});
    test.graph.hostFunctions.push_back(
        {"f", {{ElementType::Float, 2}}, {{ElementType::Float, 1}}, {}});
  }

  template <class Payload>
  std::string errorOf(Payload payload) {
    test.programs = {test.sequence({test.node(std::move(payload), "halo", 41)})};
    return test.check();
  }

  ProgramGraph test;
  VariableId a = test.variable("a", 12, TileId(0));
  VariableId b = test.variable("b", 10, TileId(0));
  VariableId half = test.variable("h", 12, TileId(0), ElementType::Half);
  VariableId flags = test.variable("flags", 4, TileId(0), ElementType::Bool);
  VariableId words = test.variable("words", 24, TileId(0), ElementType::UnsignedInt);
  VariableId constant = test.variable("c", 12, TileId(0));
};

TEST_F(CheckPrograms, GoodCopyPasses) {
  EXPECT_EQ(errorOf(ir::Copy{test.slice(a, 0, 10), test.whole(b)}), "");
  EXPECT_EQ(errorOf(ir::Copy{test.whole(constant), test.whole(a)}), "");
}

TEST_F(CheckPrograms, CopyOfOtherSizeShowsBothTensors) {
  EXPECT_THAT(errorOf(ir::Copy{test.whole(a), test.whole(b)}),
              AllOf(HasSubstr("error[PE0402]: Copy 'halo': from 12 elements to 10 elements"),
                    HasSubstr("user.cpp:41   Copy 'halo'"),
                    HasSubstr("user.cpp:3   source variable 'a', float [3, 4]"),
                    HasSubstr("user.cpp:4   destination variable 'b', float [10]"),
                    HasSubstr("fix: ")));
}

TEST_F(CheckPrograms, CopyOfOtherType) {
  EXPECT_THAT(errorOf(ir::Copy{test.whole(half), test.whole(a)}),
              AllOf(HasSubstr("PE0403"), HasSubstr("from type half to type float")));
  EXPECT_THROW(checkPrograms(test.input(), findUsage(test.input())), poplar::type_error);
}

TEST_F(CheckPrograms, DestinationThatAliasesItself) {
  ir::Operand twice = test.slice(b, 2, 8);
  twice.view = view::concat({twice.view, view::slice(twice.view, 3, 5)});
  EXPECT_THAT(errorOf(ir::Copy{test.slice(a, 0, 8), twice}),
              AllOf(HasSubstr("PE0404"),
                    HasSubstr("element 5 of variable 'b' is element 3 and element 6")));
  ir::Operand broadcast = test.slice(b, 0, 1);
  broadcast.view = view::broadcast(broadcast.view, 12, 0);
  EXPECT_THAT(errorOf(ir::Copy{test.whole(a), broadcast}), HasSubstr("PE0404"));
  EXPECT_EQ(errorOf(ir::Copy{broadcast, test.whole(a)}), "");
}

TEST_F(CheckPrograms, ConstantDestination) {
  EXPECT_THAT(errorOf(ir::Copy{test.whole(a), test.whole(constant)}),
              AllOf(HasSubstr("PE0405"), HasSubstr("constant 'c'")));
}

TEST_F(CheckPrograms, TensorsOfAnotherGraph) {
  auto node = std::make_shared<ir::ProgramNode>();
  node->payload = ir::Copy{test.whole(a), test.whole(a)};
  node->graphId = 99;
  test.programs = {node};
  EXPECT_THAT(test.check(), AllOf(HasSubstr("PE0115"), HasSubstr("another graph")));
}

TEST_F(CheckPrograms, Predicates) {
  const auto body = test.anyCopy("body");
  EXPECT_THAT(errorOf(ir::If{test.whole(flags), body, body}),
              AllOf(HasSubstr("PE0406"), HasSubstr("one element, not 4")));
  EXPECT_THAT(errorOf(ir::If{test.element(a, 0), body, body}),
              AllOf(HasSubstr("PE0412"), HasSubstr("bool or int or unsigned int, not float")));
  EXPECT_THAT(errorOf(ir::RepeatWhile{body, test.whole(words), true, body}), HasSubstr("PE0406"));
  EXPECT_THAT(errorOf(ir::Abort{"m", {}, test.whole(flags)}), HasSubstr("PE0406"));
  EXPECT_EQ(errorOf(ir::If{test.element(words, 3), body, body}), "");
}

TEST_F(CheckPrograms, CasesOfASwitchDiffer) {
  ir::Switch choice;
  choice.control = test.element(words, 0);
  choice.cases = {{1, nullptr}, {2, nullptr}, {1, nullptr}};
  EXPECT_THAT(errorOf(choice), AllOf(HasSubstr("PE0410"), HasSubstr("case 1 occurs twice")));
  choice.cases.pop_back();
  EXPECT_EQ(errorOf(choice), "");
  choice.control = test.element(flags, 0);
  EXPECT_THAT(errorOf(choice), HasSubstr("PE0412"));
}

TEST_F(CheckPrograms, StreamsCarryWhatTheTensorHolds) {
  const StreamId in = test.stream("in", ir::StreamDirection::HostToDevice, 12);
  EXPECT_EQ(errorOf(ir::StreamRead{in, test.whole(a)}), "");
  EXPECT_THAT(errorOf(ir::StreamRead{in, test.whole(b)}),
              AllOf(HasSubstr("PE0409"),
                    HasSubstr("stream 'in' carries 12 x float, the tensor has 10 x float"),
                    HasSubstr("user.cpp:7   stream 'in'")));
  EXPECT_THAT(errorOf(ir::StreamRead{in, test.whole(half)}), HasSubstr("PE0409"));
  EXPECT_THAT(errorOf(ir::StreamRead{in, test.whole(constant)}), HasSubstr("PE0405"));
  EXPECT_THAT(errorOf(ir::StreamWrite{test.whole(a), in}),
              AllOf(HasSubstr("PE0401"), HasSubstr("addDeviceToHostFIFO")));
}

TEST_F(CheckPrograms, RemoteBuffers) {
  const RemoteBufferId buffer(0);
  EXPECT_EQ(errorOf(ir::RemoteRead{buffer, test.whole(a), test.slice(words, 0, 3)}), "");
  EXPECT_EQ(errorOf(ir::RemoteWrite{test.slice(a, 0, 4), buffer, {}}), "");
  EXPECT_THAT(errorOf(ir::RemoteRead{buffer, test.whole(a), {}}),
              AllOf(HasSubstr("PE0409"), HasSubstr("'rows' carries 4 x float")));
  EXPECT_THAT(errorOf(ir::RemoteWrite{test.whole(a), buffer, test.slice(flags, 0, 3)}),
              HasSubstr("PE0412"));
}

TEST_F(CheckPrograms, HostCalls) {
  const HostFunctionId f(0);
  EXPECT_EQ(errorOf(ir::HostCall{f, {test.slice(a, 0, 2)}, {test.element(b, 0)}}), "");
  EXPECT_THAT(errorOf(ir::HostCall{f, {}, {test.element(b, 0)}}),
              AllOf(HasSubstr("PE0512"), HasSubstr("1 inputs, 0 are given")));
  EXPECT_THAT(errorOf(ir::HostCall{f, {test.slice(a, 0, 2)}, {test.slice(b, 0, 2)}}),
              AllOf(HasSubstr("PE0512"), HasSubstr("output 0 of 'f' is 1 x float")));
}

TEST_F(CheckPrograms, CrossReplicaCopies) {
  test.graph.machine.replicationFactor = 3;
  const auto copy = [&](std::map<unsigned, unsigned> map) {
    return errorOf(ir::CrossReplicaCopy{test.whole(a), test.whole(a), std::move(map)});
  };
  EXPECT_EQ(copy({{0, 1}, {1, 2}, {2, 0}}), "");
  EXPECT_THAT(copy({{0, 1}, {1, 0}}), HasSubstr("PE0411"));
  EXPECT_THAT(copy({{0, 1}, {1, 0}, {2, 2}}), HasSubstr("sends to itself"));
  EXPECT_THAT(copy({{0, 1}, {1, 0}, {2, 1}}), HasSubstr("receives twice"));
  EXPECT_THAT(copy({{0, 1}, {1, 3}, {2, 0}}), HasSubstr("from replica 1 to 3"));
}

TEST_F(CheckPrograms, Collectives) {
  test.graph.machine.replicationFactor = 3;
  const auto sum = [&] {
    ir::Collective collective;
    collective.body = test.node(ir::Copy{test.slice(a, 0, 10), test.whole(b)});
    collective.source = collective.destination = test.whole(a);
    collective.groups = {{2, 0}};
    collective.pieces = {{0, 0, 12, {{0, 1}}, {0, 1}}};
    return collective;
  };
  EXPECT_EQ(errorOf(sum()), "");
  const auto damaged = [&](auto &&damage) {
    ir::Collective collective = sum();
    damage(collective);
    return errorOf(collective);
  };
  const auto expect = [&](const char *text, auto &&damage) {
    EXPECT_THAT(damaged(damage), AllOf(HasSubstr("PE0414"), HasSubstr(text), HasSubstr("'halo'")));
  };
  using C = ir::Collective;
  expect("replica 3, the graph has 3", [](C &c) { c.groups[0][1] = 3; });
  expect("replica 2 stands in the groups twice", [](C &c) { c.groups = {{0, 2}, {1, 2}}; });
  expect("groups of 2 and of 1 replicas", [](C &c) { c.groups = {{0, 2}, {1}}; });
  expect("names position 2 in groups of 2", [](C &c) { c.pieces[0].chains[0][1] = 2; });
  expect("names position 5 in groups of 2", [](C &c) { c.pieces[0].receivers.push_back(5); });
  expect("piece 0 has an empty chain", [](C &c) { c.pieces[0].chains.emplace_back(); });
  expect("piece 0 covers [1, 13) of a source of 12", [](C &c) { c.pieces[0].source = 1; });
  expect("piece 0 covers [2, 14) of a destination", [](C &c) { c.pieces[0].destination = 2; });
  expect("position 1 receives element 5 from pieces 0 and 1",
         [](C &c) { c.pieces.push_back({0, 5, 1, {{0}}, {1}}); });
  expect("cannot be combined", [](C &c) { c.combine = Combine::LogicalOr; });
  expect("differ in type", [this](C &c) { c.source = test.whole(half); });
  expect("cannot be scaled", [this](C &c) {
    c.source = c.destination = test.slice(words, 0, 12);
    c.scale = 2;
  });
  expect("that float does not have cannot be scaled", [](C &c) {
    c.combine = Combine::LogicalAnd;
    c.pieces[0].chains = {{0}};
    c.scale = 2;
  });
  expect("depends on data", [this](C &c) {
    c.body = test.sequence({test.node(ir::If{test.element(flags, 0), c.body, nullptr})});
  });
  expect("depends on data", [this](C &c) {
    c.body = test.node(ir::Call{test.function("f", test.node(ir::Print{"x", test.whole(a), {}}))});
  });
  EXPECT_THAT(damaged([this](C &c) { c.destination = test.whole(constant); }), HasSubstr("PE0405"));
}

TEST_F(CheckPrograms, Registers) {
  EXPECT_THAT(errorOf(ir::CycleStamp{TileId(0), ir::SyncKind::Internal, test.slice(words, 0, 3)}),
              AllOf(HasSubstr("PE0402"), HasSubstr("must have 2 elements, not 3")));
  EXPECT_THAT(errorOf(ir::CycleStamp{TileId(0), ir::SyncKind::Internal, test.slice(a, 0, 2)}),
              HasSubstr("PE0412"));
  EXPECT_EQ(errorOf(ir::HwSeeds{false, test.whole(words), {TileId(1)}}), "");
  EXPECT_THAT(errorOf(ir::HwSeeds{false, test.whole(words), {TileId(1), TileId(2)}}),
              HasSubstr("48 elements"));
  ir::FpControl control;
  control.store = test.whole(words);
  EXPECT_THAT(errorOf(control), HasSubstr("PE0406"));
}

TEST_F(CheckPrograms, ExitStatus) {
  const ComputeSetId computeSet = test.computeSet("cs");
  EXPECT_EQ(errorOf(ir::Execute{computeSet, test.element(flags, 0)}), "");
  EXPECT_THAT(errorOf(ir::Execute{computeSet, test.whole(flags)}), HasSubstr("PE0406"));
  EXPECT_THAT(errorOf(ir::Execute{computeSet, test.element(words, 0)}), HasSubstr("PE0412"));
}

TEST_F(CheckPrograms, FunctionsAreCheckedToo) {
  const FunctionId f =
      test.function("f", test.node(ir::Copy{test.whole(a), test.whole(b)}, "inside"));
  EXPECT_THAT(errorOf(ir::Call{f}), AllOf(HasSubstr("PE0402"), HasSubstr("'inside'")));
}

} // namespace
} // namespace poplar_emu::compile::test
