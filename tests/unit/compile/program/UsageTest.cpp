// SPDX-License-Identifier: MIT
// What programs reach, in order; and recursion.
#include "ProgramFixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <poplar/exceptions.hpp>

namespace poplar_emu::compile::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Usage, ComputeSetsInProgramOrderEachOnce) {
  ProgramGraph test;
  const ComputeSetId a = test.computeSet("a"), b = test.computeSet("b");
  test.computeSet("unused");
  const auto runA = test.node(ir::Execute{a, {}}), runB = test.node(ir::Execute{b, {}});
  test.programs = {test.sequence({runB, test.node(ir::Repeat{3, runA}), runB}), runA};
  EXPECT_THAT(findUsage(test.input()).computeSets, ElementsAre(b, a));
}

TEST(Usage, VariablesOfEveryKindOfUser) {
  ProgramGraph test;
  const VariableId vertexOnly = test.variable("vertexOnly", 4, TileId(0));
  const VariableId copied = test.variable("copied", 4, TileId(0));
  const VariableId predicate = test.variable("predicate", 1, TileId(0), ElementType::Bool);
  const VariableId handle = test.variable("handle", 4, TileId(0));
  const VariableId unused = test.variable("unused", 4, TileId(0));
  const VariableId notRun = test.variable("notRun", 4, TileId(0));
  const VertexTypeId type = test.types.add(
      vertexType("Reads", {field("in", ir::FieldKind::VectorEdge, ir::Direction::In)}));
  const ComputeSetId runs = test.computeSet("runs"), idle = test.computeSet("idle");
  test.connect(test.vertex(runs, type, 0), "in", {run(vertexOnly, 0, 4)});
  test.connect(test.vertex(idle, type, 0), "in", {run(notRun, 0, 4)});
  test.programs = {test.node(ir::If{test.whole(predicate), test.node(ir::Execute{runs, {}}),
                                    test.node(ir::Copy{test.whole(copied), test.whole(copied)})})};
  test.graph.hostReads.push_back({"h", test.whole(handle).view, ElementType::Float, {}});

  const Usage usage = findUsage(test.input());
  for (const VariableId id : {vertexOnly, copied, predicate, handle})
    EXPECT_TRUE(usage.variables[id.index()]) << test.graph.variable(id).name;
  for (const VariableId id : {unused, notRun})
    EXPECT_FALSE(usage.variables[id.index()]) << test.graph.variable(id).name;
}

TEST(Usage, CalleesBeforeCallers) {
  ProgramGraph test;
  const FunctionId outer = test.function("outer", nullptr);
  const FunctionId inner = test.function("inner", test.anyCopy("c"));
  test.function("unused", nullptr);
  const auto callInner = test.node(ir::Call{inner});
  test.graph.functions[outer.index()].body = test.sequence({callInner, callInner});
  test.programs = {test.node(ir::Call{outer}), callInner};
  EXPECT_THAT(findUsage(test.input()).functions, ElementsAre(inner, outer));
}

TEST(Usage, RecursionNamesTheCycle) {
  ProgramGraph test;
  const FunctionId f = test.function("f", nullptr), g = test.function("g", nullptr);
  test.graph.functions[f.index()].body = test.node(ir::Call{g}, "", 11);
  test.graph.functions[g.index()].body = test.node(ir::Repeat{2, test.node(ir::Call{f}, "", 12)});
  test.programs = {test.node(ir::Call{f}, "", 13)};
  EXPECT_THROW(findUsage(test.input()), poplar::graph_recursion_error);
  const std::string message = messageOf([&] { findUsage(test.input()); });
  EXPECT_THAT(message, HasSubstr("PE0408"));
  EXPECT_THAT(message, HasSubstr("user.cpp:11   'f' calls 'g'"));
  EXPECT_THAT(message, HasSubstr("user.cpp:12   'g' calls 'f'"));
}

TEST(Usage, RecursionThroughANodeSeenBefore) {
  ProgramGraph test;
  const FunctionId f = test.function("f", nullptr);
  const auto call = test.node(ir::Call{f});
  test.graph.functions[f.index()].body = call;
  test.programs = {call};
  EXPECT_THROW(findUsage(test.input()), poplar::graph_recursion_error);
}

TEST(Usage, SharedNodesAreWalkedOnce) {
  ProgramGraph test;
  ir::ProgramRef program = test.node(ir::Execute{test.computeSet("a"), {}});
  for (int i = 0; i < 60; ++i)
    program = test.sequence({program, program});
  test.programs = {program};
  EXPECT_EQ(findUsage(test.input()).computeSets.size(), 1u);
}

} // namespace
} // namespace poplar_emu::compile::test
