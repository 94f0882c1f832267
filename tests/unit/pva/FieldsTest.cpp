// SPDX-License-Identifier: MIT
// Who adds a field to a profile is reminded here of its column in the file.
#include "pva/data/Profile.hpp"

#include <gtest/gtest.h>

namespace pva::internal {
namespace {

struct Anything {
  template <class T>
  operator T() const;
};

/// How many members an aggregate has.
template <class T, class... Some>
constexpr int numFields() {
  if constexpr (requires { T{Some{}..., Anything{}}; })
    return numFields<T, Some..., Anything>();
  else
    return sizeof...(Some);
}

// After a change here: give the field a column in pva/file/Columns.hpp, a line in
// docs/guide/profile_file.md and a value in SampleProfile.cpp, and raise kSchemaVersion.
TEST(ProfileFields, AllHaveAColumn) {
  EXPECT_EQ(numFields<ProfileTarget>(), 12);
  EXPECT_EQ(numFields<ModelConstant>(), 4);
  EXPECT_EQ(numFields<VertexTypeInfo>(), 3);
  EXPECT_EQ(numFields<VariableInfo>(), 5);
  EXPECT_EQ(numFields<VertexCount>(), 5);
  EXPECT_EQ(numFields<ComputeSetInfo>(), 4);
  EXPECT_EQ(numFields<TileTraffic>(), 6);
  EXPECT_EQ(numFields<TileFlow>(), 3);
  EXPECT_EQ(numFields<IpuFlow>(), 3);
  EXPECT_EQ(numFields<LinkLoad>(), 2);
  EXPECT_EQ(numFields<LinkInfo>(), 2);
  EXPECT_EQ(numFields<ExchangeInfo>(), 8);
  EXPECT_EQ(numFields<ProgramInfo>(), 11);
  EXPECT_EQ(numFields<poplar_emu::CycleParts>(), 6);
  EXPECT_EQ(numFields<StepInfo>(), 6);
  EXPECT_EQ(numFields<IpuCycles>(), 1);
  EXPECT_EQ(numFields<ProgramTotal>(), 5);
  EXPECT_EQ(numFields<RunInfo>(), 8);
  EXPECT_EQ(numFields<BlockInfo>(), 5);
  EXPECT_EQ(numFields<TileMemory>(), 5);
  EXPECT_EQ(numFields<LoweredVariable>(), 7);
  EXPECT_EQ(numFields<LivenessStep>(), 4);
  EXPECT_EQ(numFields<ProfileMemory>(), 4);
  EXPECT_EQ(numFields<Profile>(), 31);
}

} // namespace
} // namespace pva::internal
