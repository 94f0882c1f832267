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
  writeChromeTrace(profile, maxBytes, out);
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
  EXPECT_THROW(writeChromeTrace(smallProfile(), 100, out), std::runtime_error);
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

} // namespace
} // namespace poplar_emu::tool
