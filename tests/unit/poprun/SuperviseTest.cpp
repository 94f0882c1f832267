// SPDX-License-Identifier: MIT
// mpirun may hang, crash or forget its children: shells play its part here.
#include "Supervise.hpp"
#include "Descendants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>

namespace poplar_emu::poprun {
namespace {

using testing::HasSubstr;

constexpr std::chrono::milliseconds kPatience{200};
/// Long enough that a test which waits for it has failed.
constexpr const char *kHang = "trap '' TERM INT; sleep 60 & sleep 60 & wait";

Report report(unsigned instance, int status, const char *lastWords = "") {
  Report result;
  result.instance = instance;
  result.status = status;
  std::strcpy(result.lastWords, lastWords);
  return result;
}

class Supervise : public testing::Test {
 protected:
  /// The exit code; nothing may be left running, and nothing may have waited for kHang's end.
  int run(const std::string &script, unsigned instances = 2) {
    const auto start = std::chrono::steady_clock::now();
    testing::internal::CaptureStderr();
    const int code = supervise({"sh", "-c", script}, instances, reports, kPatience);
    said = testing::internal::GetCapturedStderr();
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
    EXPECT_TRUE(descendants().empty());
    return code;
  }

  Reports reports;
  std::string said;
};

TEST_F(Supervise, TheCommandsExitCodeIsTheResult) {
  EXPECT_EQ(run("exit 0"), 0);
  EXPECT_EQ(run("exit 3"), 3);
  EXPECT_EQ(said, "");
}

TEST_F(Supervise, TheFirstFaultIsTheResult) {
  send(reports.path(), report(1, SIGKILL));
  send(reports.path(), report(0, 1 << 8, "lost instance 1"));
  EXPECT_EQ(run("exit 1"), 128 + SIGKILL);
  EXPECT_THAT(said, HasSubstr("poprun: instance 1 was killed by signal 9 (Killed)\n"));
}

TEST_F(Supervise, LastWordsAreRepeated) {
  send(reports.path(), report(0, 0));
  send(reports.path(), report(1, 7 << 8, "out of data\n"));
  EXPECT_EQ(run("exit 0"), 7);
  EXPECT_THAT(said, HasSubstr("instance 1 ended with exit code 7; its last words:\nout of data\n"));
}

TEST_F(Supervise, ACommandThatHangsAfterAFaultIsKilled) {
  send(reports.path(), report(1, SIGABRT));
  EXPECT_EQ(run(kHang), 128 + SIGABRT);
}

TEST_F(Supervise, ACommandThatHangsAfterAllHaveEndedIsKilled) {
  send(reports.path(), report(1, 0));
  send(reports.path(), report(0, 0));
  EXPECT_EQ(run(kHang), 0);
}

TEST_F(Supervise, ACommandThatCrashesLeavesNothingBehind) {
  EXPECT_EQ(run("setsid sleep 60 & kill -SEGV $$"), 128 + SIGSEGV);
  EXPECT_THAT(said, HasSubstr("mpirun was killed by signal 11"));
  EXPECT_EQ(run("(setsid sh -c 'sleep 60; true' &); exit 0"), 0);
}

TEST_F(Supervise, ASignalEndsEverything) {
  EXPECT_EQ(run("kill -TERM $PPID; sleep 60"), 128 + SIGTERM);
  EXPECT_EQ(run(std::string("kill -INT $PPID; ") + kHang), 128 + SIGINT);
}

TEST_F(Supervise, WhatCannotBeStarted) {
  EXPECT_THROW(supervise({"mpirun-of-another-planet"}, 2, reports, kPatience), std::runtime_error);
}

} // namespace
} // namespace poplar_emu::poprun
