// SPDX-License-Identifier: MIT
// Timelines are JSON that adds up, whatever their budget.
#include "SmallProfile.hpp"
#include "trace/ChromeTrace.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <map>
#include <sstream>

namespace poplar_emu::tool {
namespace {

nlohmann::json traceOf(const pva::internal::Profile &profile, std::uint64_t maxBytes = 1'000'000) {
  std::ostringstream out;
  writeChromeTrace(profile, HostTrace({}), maxBytes, out);
  EXPECT_LE(out.str().size(), maxBytes);
  return nlohmann::json::parse(out.str());
}

/// Microseconds by name of event in one lane of one IPU.
std::map<std::string, double> durations(const nlohmann::json &trace, int ipu, int lane) {
  std::map<std::string, double> sums;
  for (const nlohmann::json &event : trace["traceEvents"])
    if (event["ph"] == "X" && event["pid"] == ipu && event["tid"] == lane)
      sums[event["name"]] += event["dur"].get<double>();
  return sums;
}

TEST(Trace, HasEveryStepOnEveryIpuThatTakesPart) {
  pva::internal::Profile profile = smallProfile();
  profile.programs[5].ipus = {1};
  const nlohmann::json trace = traceOf(profile);
  EXPECT_NEAR(durations(trace, 1, 2).at("stencil"), 0.6, 1e-9); // 600 cycles at 1 GHz
  EXPECT_EQ(durations(trace, 0, 2).count("stencil"), 0u);
  EXPECT_NEAR(durations(trace, 0, 2).at("swap"), 0.05, 1e-9);
}

TEST(Trace, ShowsWhatCyclesWereSpentOn) {
  const std::map<std::string, double> parts = durations(traceOf(smallProfile()), 0, 3);
  EXPECT_NEAR(parts.at("compute"), 0.6, 1e-9);
  EXPECT_NEAR(parts.at("exchange"), 0.09, 1e-9);
  EXPECT_NEAR(parts.at("global exchange"), 0.05, 1e-9);
  EXPECT_NEAR(parts.at("sync"), 0.06, 1e-9);
}

TEST(Trace, JoinsStepsUntilItFits) {
  pva::internal::Profile profile = smallProfile();
  const std::vector<pva::internal::StepInfo> once = profile.steps;
  for (int i = 0; i < 500; ++i)
    profile.steps.insert(profile.steps.end(), once.begin(), once.end());
  profile.runs[0].numSteps = profile.steps.size();
  const nlohmann::json trace = traceOf(profile, 20'000);
  EXPECT_GT(trace["otherData"]["stepsPerEvent"].get<int>(), 1);
  const std::map<std::string, double> parts = durations(trace, 0, 3);
  EXPECT_NEAR(parts.at("compute"), 501 * 0.6, 1e-3);
}

TEST(Trace, SaysWhenNothingFits) {
  std::ostringstream out;
  EXPECT_THROW(writeChromeTrace(smallProfile(), HostTrace({}), 100, out), std::runtime_error);
  EXPECT_TRUE(out.str().empty());
}

TEST(Trace, EscapesNames) {
  pva::internal::Profile profile = smallProfile();
  profile.programs[5].name = "a \"quoted\"\n\xff name";
  EXPECT_EQ(durations(traceOf(profile), 0, 2).count("a \"quoted\"\n\xef\xbf\xbd name"), 1u);
}

TEST(Trace, HasBlocksByTile) {
  pva::internal::Profile profile = smallProfile();
  profile.blocks = {{5, 3, 1200, 1300, pva::internal::BlockInfo::Kind::Common},
                    {5, 3, 1300, 1400, pva::internal::BlockInfo::Kind::Overflow}};
  const std::map<std::string, double> blocks = durations(traceOf(profile), 1, 11);
  EXPECT_NEAR(blocks.at("stencil"), 0.1, 1e-9);
  EXPECT_EQ(blocks.count("(buffer full)"), 1u);
}

TEST(Trace, IoTilesHaveLanesOfTheirOwn) {
  pva::internal::Profile profile = smallProfile();
  profile.target.ioTiles = {1}; // of IPU 0
  profile.programs[6].onIoTiles = true;
  const nlohmann::json trace = traceOf(profile);
  EXPECT_EQ(durations(trace, 0, 2).count("swap"), 0u);
  EXPECT_TRUE(durations(trace, 1, 4).empty());
  EXPECT_EQ(durations(trace, 0, 4).size(), 1u);
  EXPECT_NEAR(durations(trace, 0, 4).at("swap"), 0.05, 1e-9);
  EXPECT_NEAR(durations(trace, 0, 5).at("global exchange"), 0.05, 1e-9);
}

using pvti::internal::TraceEvent;

TraceEvent hostEvent(const char *label, std::uint64_t from, std::uint64_t to,
                     std::uint64_t thread = 7) {
  TraceEvent event;
  event.channel = "poplar";
  event.label = label;
  event.thread = event.endThread = thread;
  event.from = from;
  event.to = to;
  return event;
}

/// Two runs in a process that started 2 microseconds after another.
std::vector<pvti::internal::Trace> hostTraces() {
  pvti::internal::Trace first, second;
  first.pid = 41;
  first.start = 1'000'000;
  first.executable = "/bin/other";
  first.events = {hostEvent("waiting", 0, 500)};
  second.pid = 42;
  second.start = 1'002'000;
  second.executable = "/bin/program";
  second.threadNames = {{7, "main"}};
  second.events = {hostEvent("Engine::run", 1000, 9000), hostEvent("read", 2000, 3000),
                   hostEvent("late", 2500, 9500), hostEvent("Engine::run", 10000, 10500)};
  second.graphs = {{"Loss", "nats", {{"training", {{4000, 0.5}, {5000, 0.25}}}}}};
  return {first, second};
}

TEST(Trace, ShowsTheHostBesideTheDevice) {
  pva::internal::Profile profile = smallProfile();
  std::ostringstream out;
  const TraceSize size = writeChromeTrace(profile, HostTrace(hostTraces()), 1'000'000, out);
  EXPECT_EQ(size.hostDropped, 0u);
  const nlohmann::json trace = nlohmann::json::parse(out.str());
  const int program = static_cast<int>(profile.target.numIpus) + 1;
  const std::map<std::string, double> spans = durations(trace, program, 7);
  EXPECT_NEAR(spans.at("Engine::run"), 8.5, 1e-9);
  EXPECT_NEAR(spans.at("read"), 1, 1e-9);
  EXPECT_NEAR(durations(trace, program - 1, 7).at("waiting"), 0.5, 1e-9);
  EXPECT_EQ(spans.count("late"), 0u); // overlaps the run: no span of the thread
  const std::string text = out.str();
  EXPECT_THAT(text, testing::HasSubstr(R"("ph":"b","name":"late")"));
  EXPECT_THAT(text, testing::HasSubstr("host program (42)"));
  EXPECT_THAT(text, testing::HasSubstr(R"("ph":"C","name":"Loss [nats]")"));
  EXPECT_THAT(text, testing::HasSubstr(R"("args":{"training":0.25})"));
}

TEST(Trace, RunsOfTheDeviceStandWhereTheHostRanThem) {
  pva::internal::Profile profile = smallProfile();
  pva::internal::RunInfo second = profile.runs[0];
  second.firstStep = profile.steps.size();
  const std::vector<pva::internal::StepInfo> once = profile.steps;
  for (pva::internal::StepInfo step : once) {
    step.cyclesFrom += 100'000;
    step.cyclesTo += 100'000;
    profile.steps.push_back(step);
  }
  profile.runs.push_back(second);
  std::ostringstream out;
  EXPECT_TRUE(
      writeChromeTrace(profile, HostTrace(hostTraces()), 1'000'000, out).runsStandWhereTheyRan);
  std::vector<double> begins;
  const nlohmann::json trace = nlohmann::json::parse(out.str());
  for (const nlohmann::json &event : trace["traceEvents"])
    if (event["ph"] == "X" && event["pid"] == 0 && event["tid"] == 1)
      begins.push_back(event["ts"].get<double>());
  ASSERT_EQ(begins.size(), 2u);
  EXPECT_NEAR(begins[0], 3, 1e-9); // 1 after the start of its process
  EXPECT_NEAR(begins[1], 12, 1e-9);

  profile.runs.pop_back();
  std::ostringstream other;
  EXPECT_FALSE(
      writeChromeTrace(profile, HostTrace(hostTraces()), 1'000'000, other).runsStandWhereTheyRan);
}

TEST(Trace, TheHostHasHalfOfTheRoom) {
  std::vector<pvti::internal::Trace> traces = hostTraces();
  for (std::uint64_t i = 0; i < 2000; ++i) {
    traces[0].events.push_back(hostEvent("short", 20'000 + 10 * i, 20'000 + 10 * i + 1));
    traces[1].graphs[0].series[0].samples.emplace_back(10 * i, 1.0);
  }
  std::ostringstream out;
  const TraceSize size =
      writeChromeTrace(smallProfile(), HostTrace(std::move(traces)), 40'000, out);
  EXPECT_LE(out.str().size(), 40'000u);
  EXPECT_GT(size.hostDropped, 2000u);
  const nlohmann::json trace = nlohmann::json::parse(out.str()); // the longest are there
  EXPECT_EQ(
      durations(trace, static_cast<int>(smallProfile().target.numIpus) + 1, 7).count("Engine::run"),
      1u);
}

} // namespace
} // namespace poplar_emu::tool
