// SPDX-License-Identifier: MIT
// PVTI_OPTIONS in the forms that programs' documentation shows.
#include "pvti/session/Options.hpp"

#include <gtest/gtest.h>

namespace pvti::internal {
namespace {

TEST(PvtiOptions, UnsetMeansOff) {
  EXPECT_FALSE(parseOptions(nullptr).enable);
}

TEST(PvtiOptions, TakeBooleansAndNumbersBareOrAsText) {
  const Options text =
      parseOptions(R"({"enable":"true","directory":"dir","channels":["a","b"],"duration":"1.5"})");
  EXPECT_TRUE(text.enable);
  EXPECT_EQ(text.directory, "dir");
  EXPECT_EQ(text.channels, (std::unordered_set<std::string>{"a", "b"}));
  EXPECT_EQ(text.duration, 1.5);
  EXPECT_EQ(parseOptions(R"({"duration":2})").duration, 2);
  EXPECT_FALSE(parseOptions(R"({"enable":false})").enable);
  EXPECT_FALSE(parseOptions(R"({"enable":"false"})").enable);
}

TEST(PvtiOptions, OtherTextsEnableWithDefaults) {
  for (const char *text : {"", "yes", "{\"enable\":", "[1]", "{}"}) {
    const Options options = parseOptions(text);
    EXPECT_TRUE(options.enable) << text;
    EXPECT_EQ(options.directory, ".");
    EXPECT_TRUE(options.channels.empty());
    EXPECT_EQ(options.duration, 0);
  }
}

} // namespace
} // namespace pvti::internal
