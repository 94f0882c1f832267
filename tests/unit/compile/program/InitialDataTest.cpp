// SPDX-License-Identifier: MIT
// Constants and initial values arrive at the right addresses, in few pieces.
#include "../RandomGraphs.hpp"
#include "ProgramFixture.hpp"

#include "compile/program/InitialData.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace poplar_emu::compile::test {
namespace {

std::vector<std::byte> load(const plan::Memory &memory, std::uint64_t bytes, unsigned replica) {
  std::vector<std::byte> out(bytes);
  for (const plan::InitialData &data : memory.initialData) {
    const auto found = data.perReplica.find(replica);
    const std::vector<std::byte> &value =
        found == data.perReplica.end() ? data.bytes : found->second;
    for (std::uint64_t i = 0; i < data.count; ++i)
      std::memcpy(out.data() + data.address + i * value.size(), value.data(), value.size());
  }
  return out;
}

TEST(InitialData, RandomValuesOfRandomMappings) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomGraph random(seed);
    for (int i = 0; i < 3; ++i) {
      const VariableId id = random.randomVariable(ElementType::Half);
      ir::Variable &variable = random.graph.variable(id);
      const auto data = [&](std::uint64_t elements) {
        ir::ElementData made;
        made.uniform = random.below(2);
        made.bytes.resize(made.uniform ? 2 : elements * 2);
        for (std::byte &byte : made.bytes)
          byte = static_cast<std::byte>(random.below(256));
        return made;
      };
      if (random.below(2)) {
        variable.kind = ir::VariableKind::Constant;
        variable.constant = data(variable.numElements);
        continue;
      }
      for (std::uint64_t n = random.below(4); n > 0; --n) {
        ir::InitialValue value;
        value.begin = random.below(variable.numElements);
        value.elements = 1 + random.below(variable.numElements - value.begin);
        value.data = data(value.elements);
        variable.initialValues.push_back(value);
      }
    }
    const Usage usage = random.everything();
    const StorageMap map(random.input(), usage);
    plan::Memory memory;
    addInitialData(random.input(), usage, map, memory);

    std::vector<std::byte> expected(map.bytes());
    const auto put = [&](VariableId id, std::uint64_t begin, std::uint64_t elements,
                         const ir::ElementData &data) {
      for (std::uint64_t e = 0; e < elements; ++e)
        std::memcpy(expected.data() + *map.contiguous(id, begin + e, 1),
                    data.bytes.data() + (data.uniform ? 0 : e * 2), 2);
    };
    for (std::size_t v = 0; v < random.graph.variables.size(); ++v) {
      const ir::Variable &variable = random.graph.variables[v];
      if (variable.isConstant()) put(VariableId(v), 0, variable.numElements, variable.constant);
      for (const ir::InitialValue &value : variable.initialValues)
        put(VariableId(v), value.begin, value.elements, value.data);
    }
    ASSERT_EQ(load(memory, map.bytes(), 0), expected);
  }
}

TEST(InitialData, BigUniformConstantCostsOneElement) {
  ProgramGraph test(16);
  const VariableId id = test.variable("ones", 1 << 20, TileId(0));
  for (std::uint64_t e = 0; e < 1 << 20; e += 64)
    test.graph.variable(id).mapping.set(e, e + 64, TileId((e / 64) % 16));
  test.graph.variable(id).kind = ir::VariableKind::Constant;
  test.graph.variable(id).constant = {std::vector<std::byte>(4, std::byte{1}), true};
  const Usage usage = test.everything();
  const StorageMap map(test.input(), usage);
  plan::Memory memory;
  addInitialData(test.input(), usage, map, memory);
  ASSERT_EQ(memory.initialData.size(), 1u);
  EXPECT_EQ(memory.initialData[0].count, 1u << 20);
  EXPECT_EQ(memory.initialData[0].bytes.size(), 4u);
}

TEST(InitialData, ReplicasDiffer) {
  ProgramGraph test;
  const VariableId x = test.variable("x", 2, TileId(0), ElementType::Char);
  ir::InitialValue value;
  value.begin = 1;
  value.elements = 1;
  value.data = {{std::byte{5}}, true};
  value.perReplica = {{1, {std::byte{6}}}};
  test.graph.variable(x).initialValues = {value};
  const VariableId index = test.variable("index", 1, TileId(0), ElementType::UnsignedInt);
  test.graph.variable(index).kind = ir::VariableKind::ReplicationIndex;
  const Usage usage = test.everything();
  const StorageMap map(test.input(), usage);
  plan::Memory memory;
  addInitialData(test.input(), usage, map, memory);
  EXPECT_EQ(load(memory, map.bytes(), 0)[1], std::byte{5});
  EXPECT_EQ(load(memory, map.bytes(), 1)[1], std::byte{6});
  ASSERT_EQ(memory.replicaIndexAddresses.size(), 1u);
  EXPECT_EQ(memory.replicaIndexAddresses[0], *map.contiguous(index, 0, 1));
}

} // namespace
} // namespace poplar_emu::compile::test
