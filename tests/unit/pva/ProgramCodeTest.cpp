// SPDX-License-Identifier: MIT
// The code of programs by tile: exchanges, vertex types with the first program that runs them, and
// what the supervisor executes.
#include "SampleProfile.hpp"

#include "pva/report/MakeReport.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace {

using pva::internal::Profile;
using testing::ElementsAre;

pva::Report reportOf(const Profile &profile) {
  return pva::internal::makeReport(std::make_shared<const Profile>(profile));
}

TEST(ProgramCode, ByTile) {
  Profile profile = pva::internal::sampleProfile();
  profile.computeSets[0].vertices.pop_back(); // was not kept by tile
  // The same vertices once more: their code is there already, but on tile 3.
  profile.computeSets[1].vertices = {{0, 4, {1, 0, 0, 3}, 0}};
  profile.programs[3].children.push_back(6);
  pva::internal::ProgramInfo &again = profile.programs.emplace_back();
  again.type = pva::internal::ProgramType::OnTileExecute;
  again.computeSet = 1;
  const auto codeOf = [&](std::size_t child) {
    const pva::Report report = reportOf(profile);
    return report.compilation().programs()[0]->children()[child]->codeBytesByTile();
  };
  EXPECT_THAT(codeOf(0), ElementsAre(4, 0, 0, 12));
  EXPECT_THAT(codeOf(1), ElementsAre(100, 100, 100, 0));
  EXPECT_THAT(reportOf(profile).compilation().programs()[1]->children()[1]->codeBytesByTile(),
              ElementsAre(0, 0, 0, 100));
  profile.programs[1].type = pva::internal::ProgramType::GlobalExchange;
  EXPECT_THAT(codeOf(0), ElementsAre(8, 0, 0, 0));
  profile.programs[1].type = pva::internal::ProgramType::StreamCopyMid;
  EXPECT_THAT(codeOf(0), ElementsAre(0, 0, 0, 32));

  const std::uint64_t large = (1ull << 40) + 17;
  const pva::Report report = reportOf(profile);
  const auto &main = report.compilation().programs()[0];
  EXPECT_THAT(main->controlCodeByTile(), ElementsAre(4, 4, 4, 4));
  EXPECT_THAT(main->children()[1]->controlCodeByTile(), ElementsAre(large, large, large, large));
}

TEST(ProgramCode, IsEmptyIfItWasNotKept) {
  Profile profile = pva::internal::sampleProfile();
  profile.exchanges[1].tiles.clear();
  const pva::Report report = reportOf(profile);
  const auto &children = report.compilation().programs()[0]->children();
  EXPECT_TRUE(children[0]->codeBytesByTile().empty());
  EXPECT_TRUE(children[1]->codeBytesByTile().empty()); // Copier has no counts by tile
  profile.memory.tiles.clear();
  EXPECT_TRUE(reportOf(profile).compilation().programs()[0]->controlCodeByTile().empty());
}

} // namespace
