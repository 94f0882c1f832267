// SPDX-License-Identifier: MIT
// Addresses become variables and elements again, in element order and in tile-packed order.
#include "check/ElementNames.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::check::test {
namespace {

/// "plain" in element order at 64; "packed": rows of 4 elements go to the tiles 0 and 1 in turn.
plan::Plan twoVariables() {
  plan::Plan plan;
  plan.memory.bytes = 512;
  plan.memory.variables.resize(3);
  plan.memory.variables[0] = {"packed", ElementType::Half,
                              16,       256,
                              32,       {{0, 4, 2, 8, 0, TileId(0)}, {4, 4, 2, 8, 8, TileId(1)}}};
  plan.memory.variables[2] = {"plain", ElementType::Float, 10, 64, 40, {}};
  return plan;
}

TEST(ElementNames, ElementOrder) {
  const plan::Plan plan = twoVariables();
  const ElementNames names(plan);
  EXPECT_EQ(names.describe(64, 40), "plain[0:10)");
  EXPECT_EQ(names.describe(76, 8), "plain[3:5)");
  EXPECT_EQ(names.describe(78, 1), "plain[3:4)") << "a part of an element";
  EXPECT_EQ(names.describe(78, 4), "plain[3:5)");
}

TEST(ElementNames, PackedOrderGivesConsecutiveElementsOfOneTile) {
  const plan::Plan plan = twoVariables();
  const ElementNames names(plan);
  EXPECT_EQ(names.describe(256, 32), "packed[0:4) on tile 0");
  EXPECT_EQ(names.describe(256 + 8, 4), "packed[8:10) on tile 0");
  EXPECT_EQ(names.describe(256 + 18, 2), "packed[5:6) on tile 1");
  EXPECT_EQ(names.describe(256 + 28, 4), "packed[14:16) on tile 1");
}

TEST(ElementNames, WhatIsNoVariable) {
  const plan::Plan plan = twoVariables();
  const ElementNames names(plan);
  EXPECT_FALSE(names.isVariable(0));
  EXPECT_FALSE(names.isVariable(104));
  EXPECT_TRUE(names.isVariable(103));
  EXPECT_EQ(names.describe(400, 8), "8 bytes at address 400");
}

} // namespace
} // namespace poplar_emu::check::test
