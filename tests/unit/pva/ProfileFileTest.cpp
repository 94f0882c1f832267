// SPDX-License-Identifier: MIT
// Profiles survive the way through a file, and files that are none are refused with a reason.
#include "pva/file/ProfileFile.hpp"

#include "SampleProfile.hpp"

#include "database/Database.hpp"
#include "pva/data/Verify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace pva::internal {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string contents(const std::string &path) {
  std::stringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

void write(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string whyRefused(const std::string &path) {
  try {
    readProfile(path);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "not refused";
}

void change(const std::string &path, const std::string &sql) {
  poplar_emu::database::Database(path, poplar_emu::database::Mode::Create).run(sql);
}

TEST(ProfileFile, GivesBackEveryField) {
  writeProfile("sample.pop", sampleProfile());
  EXPECT_TRUE(readProfile("sample.pop") == sampleProfile());
}

TEST(ProfileFile, HoldsAnEmptyProfile) {
  writeProfile("empty_profile.pop", {});
  EXPECT_TRUE(readProfile("empty_profile.pop") == Profile{});
}

TEST(ProfileFile, ReplacesTheFileOfAnEarlierRun) {
  writeProfile("twice.pop", sampleProfile());
  Profile second = sampleProfile();
  second.cycleModel = "ipumodel";
  writeProfile("twice.pop", second);
  EXPECT_TRUE(readProfile("twice.pop") == second);
  for (const auto &entry : std::filesystem::directory_iterator("."))
    EXPECT_EQ(entry.path().string().find("twice.pop.partial"), std::string::npos);
}

// 1000 supersteps on 1472 tiles with cycles that repeat every 50 supersteps, and differ from tile
// to tile.
TEST(ProfileFile, IsSmallForAWholeIpu) {
  Profile profile;
  profile.target.numIpus = 1;
  profile.target.tilesPerIpu = 1472;
  profile.programs.resize(1000);
  for (std::uint32_t i = 0; i < 50; ++i) {
    std::vector<std::uint64_t> &cycles = profile.tileCycles.emplace_back(1472);
    for (std::uint64_t tile = 0; tile < cycles.size(); ++tile)
      cycles[tile] = 3000 + i * 10 + tile % 3;
  }
  for (std::uint32_t i = 0; i < 1000; ++i)
    profile.steps.push_back({i, i * 4000ull, i * 4000ull + 3600, {3600, 0, 0, 0, 0, 0}, i % 50});
  writeProfile("whole_ipu.pop", profile);
  EXPECT_TRUE(readProfile("whole_ipu.pop") == profile);
  EXPECT_LT(std::filesystem::file_size("whole_ipu.pop"), 300'000u);
}

TEST(ProfileFile, StoresEqualArraysOnce) {
  Profile profile = sampleProfile();
  profile.tileCycles.assign(100, {1, 2, 3, 4});
  writeProfile("equal.pop", profile);
  poplar_emu::database::Database database("equal.pop", poplar_emu::database::Mode::Read);
  EXPECT_EQ(database.number("SELECT COUNT(DISTINCT cyclesByTile) FROM tileCycles"), 1);
}

TEST(ProfileFile, SaysWhyAFileIsNoProfile) {
  EXPECT_THAT(whyRefused("no_such_file.pop"),
              AllOf(HasSubstr("'no_such_file.pop'"), HasSubstr("no such file"),
                    HasSubstr("autoReport.all")));
  EXPECT_THAT(whyRefused("."), HasSubstr("directory"));
  write("empty.pop", "");
  EXPECT_THAT(whyRefused("empty.pop"), AllOf(HasSubstr("empty"), HasSubstr("run the program")));
  write("text.pop", "this is text, and there is a lot of it, but none of it is a database");
  EXPECT_THAT(whyRefused("text.pop"), AllOf(HasSubstr("'text.pop'"), HasSubstr("no profile")));
  std::filesystem::remove("foreign.pop");
  change("foreign.pop", "CREATE TABLE number(value INTEGER)");
  EXPECT_THAT(whyRefused("foreign.pop"), HasSubstr("other SDKs"));
}

TEST(ProfileFile, SaysWhichVersionOfTheSchemaAFileHas) {
  writeProfile("newer.pop", sampleProfile());
  change("newer.pop", "PRAGMA user_version = 1000");
  EXPECT_THAT(whyRefused("newer.pop"), AllOf(HasSubstr("version 1000"), HasSubstr("install")));
  change("newer.pop", "PRAGMA user_version = 0");
  EXPECT_THAT(whyRefused("newer.pop"), AllOf(HasSubstr("version 0"), HasSubstr("run the program")));
}

TEST(ProfileFile, RefusesAFileThatWasCutShort) {
  writeProfile("whole.pop", sampleProfile());
  const std::string whole = contents("whole.pop");
  for (std::size_t size = 0; size < whole.size(); size += 3072) {
    write("cut.pop", whole.substr(0, size));
    EXPECT_NE(whyRefused("cut.pop"), "not refused") << size << " of " << whole.size() << " bytes";
  }
}

// A changed byte is noticed, or lies in a part of the file that means nothing.
TEST(ProfileFile, RefusesAFileInWhichBytesChanged) {
  writeProfile("intact.pop", sampleProfile());
  const std::string intact = contents("intact.pop");
  const Profile sample = sampleProfile();
  int refused = 0;
  for (std::size_t at = 16; at < intact.size(); at += 499) {
    std::string changed = intact;
    changed[at] = static_cast<char>(changed[at] ^ 0x5a);
    write("changed.pop", changed);
    try {
      EXPECT_TRUE(readProfile("changed.pop") == sample) << "byte " << at;
    } catch (const std::runtime_error &) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10);
}

TEST(ProfileFile, RefusesValuesThatSomebodyChanged) {
  const char *changes[] = {
      "UPDATE step SET cyclesTo = cyclesTo + 1 WHERE id = 0",
      "DELETE FROM variable WHERE id = 0",
      "UPDATE program SET type = 200 WHERE id = 0",
      "UPDATE array SET data = x'ffffffffffffffffffff01' WHERE id = 1",
      "UPDATE array SET data = x'8080808080808001' WHERE id = 1",
      "UPDATE vertexCount SET computeSet = 77 WHERE id = 0",
      "DELETE FROM target",
      "DROP TABLE block",
      "DELETE FROM checksum",
  };
  for (const char *sql : changes) {
    writeProfile("edited.pop", sampleProfile());
    change("edited.pop", sql);
    EXPECT_THAT(whyRefused("edited.pop"), HasSubstr("damaged")) << sql;
  }
}

TEST(ProfileFile, RefusesIndicesThatPointNowhere) {
  EXPECT_EQ(firstProblem(sampleProfile()), "");
  Profile profile = sampleProfile();
  profile.steps[0].program = 6;
  EXPECT_THAT(firstProblem(profile), HasSubstr("step: program 6 of 6"));
  writeProfile("nowhere.pop", profile);
  EXPECT_THAT(whyRefused("nowhere.pop"), HasSubstr("step: program 6 of 6"));

  profile = sampleProfile();
  profile.programs[3].children = {0};
  EXPECT_THAT(firstProblem(profile), HasSubstr("child before its parent"));
  profile = sampleProfile();
  profile.tileCycles[0].pop_back();
  EXPECT_THAT(firstProblem(profile), HasSubstr("3 values for 4 tiles"));
  profile = sampleProfile();
  profile.runs[1].numSteps = ~0ull;
  EXPECT_THAT(firstProblem(profile), HasSubstr("run: step"));
}

TEST(ProfileFile, SaysWhereItCannotBeWritten) {
  try {
    writeProfile("no_such_directory/profile.pop", sampleProfile());
    FAIL() << "was written";
  } catch (const std::runtime_error &error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("'no_such_directory/profile.pop'"),
                                    HasSubstr("choose a directory")));
  }
}

} // namespace
} // namespace pva::internal
