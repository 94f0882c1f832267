// SPDX-License-Identifier: MIT
// Options: values, lists, bounds, and what is refused.
#include <poputil/OptionParsing.hpp>

#include <gmock/gmock.h>

namespace {

using namespace poplibs;
using testing::HasSubstr;

enum class Colour { Red, Green };

struct Settings {
  bool flag = false;
  int number = 0;
  double share = 0;
  std::string text;
  Colour colour = Colour::Red;
  std::vector<unsigned> list;
  std::optional<double> limit;

  OptionSpec spec() {
    return OptionSpec{
        {"flag", OptionHandler::createWithBool(flag)},
        {"number", OptionHandler::createWithInteger(number)},
        {"share", OptionHandler::createWithDouble(share, 0, false, 1, true)},
        {"text", OptionHandler::createWithString(text)},
        {"colour",
         OptionHandler::createWithEnum(colour, {{"red", Colour::Red}, {"green", Colour::Green}})},
        {"list", OptionHandler::createWithList(list)},
        {"limit", createOptionalDoubleHandler(limit, 0.0)},
        {"own", [this](poplar::StringRef value) { text = "<" + std::string(value) + ">"; }}};
  }
};

std::string refusal(const char *option, const char *value) {
  Settings settings;
  try {
    settings.spec().parse(option, value);
  } catch (const poplar::invalid_option &error) {
    return error.what();
  }
  return "accepted";
}

TEST(OptionSpec, GivesValuesToTheirHandlers) {
  Settings s;
  const OptionSpec spec = s.spec();
  spec.parse("flag", "true");
  spec.parse("number", "-12");
  spec.parse("share", "0.5");
  spec.parse("text", "any");
  spec.parse("colour", "green");
  spec.parse("list", "[1, 2,3]");
  spec.parse("limit", "4");
  EXPECT_TRUE(s.flag);
  EXPECT_EQ(s.number, -12);
  EXPECT_EQ(s.share, 0.5);
  EXPECT_EQ(s.text, "any");
  EXPECT_EQ(s.colour, Colour::Green);
  EXPECT_EQ(s.list, (std::vector<unsigned>{1, 2, 3}));
  EXPECT_EQ(s.limit, 4.0);
  spec.parse("limit", "none");
  EXPECT_FALSE(s.limit.has_value());
  spec.parse("own", "x");
  EXPECT_EQ(s.text, "<x>");
}

TEST(OptionSpec, NamesTheNearestOption) {
  EXPECT_THAT(refusal("numbr", "1"), HasSubstr("Unrecognised option 'numbr'"));
  EXPECT_THAT(refusal("numbr", "1"), HasSubstr("did you mean 'number'"));
  Settings s;
  EXPECT_NO_THROW(s.spec().parse("numbr", "1", true));
}

TEST(OptionSpec, SaysWhichValuesAreLegal) {
  EXPECT_THAT(refusal("colour", "blue"), HasSubstr("Invalid value 'blue' for option 'colour'"));
  EXPECT_THAT(refusal("colour", "blue"), HasSubstr("'green', 'red'"));
  for (const char *value : {"yes", "True", "1", ""})
    EXPECT_THAT(refusal("flag", value), HasSubstr("'true' or 'false'"));
  for (const char *value : {"1.5", "x", "", "99999999999", "1 "})
    EXPECT_THAT(refusal("number", value), HasSubstr("an integer in"));
  for (const char *value : {"0", "1.1", "-1"})
    EXPECT_THAT(refusal("share", value), HasSubstr("must be in (0, 1]"));
  EXPECT_THAT(refusal("list", "1,b"), HasSubstr("'b'"));
}

} // namespace
