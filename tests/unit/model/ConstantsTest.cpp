// SPDX-License-Identifier: MIT
// Constants of the cycle model, by set and generation.
#include "model/cycles/Constants.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace poplar_emu::model::test {
namespace {

TEST(Constants, DependOnSetAndGeneration) {
  EXPECT_EQ(constantOf(ConstantId::Launch, CycleModel::IpuModel, "ipu2"), 0);
  EXPECT_EQ(constantOf(ConstantId::Launch, CycleModel::Hardware, "ipu2"), 36);
  EXPECT_EQ(constantOf(ConstantId::LocalCopy, CycleModel::IpuModel, "ipu21"), 0);
  EXPECT_EQ(constantOf(ConstantId::LocalCopy, CycleModel::Hardware, "ipu21"), 288);
  EXPECT_EQ(constantOf(ConstantId::PieceCopy, CycleModel::IpuModel, "ipu1"), 83);
  EXPECT_EQ(constantOf(ConstantId::PieceCopy, CycleModel::Hardware, "ipu1"), 153);
  EXPECT_EQ(constantOf(ConstantId::HostCommand, CycleModel::Hardware, "ipu21"), 73);
  EXPECT_EQ(constantOf(ConstantId::Exchange, CycleModel::IpuModel, "ipu1"), 83);
  EXPECT_EQ(constantOf(ConstantId::Exchange, CycleModel::Hardware, "ipu21"), 111);
  EXPECT_EQ(constantOf(ConstantId::HostRate, CycleModel::Hardware, "ipu2"), 20.2);
}

TEST(Constants, OfAnythingElseAreThoseOfTheSecondGeneration) {
  for (const Constant &constant : kConstants)
    EXPECT_EQ(constantOf(constant.id, CycleModel::Hardware, "cpu"),
              constantOf(constant.id, CycleModel::Hardware, "ipu2"));
}

TEST(Constants, ReportsNameUnitValueAndSource) {
  const std::vector<ConstantValue> values = constantsOf(CycleModel::Hardware, "ipu1");
  ASSERT_EQ(values.size(), kConstants.size());
  const auto launch = std::find_if(values.begin(), values.end(), [](const ConstantValue &value) {
    return value.name == "compute set launch";
  });
  ASSERT_NE(launch, values.end());
  EXPECT_EQ(launch->unit, "cycles");
  EXPECT_EQ(launch->value, 36);
  for (const ConstantValue &value : values)
    EXPECT_FALSE(value.source.empty()) << value.name;
}

TEST(Constants, SetsHaveTheNamesOfTheOption) {
  EXPECT_EQ(name(CycleModel::IpuModel), "ipumodel");
  EXPECT_EQ(name(CycleModel::Hardware), "hardware");
}

} // namespace
} // namespace poplar_emu::model::test
