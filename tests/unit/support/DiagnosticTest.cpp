// SPDX-License-Identifier: MIT
// Diagnostics: layout of the text, exception class of each code, interned places.
#include "support/Diagnostic.hpp"
#include "support/DefaultFixes.hpp"
#include "support/NearestName.hpp"

#include <poplar/exceptions.hpp>
#include <poplar_emu/InternalError.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

namespace poplar_emu {
namespace {

TEST(Diagnostic, ShowsCodePartiesNumbersAndFix) {
  const SiteId site = internSite("stencil.cpp", 41, "main");
  const std::string text =
      Diagnostic(Code::PE0203, "two vertices write the same elements in compute set '{}'", "halo")
          .at(site, "Stencil#{}.out (tile {}) writes grid[0:130)", 17, 3)
          .at(site, "Stencil#{}.out (tile {}) writes grid[128:258)", 18, 4)
          .note("overlap: grid[128:130), {} elements, {} bytes", 2, 8)
          .fix("give each vertex its own slice, or use two compute sets")
          .text();
  EXPECT_EQ(text, "error[PE0203]: two vertices write the same elements in compute set 'halo'\n"
                  "  --> stencil.cpp:41   Stencil#17.out (tile 3) writes grid[0:130)\n"
                  "  --> stencil.cpp:41   Stencil#18.out (tile 4) writes grid[128:258)\n"
                  "  overlap: grid[128:130), 2 elements, 8 bytes\n"
                  "  fix: give each vertex its own slice, or use two compute sets");
}

TEST(Diagnostic, ThrowsTheClassOfItsCode) {
  EXPECT_THROW(Diagnostic(Code::PE0204, "x").raise(), poplar::unknown_vertex_type);
  EXPECT_THROW(Diagnostic(Code::PE0407, "x").raise(), poplar::graph_memory_allocation_error);
  EXPECT_THROW(Diagnostic(Code::PE0601, "x").raise(), poplar::application_runtime_error);
  EXPECT_THROW(Diagnostic(Code::PE0701, "x").raise(), poplar::invalid_option);
  EXPECT_THROW(Diagnostic(Code::PE0001, "x").raise(), internal_error);
}

TEST(Diagnostic, EveryUserErrorIsAPoplarError) {
  constexpr Code kCodes[] = {
#define CODE(code, errorClass, title) Code::code,
      POPLAR_EMU_DIAGNOSTIC_CODES(CODE)
#undef CODE
  };
  for (Code code : kCodes) {
    if (errorClass(code) == ErrorClass::Internal) continue;
    SCOPED_TRACE(std::string(name(code)));
    EXPECT_FALSE(defaultFix(code).empty());
    EXPECT_THROW(Diagnostic(code, "x").raise(), poplar::poplar_error);
  }
}

TEST(Diagnostic, FailedCheckIsAnInternalError) {
  const int answer = 41;
  try {
    POPLAR_EMU_CHECK(answer == 42);
    FAIL() << "did not throw";
  } catch (const internal_error &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("answer == 42"));
  }
}

TEST(Diagnostic, ShowsTheCallThatIsUnderWayWhenItNamesNoLine) {
  const SiteId call = internSite("user.cpp", 7, "main"), own = internSite("user.cpp", 3, "main");
  const CallSite scope(call);
  EXPECT_EQ(Diagnostic(Code::PE0504, "not loaded").text(),
            "error[PE0504]: not loaded\n  --> user.cpp:7\n  fix: call engine.load(device) first");
  EXPECT_EQ(Diagnostic(Code::PE0504, "not loaded").at(own).text(),
            "error[PE0504]: not loaded\n  --> user.cpp:3\n  fix: call engine.load(device) first");
}

TEST(SourceSite, EqualPlacesShareAnId) {
  const char *file = "a.cpp";
  const SiteId first = internSite(file, 1, "f"), second = internSite(file, 2, "f");
  EXPECT_NE(first, second);
  EXPECT_EQ(internSite(file, 1, "f"), first);
  EXPECT_EQ(describe(second), "a.cpp:2");
  EXPECT_FALSE(internSite("", 1, "f").valid());
  EXPECT_EQ(describe(SiteId()), "");
}

TEST(NearestName, FindsTyposOnly) {
  const std::array<std::string, 3> names = {"debug.instrument", "target.saveArchive", "fields"};
  EXPECT_EQ(nearestName("debug.instrumnt", names), "debug.instrument");
  EXPECT_EQ(nearestName("Fields", names), "fields");
  EXPECT_EQ(nearestName("zzzzzzzz", names), "");
}

} // namespace
} // namespace poplar_emu
