// SPDX-License-Identifier: MIT
// Vertices that crash or raise floating-point exceptions are named; the process lives on.
#include "PlanBuilder.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <sstream>

namespace poplar_emu::runtime::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

enum class Fault : std::int32_t { None, NullPointer, DivideByZero, Trap, Abort, StackOverflow };

/// Recursion without end that the compiler cannot see.
int overflowStack(volatile const char *outer, volatile const bool *goOn) {
  volatile char frame[4096];
  frame[0] = *outer;
  return *goOn ? overflowStack(frame, goOn) + frame[0] : 0;
}

struct Faulty {
  Fault fault;
  std::int32_t value;
  bool compute(TileContext &context) {
    volatile std::int32_t zero = 0;
    const char start = 0;
    volatile const bool goOn = true;
    switch (fault) {
    case Fault::None:
      break;
    case Fault::NullPointer:
      context.print(&context, "before\n", 7);
      *reinterpret_cast<volatile std::int32_t *>(static_cast<std::uintptr_t>(zero)) = 1;
      break;
    case Fault::DivideByZero:
      value = value / zero;
      break;
    case Fault::Trap:
      __builtin_trap();
    case Fault::Abort:
      std::abort();
    case Fault::StackOverflow:
      value = overflowStack(&start, &goOn);
      break;
    }
    ++value;
    return true;
  }
};

std::unique_ptr<Runtime> faulty(ExecutorKind kind, Fault fault) {
  PlanBuilder b(12);
  const std::uint32_t type = b.vertexType<Faulty>("Faulty", UsesContext::Yes), cs = b.compute("cs");
  for (std::uint32_t tile = 0; tile < 12; ++tile) {
    std::vector<Faulty> vertices(3, {Fault::None, 1});
    if (tile % 4 == 2) vertices[1].fault = fault;
    b.tileWork(cs, type, tile, vertices);
  }
  b.program({PlanBuilder::computeStep(cs)});
  return b.build(PlanBuilder::settingsFor(kind));
}

class CrashTest : public testing::TestWithParam<ExecutorKind> {
 protected:
  void SetUp() override {
    if (kThreadSanitizer || kAddressSanitizer)
      GTEST_SKIP() << "sanitizers report crashes themselves";
  }
};

INSTANTIATE_TEST_SUITE_P(All, CrashTest, testing::ValuesIn(executorKinds()));

TEST_P(CrashTest, NamesVertexTileInstanceLineAndSignal) {
  const std::pair<Fault, const char *> faults[] = {{Fault::NullPointer, "SIGSEGV"},
                                                   {Fault::DivideByZero, "SIGFPE"},
                                                   {Fault::Trap, "SIGILL"},
                                                   {Fault::Abort, "SIGABRT"},
                                                   {Fault::StackOverflow, "SIGSEGV"}};
  for (const auto &[fault, signal] : faults) {
    const auto runtime = faulty(GetParam(), fault);
    std::ostringstream out;
    runtime->setPrintStream(out);
    runtime->load();
    EXPECT_THROW(runtime->run(0), poplar::application_runtime_error);
    runtime->load();
    EXPECT_THAT(messageOf([&] { runtime->run(0); }),
                AllOf(HasSubstr("error[PE0602]"), HasSubstr("'cs'"), HasSubstr(signal),
                      HasSubstr("prog.cpp:20   Faulty#7 (tile 2, instance 1)")));
    EXPECT_EQ(out.str().find("before") != std::string::npos, fault == Fault::NullPointer);
  }
}

TEST_P(CrashTest, RefusesToRunUntilLoaded) {
  const auto runtime = faulty(GetParam(), Fault::NullPointer);
  std::ostringstream out;
  runtime->setPrintStream(out);
  for (int round = 0; round < 3; ++round) {
    runtime->load();
    EXPECT_THAT(messageOf([&] { runtime->run(0); }), HasSubstr("PE0602"));
    EXPECT_THAT(messageOf([&] { runtime->run(0); }), HasSubstr("PE0509"));
  }
}

TEST_P(CrashTest, HandlersOfTheUserComeBackWithTheEnd) {
  const auto mine = [](int) {};
  struct sigaction action = {}, before = {}, after = {};
  action.sa_handler = mine;
  sigaction(SIGSEGV, &action, &before);
  {
    const auto runtime = faulty(GetParam(), Fault::NullPointer);
    std::ostringstream out;
    runtime->setPrintStream(out);
    runtime->load();
    EXPECT_THROW(runtime->run(0), poplar::application_runtime_error);
  }
  sigaction(SIGSEGV, &before, &after);
  EXPECT_EQ(after.sa_handler, action.sa_handler);
}

volatile std::sig_atomic_t seenByUser = 0;

TEST_P(CrashTest, SignalsOutsideOfVerticesGoToTheUser) {
  struct sigaction action = {}, before = {};
  action.sa_handler = [](int) { seenByUser = seenByUser + 1; };
  sigaction(SIGFPE, &action, &before);
  {
    const auto runtime = faulty(GetParam(), Fault::None);
    runtime->load();
    runtime->run(0);
    seenByUser = 0;
    std::raise(SIGFPE);
    EXPECT_EQ(seenByUser, 1);
  }
  sigaction(SIGFPE, &before, nullptr);
}

TEST_P(CrashTest, HandlersInstalledLaterDoNotHideCrashes) {
  const auto healthy = faulty(GetParam(), Fault::None);
  healthy->load();
  healthy->run(0);
  struct sigaction action = {}, before = {};
  action.sa_handler = SIG_DFL;
  sigaction(SIGFPE, &action, &before);
  const auto runtime = faulty(GetParam(), Fault::DivideByZero);
  runtime->load();
  EXPECT_THAT(messageOf([&] { runtime->run(0); }), HasSubstr("SIGFPE"));
  sigaction(SIGFPE, &before, nullptr);
}

struct Divide {
  float numerator, denominator, quotient;
  bool compute(TileContext &) {
    volatile float n = numerator, d = denominator;
    quotient = n / d;
    return true;
  }
};

struct FpCase {
  const char *name;
  std::uint32_t enabled;
  float numerator, denominator;
  const char *message; ///< null: nothing is raised
};

class FpExceptionTest : public testing::TestWithParam<FpCase> {};

TEST_P(FpExceptionTest, EnabledOnesNameTheVertex) {
  const FpCase &c = GetParam();
  PlanBuilder b(4);
  const std::uint32_t type = b.vertexType<Divide>("Divide"), cs = b.compute("divide");
  for (std::uint32_t tile = 0; tile < 4; ++tile) {
    std::vector<Divide> vertices(3, {1, 2, 0});
    if (tile == 2) vertices[2] = {c.numerator, c.denominator, 0};
    b.tileWork(cs, type, tile, vertices);
  }
  plan::FpControlStep control;
  control.clear = kFpExceptionBits;
  control.set = c.enabled;
  control.tiles = {TileId(0), TileId(1), TileId(2), TileId(3)};
  const plan::Step step = PlanBuilder::add(b.plan.fpControls, plan::StepKind::FpControl, control);
  b.program({step, PlanBuilder::computeStep(cs)});
  const auto runtime = b.build(PlanBuilder::settingsFor(ExecutorKind::Thread));
  runtime->load();
  const std::string message = messageOf([&] { runtime->run(0); });
  if (c.message == nullptr)
    EXPECT_EQ(message, "");
  else
    EXPECT_THAT(message, AllOf(HasSubstr("PE0604"), HasSubstr(c.message),
                               HasSubstr("prog.cpp:20   Divide#8 (tile 2, instance 2)")));
}

INSTANTIATE_TEST_SUITE_P(Cases, FpExceptionTest,
                         testing::Values(FpCase{"off", 0, 1, 0, nullptr},
                                         FpCase{"divide", kFpDivideByZero, 1, 0,
                                                "division by zero"},
                                         FpCase{"invalid", kFpInvalid, 0, 0, "invalid operation"},
                                         FpCase{"overflow", kFpOverflow, 1e38F, 1e-10F, "overflow"},
                                         FpCase{"other", kFpInvalid | kFpOverflow, 1, 0, nullptr},
                                         FpCase{"clean", kFpExceptionBits, 1, 3, nullptr}),
                         [](const auto &info) { return std::string(info.param.name); });

/// One batch over four tiles, whose exceptions are enabled on tile 2 alone.
TEST(FpState, TilesOfABatchHaveTheirOwn) {
  PlanBuilder b(4);
  const std::uint32_t type = b.vertexType<Divide>("Divide"), cs = b.compute("divide");
  b.tileWork(cs, type, 0, std::vector<Divide>(8, {1, 0, 0}));
  b.plan.computes[cs].tileStarts = {{2, TileId(1)}, {4, TileId(2)}, {6, TileId(3)}};
  plan::FpControlStep control;
  control.set = kFpDivideByZero;
  control.tiles = {TileId(2)};
  const plan::Step on = PlanBuilder::add(b.plan.fpControls, plan::StepKind::FpControl, control);
  b.program({on, PlanBuilder::computeStep(cs)});
  const auto runtime = b.build();
  runtime->load();
  EXPECT_THAT(messageOf([&] { runtime->run(0); }), HasSubstr("Divide#4 (tile 2, instance 0)"));
  const Divide *vertices = reinterpret_cast<const Divide *>(runtime->replicaMemory(0) +
                                                            runtime->plan().memory.instances);
  EXPECT_GT(vertices[3].quotient, 0) << "the tiles before it ran";
}

TEST(FpState, LoadStoreAndCpuTarget) {
  PlanBuilder b(2);
  const plan::Address saved = b.allocate(4);
  const std::uint32_t type = b.vertexType<Divide>("Divide"), cs = b.compute("divide");
  b.tileWork(cs, type, 1, std::vector<Divide>{{1, 0, 0}});
  const std::vector<TileId> tiles{TileId(0), TileId(1)};
  const auto control = [&](plan::FpControlStep step) {
    step.tiles = tiles;
    return PlanBuilder::add(b.plan.fpControls, plan::StepKind::FpControl, step);
  };
  plan::FpControlStep store, off, load;
  store.store = load.load = saved;
  off.clear = ~0U;
  b.program({control(store), control(off), PlanBuilder::computeStep(cs)});
  b.program({control(load), PlanBuilder::computeStep(cs)});
  RuntimeSettings settings = PlanBuilder::serialSettings();
  settings.initialFpState = kFpDivideByZero | 16;
  PlanBuilder forCpu = b;
  const auto runtime = b.build(settings);
  runtime->load();
  runtime->run(0);
  EXPECT_EQ(read<std::uint32_t>(*runtime, saved, 1)[0], kFpDivideByZero | 16);
  EXPECT_THAT(messageOf([&] { runtime->run(1); }), HasSubstr("PE0604"));

  settings.fpExceptions = FpExceptions::Ignore;
  const auto cpu = forCpu.build(settings);
  cpu->load();
  cpu->run(0);
  EXPECT_EQ(messageOf([&] { cpu->run(1); }), "");
}

} // namespace
} // namespace poplar_emu::runtime::test
