// SPDX-License-Identifier: MIT
// Where operands go: in place, or gathered into scratch.
#include "LoweringFixture.hpp"

namespace poplar_emu::compile::test {
namespace {

class OperandLowering : public Lowering {};

TEST_F(OperandLowering, ContiguousOperandsAreUsedInPlace) {
  addCopy(0, rows(a, 0, 16, 1, 0), rows(b, 0, 16, 1, 0));
  addCopy(0, rows(a, 200, 16, 1, 0), rows(b, 100, 16, 1, 0)); // remote
  compile();
  EXPECT_TRUE(step().gathers.empty());
  EXPECT_TRUE(step().scatters.empty());
  ASSERT_EQ(plan.memory.relocations.size(), 4u);
  const plan::Address base = plan.memory.variables[a.index()].address;
  EXPECT_EQ(plan.memory.relocations[0].target, base);
  EXPECT_EQ(plan.memory.relocations[2].target, base + 800);
  EXPECT_EQ(step().exchange.totalBytes, 128u);
  EXPECT_EQ(step().activeTiles, 1u);
}

TEST_F(OperandLowering, ExchangeCopyGathersWhatIsRemote) {
  graph.options.exchange = Exchange::Copy;
  addCopy(0, rows(a, 0, 16, 1, 0), rows(b, 0, 16, 1, 0));
  addCopy(0, rows(a, 200, 16, 1, 0), rows(b, 100, 16, 1, 0));
  compile();
  EXPECT_EQ(step().gathers.moves.size(), 2u);
  EXPECT_EQ(step().scatters.moves.size(), 1u);
  EXPECT_EQ(step().exchange.totalBytes, 128u);
  run([](std::byte *instance, std::uint32_t) {
    const Vec *v = reinterpret_cast<const Vec *>(instance);
    for (std::size_t i = 0; i < v[0].size; ++i)
      v[1].data[i] = v[0].data[i];
  });
  EXPECT_EQ(interpreter->read<float>(b, 15), 15.f);
  EXPECT_EQ(interpreter->read<float>(b, 115), 215.f);
  EXPECT_EQ(interpreter->read<float>(b, 116), 1116.f);
}

TEST_F(OperandLowering, StridedOperandsAreGatheredAndScattered) {
  addCopy(1, rows(a, 0, 1, 8, 4), rows(b, 3, 1, 8, 4));
  compile();
  EXPECT_FALSE(step().gathers.empty());
  EXPECT_FALSE(step().scatters.empty());
  run([](std::byte *instance, std::uint32_t) {
    const Vec *v = reinterpret_cast<const Vec *>(instance);
    EXPECT_EQ(v[1].data[7], 1031.f) << "outputs hold the current contents before";
    for (std::size_t i = 0; i < 7; ++i)
      v[1].data[i] = v[0].data[i];
  });
  EXPECT_EQ(interpreter->read<float>(b, 7), 4.f);
  EXPECT_EQ(interpreter->read<float>(b, 8), 1008.f);
  EXPECT_EQ(interpreter->read<float>(b, 31), 1031.f) << "not written, so it keeps its value";
}

TEST_F(OperandLowering, EqualRegionsOfATileAreGatheredOnce) {
  addCopy(1, rows(a, 0, 1, 8, 4), rows(b, 0, 8, 1, 0));
  addCopy(1, rows(a, 0, 1, 8, 4), rows(b, 8, 8, 1, 0));
  addCopy(2, rows(a, 0, 1, 8, 4), rows(b, 16, 8, 1, 0));
  compile();
  const auto &relocations = plan.memory.relocations;
  EXPECT_EQ(relocations[0].target, relocations[2].target);
  EXPECT_EQ(step().gathers.moves.size(), 2u) << "once on each of two tiles";
  EXPECT_EQ(step().work.size(), 2u);
}

TEST_F(OperandLowering, TilesOfAChunkShareScratch) {
  for (std::uint32_t t = 0; t < 4; ++t)
    addCopy(t, rows(a, t, 1, 8, 8), rows(b, 8 * t, 8, 1, 0));
  compile();
  ASSERT_EQ(step().chunks.size(), 2u) << "a tiny step is one chunk";
  for (const plan::Relocation &relocation : plan.memory.relocations)
    EXPECT_LE(relocation.target, plan.memory.scratch);
}

TEST_F(OperandLowering, SameElementsInTheSameOrderShareOneLocation) {
  const VertexId v = addCopy(0, rows(a, 1, 1, 8, 2), rows(a, 1, 1, 8, 2));
  (void)v;
  compile();
  EXPECT_EQ(plan.memory.relocations[0].target, plan.memory.relocations[1].target);
}

TEST_F(OperandLowering, AlignmentIsThatOfTheStricterOfTwoSharingFields) {
  graph.types[copy].fields[0].minAlign = 16;
  addCopy(0, rows(a, 1, 8, 1, 0), rows(a, 1, 8, 1, 0));
  compile();
  EXPECT_EQ(plan.memory.relocations[0].target, plan.memory.relocations[1].target);
  EXPECT_GE(plan.memory.relocations[0].target, plan.memory.scratch);
  EXPECT_FALSE(step().scatters.empty());
}

TEST_F(OperandLowering, OverlappingInputIsASnapshot) {
  addCopy(0, rows(a, 0, 8, 1, 0), rows(a, 1, 8, 1, 0));
  compile();
  run([](std::byte *instance, std::uint32_t) {
    const Vec *v = reinterpret_cast<const Vec *>(instance);
    for (std::size_t i = 0; i < 8; ++i)
      v[1].data[i] = v[0].data[i];
  });
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(interpreter->read<float>(a, 1 + i), float(i));
  EXPECT_TRUE(step().scatters.empty()) << "the output stays in place";
}

TEST_F(OperandLowering, MisalignedRegionIsGathered) {
  graph.types[copy].fields[0].minAlign = 16;
  addCopy(0, rows(a, 1, 8, 1, 0), rows(b, 0, 8, 1, 0));
  addCopy(0, rows(a, 16, 8, 1, 0), rows(b, 8, 8, 1, 0));
  compile();
  EXPECT_EQ(plan.memory.relocations[0].target % 16, 0u);
  EXPECT_GE(plan.memory.relocations[0].target, plan.memory.scratch);
  EXPECT_LT(plan.memory.relocations[2].target, plan.memory.scratch);
}

TEST_F(OperandLowering, EmptyOperandPointsToAlignedMemory) {
  const VertexId v = graph.vertex(cs, copy, 0);
  graph.connect(v, "in", {});
  graph.connect(v, "out", {rows(b, 0, 4, 1, 0)});
  compile();
  run([](std::byte *instance, std::uint32_t) {
    const Vec *v2 = reinterpret_cast<const Vec *>(instance);
    EXPECT_EQ(v2[0].size, 0u);
    EXPECT_NE(v2[0].data, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(v2[0].data) % 64, 0u);
  });
}

} // namespace
} // namespace poplar_emu::compile::test
