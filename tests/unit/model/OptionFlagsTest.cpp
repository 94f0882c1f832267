// SPDX-License-Identifier: MIT
// poplar::OptionFlags and input from JSON.
#include "Throws.hpp"

#include <poplar/OptionFlags.hpp>
#include <poplar/ProfileValue.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

namespace poplar {
namespace {

TEST(OptionFlags, TheLastValueWins) {
  OptionFlags flags{{"b", "1"}, {"a", "2"}, {"b", "3"}};
  EXPECT_EQ(flags.size(), 2U);
  EXPECT_EQ(flags.at("b"), "3");
  flags.set("b", "4");
  flags.set({{"c", "5"}, {"a", "6"}});
  std::string all;
  for (const auto &[key, value] : flags)
    all += key + "=" + value + " ";
  EXPECT_EQ(all, "a=6 b=4 c=5 ");
  EXPECT_EQ(flags.find("d"), flags.end());
  flags.clear();
  EXPECT_TRUE(flags == OptionFlags());
}

TEST(OptionFlags, OnePairIsOneOption) {
  const OptionFlags flags{{"a", "b"}};
  ASSERT_EQ(flags.size(), 1U);
  EXPECT_EQ(flags.begin()->first, "a");
  EXPECT_EQ(flags.begin()->second, "b");
}

TEST(OptionFlags, AtThrowsForWhatIsNotSet) {
  const OptionFlags flags;
  EXPECT_THROW(flags.at("missing"), poplar_error);
  EXPECT_NE(textThrownBy([&] { flags.at("missing"); }).find("error[PE0703]: option 'missing'"),
            std::string::npos);
}

TEST(OptionFlags, JsonValuesBecomeText) {
  OptionFlags flags{{"keep", "1"}, {"s", "old"}};
  readJSON(R"({"s": "text", "b": true, "n": 12, "d": 0.5})", flags);
  EXPECT_TRUE(
      flags ==
      (OptionFlags{{"keep", "1"}, {"s", "text"}, {"b", "true"}, {"n", "12"}, {"d", "0.5"}}));
  std::istringstream stream(R"({"s": "from stream"})");
  readJSON(stream, flags);
  EXPECT_EQ(flags.at("s"), "from stream");
}

TEST(OptionFlags, BadJsonIsAParseError) {
  OptionFlags flags;
  EXPECT_THROW(readJSON("{\"a\": ", flags), parse_error);
  EXPECT_THROW(readJSON("[1, 2]", flags), parse_error);
  EXPECT_THROW(readJSON("{\"a\": {}}", flags), parse_error);
  EXPECT_EQ(flags.size(), 0U);
}

TEST(OptionFlags, EnvironmentIsReadWhenSet) {
  OptionFlags flags;
  unsetenv("POPLAR_EMU_TEST_OPTIONS");
  readJSONFromEnv("POPLAR_EMU_TEST_OPTIONS", flags);
  EXPECT_EQ(flags.size(), 0U);
  setenv("POPLAR_EMU_TEST_OPTIONS", "{\"a\": \"b\"}", 1);
  readJSONFromEnv("POPLAR_EMU_TEST_OPTIONS", flags);
  EXPECT_EQ(flags.at("a"), "b");
  setenv("POPLAR_EMU_TEST_OPTIONS", "a=b", 1);
  EXPECT_NE(textThrownBy([&] {
              readJSONFromEnv("POPLAR_EMU_TEST_OPTIONS", flags);
            }).find("POPLAR_EMU_TEST_OPTIONS"),
            std::string::npos);
  unsetenv("POPLAR_EMU_TEST_OPTIONS");
}

TEST(OptionFlags, AsProfileValue) {
  const ProfileValue value = getAsProfileValue(OptionFlags{{"a", "b"}, {"c", "d"}});
  EXPECT_EQ(value.size(), 2U);
  EXPECT_EQ(value["c"].asString(), "d");
}

} // namespace
} // namespace poplar
