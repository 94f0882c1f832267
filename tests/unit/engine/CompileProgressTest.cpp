// SPDX-License-Identifier: MIT
// The line that shows how far a compile is.
#include "engine/executable/CompileProgress.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace poplar_emu::engine {
namespace {

using namespace std::chrono_literals;
using testing::EndsWith;
using testing::StartsWith;

TEST(CompileProgress, ShowsThePhaseAndTakesTheLineAway) {
  std::ostringstream out;
  {
    CompileProgress progress(out, 0ms, 1h);
    progress.enter("lowering programs", 7, 10);
    EXPECT_THAT(out.str(), StartsWith("\rcompiling: lowering programs (8 of 10), "));
    EXPECT_THAT(out.str(), EndsWith(" GB"));
  }
  EXPECT_THAT(out.str(), EndsWith(" \r"));
}

TEST(CompileProgress, CoversALongerLineByAShorterOne) {
  std::ostringstream out;
  CompileProgress progress(out, 0ms, 1h);
  progress.enter("a phase with a long name", 0, 2);
  const std::size_t first = out.str().size();
  progress.enter("short", 1, 2);
  EXPECT_GE(out.str().size(), 2 * first);
}

TEST(CompileProgress, IsSilentWhileACompileIsShort) {
  std::ostringstream out;
  {
    CompileProgress progress(out, 1h, 1h);
    progress.enter("checking programs", 0, 10);
  }
  EXPECT_EQ(out.str(), "");
}

TEST(CompileProgress, IsSilentWithoutATerminal) {
  testing::internal::CaptureStderr(); // a file
  {
    CompileProgress progress;
    progress.enter("checking programs", 0, 10);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(CompileProgress, SaysNothingBetweenPhases) {
  std::ostringstream out;
  CompileProgress progress(out, 0ms, 1h);
  progress.enter({}, 10, 10);
  EXPECT_EQ(out.str(), "");
}

} // namespace
} // namespace poplar_emu::engine
