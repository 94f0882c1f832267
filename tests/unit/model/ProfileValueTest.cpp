// SPDX-License-Identifier: MIT
// poplar::ProfileValue: types, access, JSON, CBOR.
#include <poplar/ProfileValue.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <sstream>

namespace poplar {
namespace {

ProfileValue example() {
  return ProfileValue::Map{
      {"name", "tile"},
      {"on", ProfileValue(true)},
      {"cycles", ProfileValue::Vector{1, 2U, 3.0}},
      {"nested", ProfileValue::Vector{ProfileValue::Vector{1, 2}, ProfileValue::Vector{3}}},
      {"half", 0.5},
      {"minus", -7}};
}

std::string json(const ProfileValue &value) {
  std::ostringstream out;
  serializeToJSON(out, value);
  return out.str();
}

TEST(ProfileValue, DefaultIsZero) {
  EXPECT_EQ(ProfileValue().type(), ProfileValue::Type::NUMBER);
  EXPECT_EQ(ProfileValue().asInt(), 0);
}

TEST(ProfileValue, AccessByTypeNameAndIndex) {
  const ProfileValue value = example();
  EXPECT_EQ(value["name"].asString(), "tile");
  EXPECT_TRUE(value["on"].asBool());
  EXPECT_EQ(value["cycles"][1].asUint(), 2U);
  EXPECT_EQ(value["cycles"].sumInt(), 6);
  EXPECT_EQ(value["cycles"].sumUint(), 6U);
  EXPECT_EQ(value["cycles"].sumDouble(), 6.0);
  EXPECT_EQ(value["nested"].sum2DInt(), 6);
  EXPECT_EQ(value["nested"].sum2DUint(), 6U);
  EXPECT_EQ(value["cycles"].toUintVector(), (std::vector<unsigned>{1, 2, 3}));
  EXPECT_EQ(value.getOrNull("none"), nullptr);
  EXPECT_EQ(value.getOrNull("half")->asDouble(), 0.5);
  EXPECT_EQ(value.size(), 6U);
}

TEST(ProfileValue, WrongTypesThrow) {
  const ProfileValue value = example();
  EXPECT_THROW(value.asString(), poplar_error);
  EXPECT_THROW(value["none"], poplar_error);
  EXPECT_THROW(value["cycles"][3], poplar_error);
  EXPECT_THROW(value["minus"].asUint(), poplar_error);
  EXPECT_THROW(value["name"].sumInt(), poplar_error);
}

TEST(ProfileValue, CopiesAreDeepAndMovesLeaveZero) {
  ProfileValue value = example();
  ProfileValue copy = value;
  copy.asMap()["name"] = "other";
  EXPECT_EQ(value["name"].asString(), "tile");
  EXPECT_NE(value, copy);
  ProfileValue moved = std::move(copy);
  EXPECT_EQ(moved["name"].asString(), "other");
  EXPECT_EQ(copy, ProfileValue());
  copy = true;
  EXPECT_TRUE(copy.asBool());
  copy = 3U;
  copy = ProfileValue::Vector{copy};
  EXPECT_EQ(copy[0].asInt(), 3);
}

TEST(ProfileValue, WritesJson) {
  EXPECT_EQ(json(example()), R"({"cycles":[1,2,3],"half":0.5,"minus":-7,"name":"tile",)"
                             R"("nested":[[1,2],[3]],"on":true})");
  EXPECT_EQ(json(ProfileValue(std::numeric_limits<double>::quiet_NaN())), "null");
  EXPECT_EQ(json(ProfileValue("a\"b\n\xff")), "\"a\\\"b\\n\xEF\xBF\xBD\"");
  std::ostringstream pretty;
  serializeToJSON(pretty, ProfileValue::Map{{"a", 1}}, true);
  EXPECT_EQ(pretty.str(), "{\n  \"a\": 1\n}");
}

TEST(ProfileValue, CborHoldsTheSameAndATag) {
  std::ostringstream tagged, plain;
  serializeToCBOR(tagged, example());
  serializeToCBOR(plain, example(), false);
  EXPECT_EQ(tagged.str(), "\xd9\xd9\xf7" + plain.str());
  EXPECT_EQ(nlohmann::json::from_cbor(plain.str()), nlohmann::json::parse(json(example())));
}

} // namespace
} // namespace poplar
