// SPDX-License-Identifier: MIT
// The process between mpirun and a program ends as the program does, and says how.
#include "Instance.hpp"
#include "Reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace poplar_emu::poprun {
namespace {

using testing::ExitedWithCode;
using testing::KilledBySignal;

[[noreturn]] void watch(const Reports &reports, std::vector<std::string> command) {
  std::vector<char *> words;
  for (std::string &word : command)
    words.push_back(word.data());
  words.push_back(nullptr);
  _exit(runInstance(reports.path(), 3, words.data()));
}

Report only(const Reports &reports) {
  const std::optional<Report> report = reports.next();
  if (!report) return {};
  EXPECT_FALSE(reports.next());
  EXPECT_EQ(report->instance, 3u);
  return *report;
}

TEST(Instance, ExitCodesAndWordsPass) {
  const Reports reports;
  EXPECT_EXIT(watch(reports, {"sh", "-c", "echo out of data >&2; exit 3"}), ExitedWithCode(3),
              "out of data");
  const Report report = only(reports);
  EXPECT_EQ(report.text(), "instance 3 ended with exit code 3; its last words:\nout of data\n");
  EXPECT_EQ(report.exitCode(), 3);
}

TEST(Instance, AGoodEndIsNoFault) {
  const Reports reports;
  EXPECT_EXIT(watch(reports, {"true"}), ExitedWithCode(0), "");
  EXPECT_FALSE(only(reports).isFault());
}

TEST(Instance, SignalsPass) {
  const Reports reports;
  EXPECT_EXIT(watch(reports, {"sh", "-c", "kill -KILL $$"}), KilledBySignal(SIGKILL), "");
  EXPECT_EQ(only(reports).text(), "instance 3 was killed by signal 9 (Killed)");
  // For the process in between, as mpirun sends it.
  EXPECT_EXIT(watch(reports, {"sh", "-c", "kill -TERM $PPID; exec sleep 60"}),
              KilledBySignal(SIGTERM), "");
  EXPECT_EQ(only(reports).exitCode(), 128 + SIGTERM);
}

TEST(Instance, ProgramsThatDoNotExist) {
  const Reports reports;
  EXPECT_EXIT(watch(reports, {"./no-such-program"}), ExitedWithCode(127),
              "cannot run ./no-such-program");
  EXPECT_EQ(only(reports).exitCode(), 127);
}

TEST(Instance, OnlyTheEndOfManyWordsIsKept) {
  const Reports reports;
  EXPECT_EXIT(watch(reports, {"sh", "-c", "seq 9999 >&2; exit 1"}), ExitedWithCode(1), "9999");
  const std::string text = only(reports).text();
  EXPECT_THAT(text, testing::EndsWith("9998\n9999\n"));
  EXPECT_LT(text.size(), sizeof(Report) + 64);
}

TEST(Instance, WithoutAReaderNothingIsSent) {
  std::string path;
  {
    const Reports reports;
    path = reports.path();
  }
  send(path, Report());
  EXPECT_NE(access(path.c_str(), F_OK), 0);
}

} // namespace
} // namespace poplar_emu::poprun
