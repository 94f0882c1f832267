// SPDX-License-Identifier: MIT
// Tables, pictures in the dot language, and descriptions of profiles.
#include "SmallProfile.hpp"
#include "Table.hpp"
#include "graph/ProfileDot.hpp"
#include "info/ProfileInfo.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

namespace poplar_emu::tool {
namespace {

using testing::HasSubstr;

TEST(Table, AlignsByCharacters) {
  Table table({"name", "n"});
  table.add({"h\xc3\xa4lo", "7"});
  table.add({"x", "1000"});
  std::ostringstream out;
  table.print(out, TableForm::Aligned);
  EXPECT_EQ(out.str(), "name     n\n"
                       "h\xc3\xa4lo     7\n"
                       "x     1000\n");
}

TEST(Table, KeepsRowsWhole) {
  Table table({"name", "n"});
  table.add({"two\nlines\tand a tab", "1"});
  std::ostringstream out;
  table.print(out, TableForm::TabSeparated);
  EXPECT_EQ(out.str(), "name\tn\ntwo lines and a tab\t1\n");
}

TEST(Table, CutsLongNamesBetweenCharacters) {
  Table table({"name", "n"});
  std::string umlauts;
  for (int i = 0; i < 1000; ++i)
    umlauts += "\xc3\xa4";
  table.add({umlauts, "1"});
  std::ostringstream aligned, tabs;
  table.print(aligned, TableForm::Aligned);
  EXPECT_THAT(aligned.str(), HasSubstr("\n" + umlauts.substr(0, 2 * 157) + "...  1\n"));
  table.print(tabs, TableForm::TabSeparated);
  EXPECT_THAT(tabs.str(), HasSubstr(umlauts + "\t1\n"));
}

TEST(Table, RefusesRowsOfAnotherWidth) {
  Table table({"a", "b"});
  EXPECT_THROW(table.add({"only one"}), std::logic_error);
}

std::string programDot(const pva::internal::Profile &profile, std::size_t maxNodes) {
  std::ostringstream out;
  writeProgramDot(profile, maxNodes, out);
  return out.str();
}

TEST(ProgramDot, DrawsTheTreeWithShares) {
  const std::string dot = programDot(smallProfile(), 100);
  EXPECT_THAT(dot, HasSubstr("digraph"));
  EXPECT_THAT(dot, HasSubstr("stencil"));
  EXPECT_THAT(dot, HasSubstr("600 cycles, 75.0%"));
  EXPECT_THAT(dot, HasSubstr("3 times"));
}

// The stencil is executed once more, by a call behind the loop of three.
TEST(ProgramDot, DividesWhatSeveralCall) {
  pva::internal::Profile profile = smallProfile();
  pva::internal::ProgramInfo call;
  call.type = pva::internal::ProgramType::Call;
  call.name = "again";
  call.children = {static_cast<std::uint32_t>(profile.programs.size()) + 1};
  profile.programs.push_back(call);
  profile.programs.push_back(profile.programs[5]);
  profile.programs[0].children.push_back(static_cast<std::uint32_t>(profile.programs.size()) - 2);
  profile.programs[1].children.back() = static_cast<std::uint32_t>(profile.programs.size()) - 1;
  for (pva::internal::ProgramTotal &total : profile.totals)
    if (total.program == 5) total.program = static_cast<std::uint32_t>(profile.programs.size()) - 1;
  std::sort(profile.totals.begin(), profile.totals.end(),
            [](const auto &a, const auto &b) { return a.program < b.program; });
  const std::string dot = programDot(profile, 100);
  EXPECT_THAT(dot, HasSubstr("again\n150 cycles, 18.8%")); // a quarter of 600
  EXPECT_THAT(dot, HasSubstr("main\n800 cycles, 100.0%"));
}

// IPUs work at the same time.
TEST(ProgramDot, SharesAreOfAllWork) {
  pva::internal::Profile profile = smallProfile();
  profile.totalCycles = 500;
  EXPECT_THAT(programDot(profile, 100), HasSubstr("main\n800 cycles, 100.0%"));
}

TEST(ProgramDot, EscapesWhatGraphvizWouldMisread) {
  pva::internal::Profile profile = smallProfile();
  profile.programs[5].name = std::string("a\0b\x01", 4) + "\"quoted\" \\N \\";
  const std::string dot = programDot(profile, 100);
  EXPECT_EQ(dot.find('\0'), std::string::npos);
  EXPECT_THAT(dot, HasSubstr(R"(a\\x00b\\x01\"quoted\" \\N \\)"));
}

TEST(ProgramDot, CountsWhatItDoesNotDraw) {
  const std::string dot = programDot(smallProfile(), 3); // the root, the loop, the stencil
  EXPECT_THAT(dot, HasSubstr("stencil"));
  EXPECT_THAT(dot, HasSubstr("(3 not drawn)"));
  EXPECT_THAT(dot, Not(HasSubstr("swap")));
}

TEST(IpuDot, SumsTheTrafficOfAllExecutions) {
  std::ostringstream out;
  writeIpuDot(smallProfile(), out);
  EXPECT_THAT(out.str(), HasSubstr("0->1"));
  EXPECT_THAT(out.str(), HasSubstr("200 B"));
}

TEST(ProfileInfo, TellsWhatIsThere) {
  std::ostringstream out;
  describe(smallProfile(), out);
  EXPECT_THAT(out.str(), HasSubstr("IPU_MODEL ipu2 at 1.00 GHz, IPUs: 2, tiles of each: 2"));
  EXPECT_THAT(out.str(), HasSubstr("13 steps kept"));
  EXPECT_THAT(out.str(), HasSubstr("memory.max             156 B"));
}

TEST(ProfileInfo, TellsWhoseTilesAndReplica) {
  pva::internal::Profile profile = smallProfile();
  profile.target.ioTiles = {1, 3};
  profile.profiledReplica = 5;
  std::ostringstream out;
  describe(profile, out);
  EXPECT_THAT(out.str(), HasSubstr("I/O tiles    2 of 4\n"));
  EXPECT_THAT(out.str(), HasSubstr("profiled     replica 5\n"));
}

TEST(ProfileInfo, SaysWhenNothingRan) {
  pva::internal::Profile profile = smallProfile();
  profile.hasExecution = false;
  profile.memory.outOfMemory = true;
  std::ostringstream out;
  describe(profile, out);
  EXPECT_THAT(out.str(), HasSubstr("no execution"));
  EXPECT_THAT(out.str(), HasSubstr("out of memory"));
}

} // namespace
} // namespace poplar_emu::tool
