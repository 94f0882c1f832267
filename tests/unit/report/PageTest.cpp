// SPDX-License-Identifier: MIT
// The page as a file: closed in itself, small, and safe whatever names a program has.
#include "page/Page.hpp"

#include "support/SyntheticProfile.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace poplar_emu::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string pageOf(const pva::internal::Profile &profile, const std::string &title = "title") {
  std::ostringstream os;
  writePage(os, profile, title);
  return os.str();
}

std::size_t count(const std::string &text, const std::string &what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++n;
  return n;
}

TEST(Page, NamesCannotEndItsScripts) {
  pva::internal::Profile profile = synthetic::makeProfile({1, 4, 8, false, false});
  profile.variables[0].name = "</script><script>alert(1)</script>";
  const std::string page = pageOf(profile, "<b>&");
  EXPECT_EQ(count(page, "</script>"), 2u);
  EXPECT_EQ(count(page, "<script"), 2u);
  EXPECT_THAT(page, HasSubstr("<title>&lt;b>&amp;</title>"));
}

TEST(Page, NeedsNothingElse) {
  const std::string page = pageOf(synthetic::makeProfile({1, 4, 8, false, false}));
  EXPECT_THAT(page, HasSubstr("default-src 'none'; script-src 'sha256-"));
  for (const char *reference : {"src=", "<link", "@import", "url(http", "fetch(", "XMLHttpRequest",
                                "eval(", "new Function", "unsafe-"})
    EXPECT_THAT(page, Not(HasSubstr(reference)));
}

TEST(Page, CarriesTheLicenceOfItsLibrary) {
  const std::string page = pageOf(synthetic::makeProfile({1, 4, 8, false, false}));
  EXPECT_THAT(page, HasSubstr("Copyright (c) 2022 Leon Sorokin"));
}

TEST(Page, NamesThatAreNoUtf8AreReplaced) {
  pva::internal::Profile profile = synthetic::makeProfile({1, 4, 8, false, false});
  profile.variables[0].name = "bad \xff name";
  EXPECT_THAT(pageOf(profile), HasSubstr("bad \xef\xbf\xbd name"));
}

TEST(Page, AThousandSuperstepsOfAWholeIpuStayBelowFiveMegabytes) {
  // A superstep is two steps: an exchange, and a compute set with cycles by tile of its own.
  const pva::internal::Profile profile = synthetic::makeProfile({1, 1472, 2000, true, false});
  EXPECT_GE(profile.tileCycles.size(), 990u);
  EXPECT_LT(pageOf(profile).size(), 5'000'000u);
}

TEST(Page, SoDoAThousandThatHaveNothingInCommon) {
  pva::internal::Profile profile = synthetic::makeProfile({1, 1472, 2000, true, false});
  std::uint64_t bits = 1;
  const auto random = [&] {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(bits >> 44);
  };
  for (std::vector<std::uint64_t> &row : profile.tileCycles)
    for (std::uint64_t &cycles : row)
      cycles = random();
  for (std::size_t i = 0; i < 1000; ++i) {
    pva::internal::ExchangeInfo exchange;
    exchange.name = "exchange" + std::to_string(i);
    for (std::uint32_t tile = 0; tile < 1472; ++tile) {
      exchange.tiles.push_back({tile, random(), random()});
      if (tile % 4 == 0) exchange.flows.push_back({tile, random() % 1472, random()});
    }
    pva::internal::ProgramInfo program;
    program.exchange = static_cast<std::uint32_t>(profile.exchanges.size());
    profile.exchanges.push_back(exchange);
    profile.programs[0].children.push_back(static_cast<std::uint32_t>(profile.programs.size()));
    profile.programs.push_back(program);
  }
  EXPECT_LT(pageOf(profile).size(), 5'000'000u);
}

} // namespace
} // namespace poplar_emu::report
