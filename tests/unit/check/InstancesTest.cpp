// SPDX-License-Identifier: MIT
// Operands of each shape of field, as instances point to them.
#include "check/Instances.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace poplar_emu::check::test {
namespace {

using plan::Address;
using plan::FieldAccess;
using plan::FieldShape;
using Operands = std::vector<std::pair<Address, std::uint64_t>>;

/// An image at 1000 in words of eight bytes; words of `pointers` are addresses.
class InstancesTest : public testing::Test {
 protected:
  void image(const std::vector<std::uint64_t> &words, const std::vector<std::size_t> &pointers) {
    memory.bytes = 4096;
    memory.instances = 1000;
    memory.instanceImage.resize(words.size() * 8);
    std::memcpy(memory.instanceImage.data(), words.data(), memory.instanceImage.size());
    for (const std::size_t at : pointers) {
      memory.relocations.push_back({1000 + at * 8, words[at]});
      std::memset(memory.instanceImage.data() + at * 8, 0, 8);
    }
  }
  Operands operands(FieldShape shape, std::uint32_t rowBytes, std::uint32_t offset = 8) {
    Operands found;
    Instances(memory).forEachOperand(
        1000, {"field", shape, FieldAccess::Read, offset, 4, rowBytes},
        [&](Address address, std::uint64_t bytes) { found.emplace_back(address, bytes); });
    return found;
  }

  plan::Memory memory;
};

TEST_F(InstancesTest, ScalarsAndVectors) {
  image({7, 64, 5}, {1});
  EXPECT_EQ(operands(FieldShape::Scalar, 0), (Operands{{64, 4}}));
  EXPECT_EQ(operands(FieldShape::Vector, 0), (Operands{{64, 20}}));
}

TEST_F(InstancesTest, RowsAndElements) {
  image({0, 1024, 2, 64, 3, 128, 0}, {1, 3, 5});
  EXPECT_EQ(operands(FieldShape::Vectors, 16), (Operands{{64, 12}, {128, 0}}));
  EXPECT_EQ(operands(FieldShape::Scalars, 16), (Operands{{64, 4}, {128, 4}}));
  EXPECT_TRUE(operands(FieldShape::Vectors, 16, 40).empty()) << "an empty table";
}

} // namespace
} // namespace poplar_emu::check::test
