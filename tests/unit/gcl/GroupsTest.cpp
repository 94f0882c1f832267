// SPDX-License-Identifier: MIT
// Membership of groups, by the documented table, and what is refused.
#include "support/Groups.hpp"
#include "Oracle.hpp"

#include <poputil/exceptions.hpp>

#include <gmock/gmock.h>

#include <sstream>

namespace {

using gcl::CommGroup;
using gcl::CommGroupType;
using gcl::detail::makeGroups;
using gcl_test::groupsOf;
using testing::HasSubstr;

using Lists = std::vector<std::vector<unsigned>>;

Lists lists(unsigned replicas, const CommGroup &group) {
  return makeGroups("test", replicas, group).replicas;
}

TEST(Groups, MembershipAsDocumented) {
  EXPECT_EQ(lists(4, CommGroup()), (Lists{{0, 1, 2, 3}}));
  EXPECT_EQ(lists(4, {CommGroupType::ALL, 3}), (Lists{{0, 1, 2, 3}}));
  EXPECT_EQ(lists(8, {CommGroupType::CONSECUTIVE, 2}), (Lists{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(lists(8, {CommGroupType::CONSECUTIVE, 2, 2}), (Lists{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  EXPECT_EQ(lists(8, {CommGroupType::ORTHOGONAL, 2}), (Lists{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(lists(8, {CommGroupType::ORTHOGONAL, 4}), (Lists{{0, 2, 4, 6}, {1, 3, 5, 7}}));
  EXPECT_EQ(lists(2, {CommGroupType::CONSECUTIVE, 1}), (Lists{{0}, {1}}));
}

TEST(Groups, SizeOneForgetsItsStride) {
  EXPECT_EQ(lists(3, {CommGroupType::CONSECUTIVE, 1, 2}), (Lists{{0}, {1}, {2}}));
  EXPECT_EQ(makeGroups("test", 3, {CommGroupType::CONSECUTIVE, 1, 2}).stride, 1u);
}

TEST(Groups, SizeZeroIsAllReplicas) {
  EXPECT_EQ(lists(4, {CommGroupType::CONSECUTIVE, 0}), (Lists{{0, 1, 2, 3}}));
  EXPECT_EQ(lists(4, {CommGroupType::ORTHOGONAL, 0}), (Lists{{0, 1, 2, 3}}));
}

TEST(Groups, AllStridesThatDivide) {
  for (unsigned n = 1; n <= 24; ++n)
    for (unsigned k = 1; k <= n; ++k)
      for (unsigned s = 1; s * k <= n; ++s)
        if (n % (s * k) == 0) {
          EXPECT_EQ(lists(n, {CommGroupType::CONSECUTIVE, k, s}), groupsOf(n, k, k == 1 ? 1 : s));
        }
}

std::string errorOf(unsigned replicas, const CommGroup &group) {
  try {
    makeGroups("allReduceCrossReplica", replicas, group);
  } catch (const poputil::poplibs_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("fix: "));
    EXPECT_THAT(error.what(), HasSubstr("gcl::allReduceCrossReplica: "));
    return error.what();
  }
  ADD_FAILURE() << "no poplibs_error";
  return "";
}

TEST(Groups, WhatDoesNotDivideIsRefused) {
  EXPECT_THAT(errorOf(4, {CommGroupType::CONSECUTIVE, 3}),
              HasSubstr("groups of 3 do not divide 4 replicas evenly"));
  EXPECT_THAT(errorOf(4, {CommGroupType::ORTHOGONAL, 8}), HasSubstr("groups of 8"));
  EXPECT_THAT(errorOf(8, {CommGroupType::CONSECUTIVE, 4, 3}),
              HasSubstr("blocks of 4 times 3 (size times stride)"));
  EXPECT_THAT(errorOf(8, {CommGroupType::CONSECUTIVE, 4, 0}), HasSubstr("0 apart"));
  EXPECT_THAT(errorOf(8, {CommGroupType::ORTHOGONAL, 4, 3}),
              HasSubstr("orthogonal groups of 4 of 8 replicas are 2 apart, and not 3"));
}

TEST(Groups, ValuesAndMapsOfReplicas) {
  const auto groups = makeGroups("test", 8, {CommGroupType::CONSECUTIVE, 2, 2});
  EXPECT_EQ(groups.spread({7, 9}), (std::vector<unsigned>{7, 7, 9, 9, 7, 7, 9, 9}));
  const std::map<unsigned, unsigned> map = groups.spreadMap({1, 0});
  EXPECT_EQ(map, (std::map<unsigned, unsigned>{
                     {0, 2}, {1, 3}, {2, 0}, {3, 1}, {4, 6}, {5, 7}, {6, 4}, {7, 5}}));
}

TEST(Groups, PrintTypeSizeAndStride) {
  std::ostringstream out;
  out << CommGroup(CommGroupType::ORTHOGONAL, 4) << ' ' << CommGroup();
  EXPECT_EQ(out.str(),
            "CommGroup(type=ORTHOGONAL, size=4, stride=1) CommGroup(type=ALL, size=0, stride=1)");
}

TEST(Operators, StreamByName) {
  for (int i = 0; i <= static_cast<int>(gcl::CollectiveOperator::LOCAL); ++i) {
    const auto op = static_cast<gcl::CollectiveOperator>(i);
    std::stringstream text;
    text << op;
    auto read = gcl::CollectiveOperator::ADD;
    text >> read;
    EXPECT_EQ(read, op) << text.str();
  }
  std::istringstream text("AVERAGE");
  auto op = gcl::CollectiveOperator::ADD;
  try {
    text >> op;
    ADD_FAILURE() << "accepted";
  } catch (const poputil::poplibs_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("'AVERAGE' is no operator"));
    EXPECT_THAT(error.what(), HasSubstr("SQUARE_ADD"));
  }
}

} // namespace
