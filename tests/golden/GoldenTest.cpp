// SPDX-License-Identifier: MIT
// The comparer itself: wrong texts fail, and are shown.
#include "Golden.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace golden {
namespace {

using testing::HasSubstr;

TEST(Golden, PlaceholdersStandForWhatTheyNameOnly) {
  EXPECT_TRUE(matchesLine("a.cpp:<number>: 3", "a.cpp:120: 3"));
  EXPECT_FALSE(matchesLine("a.cpp:<number>: 3", "a.cpp:: 3"));
  EXPECT_FALSE(matchesLine("a.cpp:<number>: 3", "a.cpp:x: 3"));
  EXPECT_FALSE(matchesLine("a.cpp:<number>: 3", "a.cpp:120: 4"));
  EXPECT_TRUE(matchesLine("<number>.<number>2", "3.1422"));
  EXPECT_TRUE(matchesLine("'<path>/a.cpp' is", "'/usr/lib/x-1/a.cpp' is"));
  EXPECT_FALSE(matchesLine("'<path>/a.cpp' is", "'lib/a.cpp' is"));
  EXPECT_FALSE(matchesLine("'<path>/a.cpp' is", "'/usr/my files/a.cpp' is"));
  EXPECT_TRUE(matchesLine("command: <any>\n", "command: popc -c x\n"));
  EXPECT_TRUE(matchesLine("in <any>, out", "in , out"));
  EXPECT_FALSE(matchesLine("in <any>, out", "in x, outer"));
  EXPECT_TRUE(matchesLine("vector<number", "vector<number"));
  EXPECT_FALSE(matchesLine("", "x"));
  EXPECT_FALSE(matchesLine("x", ""));
}

TEST(Golden, EqualTexts) {
  EXPECT_TRUE(compare("", "").equal);
  EXPECT_TRUE(compare("one\ntwo <number>\n", "one\ntwo 2\n").equal);
}

TEST(Golden, AWrongTextFailsAndTheDifferencesAreMarked) {
  const Comparison comparison =
      compare("one\ntwo <number>\nthree\nfour\n", "one\ntwo 2\n3\nfour\n5\n");
  EXPECT_FALSE(comparison.equal);
  EXPECT_EQ(comparison.diff, "  one\n  two 2\n- three\n+ 3\n  four\n+ 5\n");
  EXPECT_FALSE(compare("one\n", "").equal);
  EXPECT_FALSE(compare("", "one\n").equal);
  EXPECT_FALSE(compare("one\ntwo\n", "two\none\n").equal);
}

TEST(Golden, AMissingEndOfLineIsADifference) {
  EXPECT_EQ(compare("one\n", "one").diff, "- one\n+ one(no end of line)\n");
}

TEST(Golden, PlaceholdersSurviveAnUpdate) {
  const Comparison comparison =
      compare("at <path>/a.cpp:<number>\nold\nend\n", "new\nat /x/a.cpp:7\nend\n");
  EXPECT_EQ(comparison.updated, "new\nat <path>/a.cpp:<number>\nend\n");
  EXPECT_TRUE(compare(comparison.updated, "new\nat /x/a.cpp:7\nend\n").equal);
}

TEST(Golden, AFileThatIsNotThereMatchesNothing) {
  if (std::getenv("POPLAR_EMU_UPDATE_GOLDEN") != nullptr) GTEST_SKIP() << "files are written";
  EXPECT_THAT(differenceFrom("../no such folder/text.txt", "one\n"), HasSubstr("\n+ one\n"));
}

} // namespace
} // namespace golden
