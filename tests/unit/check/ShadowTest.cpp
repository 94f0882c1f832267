// SPDX-License-Identifier: MIT
// Definedness byte by byte, and the summary of a read that met undefined bytes.
#include "check/Shadow.hpp"
#include "check/UndefinedReport.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::check::test {
namespace {

TEST(Shadow, StartsUndefinedAndFollowsWritesAndCopies) {
  Shadow shadow(100);
  EXPECT_EQ(shadow.firstUndefined(0, 100), 0u);
  EXPECT_EQ(shadow.firstUndefined(0, 0), std::nullopt);
  shadow.define(10, 20);
  EXPECT_EQ(shadow.firstUndefined(10, 20), std::nullopt);
  EXPECT_EQ(shadow.firstUndefined(10, 21), 30u);
  shadow.copy(25, 50, 10);
  EXPECT_EQ(shadow.firstUndefined(50, 10), 55u);
  EXPECT_EQ(shadow.countUndefined(50, 10), 5u);
  shadow.undefine(12, 3);
  EXPECT_EQ(shadow.firstUndefined(10, 20), 12u);
  EXPECT_EQ(shadow.undefinedRun(12, 18), 3u);
}

TEST(Shadow, SummaryJoinsAdjacentRegions) {
  Shadow shadow(100);
  shadow.define(0, 8);
  shadow.define(40, 4);
  ReadSummary summary(shadow);
  summary.add(0, 8);
  EXPECT_EQ(summary.undefined(), 0u);
  summary.add(4, 16);  // 8 to 19
  summary.add(20, 10); // goes on
  summary.add(36, 8);  // stands apart: 36 to 39
  EXPECT_EQ(summary.first(), 8u);
  EXPECT_EQ(summary.run(), 22u);
  EXPECT_EQ(summary.undefined(), 12u + 10 + 4);
  EXPECT_EQ(summary.total(), 42u);
}

} // namespace
} // namespace poplar_emu::check::test
