// SPDX-License-Identifier: MIT
// Comparisons of profiles, and conditions on them.
#include "SmallProfile.hpp"
#include "diff/Comparison.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

namespace poplar_emu::tool {
namespace {

using testing::HasSubstr;

double valueOf(const pva::internal::Profile &profile, const std::string &name) {
  const std::vector<Metric> metrics = metricsOf(profile);
  const auto found = std::find_if(metrics.begin(), metrics.end(),
                                  [&](const Metric &metric) { return metric.name == name; });
  EXPECT_NE(found, metrics.end()) << name;
  return found == metrics.end() ? -1 : found->value;
}

TEST(Metrics, AddUpWhatTheProfileCounted) {
  const pva::internal::Profile profile = smallProfile();
  EXPECT_EQ(valueOf(profile, "cycles"), 800);
  EXPECT_EQ(valueOf(profile, "cycles.compute"), 600);
  EXPECT_EQ(valueOf(profile, "cycles.exchange"), 90);
  EXPECT_EQ(valueOf(profile, "cycles.globalExchange"), 50);
  EXPECT_EQ(valueOf(profile, "bytes.exchanged"), 3 * 120 + 400);
  EXPECT_EQ(valueOf(profile, "bytes.betweenIpus"), 400);
  EXPECT_EQ(valueOf(profile, "memory.max"), 156);
  EXPECT_EQ(valueOf(profile, "steps"), 13);
}

// Leaves of one step share its exchange: what came from the host and was rearranged on the device.
TEST(Metrics, CountBytesOfAStepOnce) {
  using namespace pva::internal;
  Profile profile;
  profile.exchanges.resize(1);
  profile.exchanges[0].totalBytes = 30;
  profile.exchanges[0].interIpuBytes = 20;
  profile.exchanges[0].hostBytes = 7;
  for (const ProgramType type :
       {ProgramType::StreamCopyMid, ProgramType::GlobalExchange, ProgramType::DoExchange}) {
    ProgramTotal total;
    total.program = static_cast<std::uint32_t>(profile.programs.size());
    total.executions = 3;
    profile.totals.push_back(total);
    profile.programs.emplace_back().type = type;
    profile.programs.back().exchange = 0;
  }
  EXPECT_EQ(valueOf(profile, "bytes.exchanged"), 3 * 30);
  EXPECT_EQ(valueOf(profile, "bytes.betweenIpus"), 3 * 20);
  EXPECT_EQ(valueOf(profile, "bytes.host"), 3 * 7);
}

TEST(Metrics, ShowHalvesOfAverages) {
  EXPECT_EQ(shown(0), "0");
  EXPECT_EQ(shown(1200), "1200");
  EXPECT_EQ(shown(107.5), "107.5");
  EXPECT_EQ(shown(-0.25), "-0.25");
}

bool holds(const char *text, double before, double after) {
  return Condition(text, metricsOf(smallProfile())).holds(before, after);
}

TEST(Condition, ComparesChangesInPerCent) {
  EXPECT_FALSE(holds("cycles>+2%", 1000, 1020));
  EXPECT_TRUE(holds("cycles>+2%", 1000, 1021));
  EXPECT_TRUE(holds("cycles >= 2%", 1000, 1020));
  EXPECT_TRUE(holds("cycles<-10%", 1000, 899));
  EXPECT_FALSE(holds("cycles<-10%", 1000, 900));
}

TEST(Condition, ComparesChangesAndValues) {
  EXPECT_TRUE(holds("cycles>+100", 1000, 1101));
  EXPECT_FALSE(holds("cycles>+100", 1000, 1100));
  EXPECT_TRUE(holds("memory.max>600000", 0, 600001));
  EXPECT_TRUE(holds("memory.max<=600000", 700000, 600000));
}

TEST(Condition, CallsAnyGrowthFromNothingInfinite) {
  EXPECT_TRUE(holds("cycles>+1000%", 0, 1));
  EXPECT_FALSE(holds("cycles>+0%", 0, 0));
}

TEST(Condition, RefusesWhatItCannotRead) {
  const std::vector<Metric> metrics = metricsOf(smallProfile());
  for (const char *text : {"", "cycles", ">2", "cycles>", "cycles>much", "cycles>2%%", "cycles=2"})
    EXPECT_THROW(Condition(text, metrics), std::invalid_argument) << text;
}

TEST(Condition, NamesTheMetricThatWasMeant) {
  try {
    const Condition misspelt("cycels>+2%", metricsOf(smallProfile()));
    FAIL() << "accepted";
  } catch (const std::invalid_argument &error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'cycles'?"));
  }
}

TEST(Comparison, ShowsMetricsAndTheSuperstepsThatChanged) {
  pva::internal::Profile slower = smallProfile();
  slower.totalCycles = 850;
  slower.steps[3].cyclesTo += 50;
  slower.steps[3].parts.compute += 50;
  std::ostringstream out;
  printComparison(smallProfile(), slower, 10, TableForm::TabSeparated, out);
  EXPECT_THAT(out.str(), HasSubstr("cycles\t800\t850\t+50\t+6.25%\n"));
  EXPECT_THAT(out.str(), HasSubstr("stencil\t750\t800\t+50\t+6.67%\n"));
  EXPECT_THAT(out.str(), Not(HasSubstr("swap\t")));
}

TEST(Comparison, SaysWhichConditionHolds) {
  const std::vector<Metric> before = metricsOf(smallProfile());
  std::vector<Metric> after = before;
  after[0].value = 900;
  std::ostringstream out;
  EXPECT_TRUE(anyHolds({Condition("cycles>+2%", before), Condition("cycles>+50%", before)}, before,
                       after, out));
  EXPECT_EQ(out.str(), "cycles>+2% holds: cycles went from 800 to 900 cycles +12.50%\n");
}

} // namespace
} // namespace poplar_emu::tool
