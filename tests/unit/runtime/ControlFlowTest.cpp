// SPDX-License-Identifier: MIT
// Control flow: counts, predicates, branches, errors, replicas that disagree.
#include "PlanBuilder.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

namespace poplar_emu::runtime::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Increment {
  std::int32_t *data;
  bool compute(TileContext &) {
    ++*data;
    return true;
  }
};

/// Programs that count: increment(address) adds one to a number on every replica.
class ControlFlow : public testing::Test {
 protected:
  plan::Address number(std::int32_t value) { return b.allocateWith<std::int32_t>({value}); }

  plan::Step increment(plan::Address address) {
    const std::uint32_t cs = b.compute("increment");
    std::vector<Increment> vertices(1);
    std::memcpy(vertices.data(), &address, sizeof address);
    b.tileWork(cs, type, 0, vertices, {0});
    return PlanBuilder::computeStep(cs);
  }

  std::int32_t value(plan::Address address) { return read<std::int32_t>(*runtime, address, 1)[0]; }

  std::string run() {
    runtime = b.build();
    runtime->setPrintTensorStream(printed);
    runtime->load();
    return messageOf([&] { runtime->run(0); });
  }

  plan::Step repeat(std::uint32_t count, std::vector<plan::Step> body) {
    return PlanBuilder::add(b.plan.repeats, plan::StepKind::Repeat,
                            plan::RepeatStep{count, b.sequence(std::move(body))});
  }

  PlanBuilder b;
  std::uint32_t type = b.vertexType<Increment>("Increment");
  std::unique_ptr<Runtime> runtime;
  std::ostringstream printed;
};

TEST_F(ControlFlow, RepeatCountsAndNests) {
  const plan::Address n = number(0), never = number(0);
  b.program({repeat(3, {repeat(4, {increment(n)}), increment(n)}), repeat(0, {increment(never)})});
  EXPECT_EQ(run(), "");
  EXPECT_EQ(value(n), 15);
  EXPECT_EQ(value(never), 0);
}

TEST_F(ControlFlow, RepeatWhileTestsAfterTheCondition) {
  // The predicate counts down through the condition's increments: -3, -2, -1, 0.
  const plan::Address predicate = number(-4), body = number(0);
  plan::RepeatWhileStep step;
  step.condition = b.sequence({increment(predicate)});
  step.predicate = {predicate, ElementType::Int};
  step.body = b.sequence({increment(body)});
  const plan::Step whileTrue =
      PlanBuilder::add(b.plan.repeatWhiles, plan::StepKind::RepeatWhile, step);
  step.continueOn = false;
  const plan::Step whileFalse =
      PlanBuilder::add(b.plan.repeatWhiles, plan::StepKind::RepeatWhile, step);
  b.program({whileTrue, whileFalse});
  EXPECT_EQ(run(), "");
  EXPECT_EQ(value(predicate), 1); // the false loop left at once, after one more condition
  EXPECT_EQ(value(body), 3);
}

TEST_F(ControlFlow, IfTakesNonZeroOfEveryTypeAsTrue) {
  const plan::Address yes = number(0), no = number(0);
  const plan::Address values = b.allocateWith<std::uint8_t>({1, 0, 0, 0, 0, 0, 0, 128, 0, 255});
  std::vector<plan::Step> steps;
  const auto branch = [&](plan::Address address, ElementType scalarType) {
    plan::IfStep step;
    step.predicate = {address, scalarType};
    step.thenBranch = b.sequence({increment(yes)});
    step.elseBranch = b.sequence({increment(no)});
    steps.push_back(PlanBuilder::add(b.plan.ifs, plan::StepKind::If, step));
  };
  branch(values, ElementType::Bool);
  branch(values + 1, ElementType::Bool);
  branch(values + 4, ElementType::UnsignedInt);
  branch(values + 2, ElementType::Short);
  branch(values + 9, ElementType::SignedChar);
  plan::IfStep empty;
  empty.predicate = {values, ElementType::Bool};
  steps.push_back(PlanBuilder::add(b.plan.ifs, plan::StepKind::If, empty));
  b.program(steps);
  EXPECT_EQ(run(), "");
  EXPECT_EQ(value(yes), 3);
  EXPECT_EQ(value(no), 2);
}

TEST_F(ControlFlow, SwitchFindsItsCase) {
  const plan::Address one = number(0), minus = number(0), other = number(0);
  std::vector<plan::Step> steps;
  for (const std::int32_t control : {1, -5, 7, 1}) {
    plan::SwitchStep step;
    step.control = {number(control), control == -5 ? ElementType::UnsignedInt : ElementType::Int};
    step.cases = {{-5, b.sequence({increment(minus)})}, {1, b.sequence({increment(one)})}};
    step.defaultCase = b.sequence({increment(other)});
    steps.push_back(PlanBuilder::add(b.plan.switches, plan::StepKind::Switch, step));
  }
  b.program(steps);
  EXPECT_EQ(run(), "");
  EXPECT_EQ(value(one), 2);
  EXPECT_EQ(value(minus), 1);
  EXPECT_EQ(value(other), 1);
}

TEST_F(ControlFlow, SwitchWithBoundsCheckingThrows) {
  plan::SwitchStep step;
  step.name = "choose";
  step.control = {number(9), ElementType::Int};
  step.cases = {{0, b.sequence({})}, {1, b.sequence({})}};
  step.onDefault = plan::SwitchDefault::Error;
  b.program({PlanBuilder::add(b.plan.switches, plan::StepKind::Switch, step)});
  EXPECT_THAT(run(), AllOf(HasSubstr("PE0606"), HasSubstr("'choose'"), HasSubstr("value 9"),
                           HasSubstr("cases: 0, 1")));
}

TEST_F(ControlFlow, CallAndBlockRunTheirSequence) {
  const plan::Address n = number(0);
  const plan::SequenceId body = b.sequence({increment(n)});
  const plan::Step call =
      PlanBuilder::add(b.plan.calls, plan::StepKind::Call, plan::CallStep{body});
  const plan::Step block =
      PlanBuilder::add(b.plan.blocks, plan::StepKind::Block, plan::BlockStep{"block", body});
  const plan::Step sync = PlanBuilder::add(b.plan.syncs, plan::StepKind::Sync, plan::SyncStep{});
  const plan::Step equal =
      PlanBuilder::add(b.plan.assumeEquals, plan::StepKind::AssumeEqual, plan::AssumeEqualStep{});
  b.program({call, block, call, sync, equal});
  EXPECT_EQ(run(), "");
  EXPECT_EQ(value(n), 3);
}

TEST_F(ControlFlow, LoopRunsUntilStopped) {
  const plan::Address n = number(0), after = number(0);
  b.plan.hostFunctions.push_back({"tick", {}, {}});
  const plan::Step tick =
      PlanBuilder::add(b.plan.hostCalls, plan::StepKind::HostCall, plan::HostCallStep{});
  const plan::Step loop = PlanBuilder::add(b.plan.loops, plan::StepKind::Loop,
                                           plan::LoopStep{b.sequence({increment(n), tick})});
  b.program({loop, increment(after)});
  runtime = b.build();
  int ticks = 0;
  runtime->connectHostFunction("tick", 0, [&](auto, auto) {
    if (++ticks == 5) runtime->stop();
  });
  runtime->load();
  runtime->run(0);
  EXPECT_EQ(value(n), 5);
  EXPECT_EQ(value(after), 0); // it ends the run, not the loop alone
  ticks = 3;
  runtime->run(0); // an old stop is forgotten
  EXPECT_EQ(value(n), 7);
}

/// Counts what runs before and after a host function that stops the run at its fifth call.
class Stops : public ControlFlow {
 protected:
  void expectStop(const std::function<plan::Step(plan::SequenceId)> &wrap) {
    const plan::Address n = number(0), inside = number(0), after = number(0);
    b.plan.hostFunctions.push_back({"tick", {}, {}});
    const plan::Step tick =
        PlanBuilder::add(b.plan.hostCalls, plan::StepKind::HostCall, plan::HostCallStep{});
    const plan::Step looped = wrap(b.sequence({increment(n), tick, increment(inside)}));
    b.program({looped, increment(after)});
    runtime = b.build();
    int ticks = 0;
    runtime->connectHostFunction("tick", 0, [&](auto, auto) {
      if (++ticks == 5) runtime->stop();
    });
    runtime->load();
    runtime->run(0);
    EXPECT_EQ(value(n), 5);
    EXPECT_EQ(value(inside), 4); // the next step is not reached
    EXPECT_EQ(value(after), 0);
    EXPECT_EQ(ticks, 5);
  }

  plan::Step repeatOf(plan::SequenceId body, std::uint32_t count) {
    return PlanBuilder::add(b.plan.repeats, plan::StepKind::Repeat, plan::RepeatStep{count, body});
  }
};

TEST_F(Stops, EndRepeats) {
  expectStop([&](plan::SequenceId body) { return repeatOf(body, 100); });
}

TEST_F(Stops, EndNestedRepeats) {
  expectStop([&](plan::SequenceId body) { return repeatOf(b.sequence({repeatOf(body, 3)}), 100); });
}

TEST_F(Stops, EndLoops) {
  expectStop([&](plan::SequenceId body) {
    return PlanBuilder::add(b.plan.loops, plan::StepKind::Loop,
                            plan::LoopStep{b.sequence({repeatOf(body, 7)})});
  });
}

TEST_F(Stops, EndConditionalLoops) {
  const plan::Address always = number(1);
  expectStop([&](plan::SequenceId body) {
    plan::RepeatWhileStep step;
    step.predicate = {always, ElementType::Int};
    step.continueOn = true;
    step.body = body;
    return PlanBuilder::add(b.plan.repeatWhiles, plan::StepKind::RepeatWhile, step);
  });
}

TEST_F(Stops, EndConditionsOfLoops) {
  const plan::Address always = number(1);
  expectStop([&](plan::SequenceId body) {
    plan::RepeatWhileStep step;
    step.predicate = {always, ElementType::Int};
    step.continueOn = true;
    step.condition = body;
    return PlanBuilder::add(b.plan.repeatWhiles, plan::StepKind::RepeatWhile, step);
  });
}

TEST_F(ControlFlow, AbortThrowsWithItsMessage) {
  plan::AbortStep abort;
  abort.message = "too hot";
  b.program({PlanBuilder::add(b.plan.aborts, plan::StepKind::Abort, abort)});
  runtime = b.build();
  runtime->load();
  EXPECT_THROW(runtime->run(0), poplar::application_runtime_error);
  runtime->load();
  EXPECT_THAT(messageOf([&] { runtime->run(0); }), testing::StartsWith("error[PE0601]: too hot"));
}

TEST_F(ControlFlow, AbortOnConditionLooksAtItsPredicate) {
  plan::AbortStep abort;
  abort.condition = plan::Scalar{number(0), ElementType::Int};
  const plan::Address predicate = abort.condition->address;
  const plan::Step check = PlanBuilder::add(b.plan.aborts, plan::StepKind::Abort, abort);
  b.program({check, increment(predicate), check});
  EXPECT_THAT(run(), HasSubstr("the program reached an Abort"));
  EXPECT_EQ(value(predicate), 1);
}

TEST_F(ControlFlow, ErrorProgramPrintsFirst) {
  const plan::Address data = number(42);
  plan::PrintStep print;
  print.title = "bad";
  print.type = ElementType::Int;
  print.value = {contiguous(data, 0, 4), 4};
  plan::AbortStep abort;
  abort.message = "bad";
  abort.print = PlanBuilder::add(b.plan.prints, plan::StepKind::Print, print).payload;
  b.program({PlanBuilder::add(b.plan.aborts, plan::StepKind::Abort, abort)});
  EXPECT_THAT(run(), HasSubstr("PE0601"));
  EXPECT_EQ(printed.str(), "bad: 42\n");
}

TEST(ControlFlowErrors, OrderOfCalls) {
  PlanBuilder b;
  b.program({});
  const auto runtime = b.build();
  EXPECT_FALSE(runtime->isLoaded());
  EXPECT_THAT(messageOf([&] { runtime->run(0); }), HasSubstr("PE0504"));
  runtime->load();
  EXPECT_THAT(messageOf([&] { runtime->run(1); }), HasSubstr("PE0505"));
  EXPECT_EQ(messageOf([&] { runtime->run(0); }), "");
  runtime->unload();
  EXPECT_THAT(messageOf([&] { runtime->run(0); }), HasSubstr("PE0504"));
}

TEST(ControlFlowErrors, ReplicasMustAgreeOnPredicates) {
  PlanBuilder b(1, 3);
  const plan::Address predicate = b.allocate(4);
  plan::IfStep step;
  step.predicate = {predicate, ElementType::Int};
  b.program({PlanBuilder::add(b.plan.ifs, plan::StepKind::If, step)});
  plan::SwitchStep choice;
  choice.name = "choose";
  choice.control = step.predicate;
  b.program({PlanBuilder::add(b.plan.switches, plan::StepKind::Switch, choice)});
  const auto runtime = b.build();
  runtime->load();
  write<std::int32_t>(*runtime, predicate, {1}, 0);
  write<std::int32_t>(*runtime, predicate, {2}, 1);
  write<std::int32_t>(*runtime, predicate, {1}, 2);
  EXPECT_EQ(messageOf([&] { runtime->run(0); }), ""); // equally true
  EXPECT_THAT(messageOf([&] { runtime->run(1); }),
              AllOf(HasSubstr("PE0605"), HasSubstr("'choose'"), HasSubstr("replicas 0, 2 have 1"),
                    HasSubstr("replica 1 has 2")));
  runtime->load();
  write<std::int32_t>(*runtime, predicate, {1}, 2);
  EXPECT_THAT(messageOf([&] { runtime->run(0); }),
              AllOf(HasSubstr("PE0605"), HasSubstr("If"), HasSubstr("replicas 0, 1 have 0"),
                    HasSubstr("replica 2 has 1")));
}

} // namespace
} // namespace poplar_emu::runtime::test
