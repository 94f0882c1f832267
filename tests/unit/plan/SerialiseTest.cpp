// SPDX-License-Identifier: MIT
// Plans survive the way to bytes and back; damaged bytes are refused, never believed.
#include "SamplePlan.hpp"

#include "plan/Print.hpp"
#include "plan/Serialise.hpp"
#include "plan/Verify.hpp"
#include "plan/format/Reader.hpp"
#include "plan/format/Writer.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace poplar_emu::plan::test {
namespace {

using testing::HasSubstr;

std::string textOf(const Plan &plan) {
  std::ostringstream out;
  print(plan, out);
  return out.str();
}

/// The message of the poplar_error that reading throws, or "" if it does not throw.
std::string messageOf(std::span<const std::byte> data) {
  try {
    deserialise(data);
  } catch (const poplar::poplar_error &error) {
    return error.what();
  }
  return "";
}

TEST(Serialise, RoundTripKeepsEverything) {
  const Plan plan = samplePlan();
  const std::vector<std::byte> bytes = serialise(plan);
  const Plan back = deserialise(bytes);
  EXPECT_EQ(serialise(back), bytes);
  EXPECT_EQ(textOf(back), textOf(plan));

  EXPECT_EQ(back.memory.initialData[1].perReplica, plan.memory.initialData[1].perReplica);
  EXPECT_EQ(back.memory.relocations[1].target, plan.memory.relocations[1].target);
  EXPECT_EQ(back.copies[0].phases[0].moves[4].bytes, 64u);
  EXPECT_EQ(back.copies[0].phases[0].moves[4].pattern, Move::kContiguous);
  EXPECT_EQ(back.copies[0].phases[0].words, plan.copies[0].phases[0].words);
  EXPECT_EQ(back.switches[0].cases, plan.switches[0].cases);
  EXPECT_FALSE(back.switches[0].defaultCase.valid());
  EXPECT_EQ(back.prints[0].quarterMetadata, plan.prints[0].quarterMetadata);
  EXPECT_EQ(back.aborts[0].condition->address, 28u);
  EXPECT_EQ(back.fpControls[0].load, kNoAddress);
  EXPECT_EQ(back.computes[0].workers, plan.computes[0].workers);
  EXPECT_EQ(back.computes[0].tileStarts[0].tile, TileId(2));
  EXPECT_EQ(back.vertexTypes[0].fields[1].access, FieldAccess::ReadWrite);
  EXPECT_EQ(back.undefines[0].name, "dead");
  EXPECT_EQ(back.streams[1].type, ElementType::Half);
}

TEST(Serialise, EmptyPlan) {
  const Plan plan;
  EXPECT_EQ(serialise(deserialise(serialise(plan))), serialise(plan));
}

TEST(Serialise, BigTablesAreCompact) {
  Plan plan = samplePlan();
  constexpr std::uint64_t kCount = 100'000;
  plan.memory.instances = 1024;
  plan.memory.instanceImage.resize(kCount * 8);
  plan.memory.bytes = 1024 + kCount * 8;
  plan.memory.relocations.clear();
  for (std::uint64_t i = 0; i < kCount; ++i)
    plan.memory.relocations.push_back({1024 + i * 8, i * 4});
  const std::size_t size = serialise(plan).size();
  EXPECT_LT(size, kCount * (8 + 3) + 4096);
  EXPECT_EQ(deserialise(serialise(plan)).memory.relocations.back().target, (kCount - 1) * 4);
}

TEST(Serialise, EveryTruncationIsRefused) {
  const std::vector<std::byte> bytes = serialise(samplePlan());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_THAT(messageOf(std::span(bytes).first(size)), HasSubstr("PE0801")) << size;
}

TEST(Serialise, TrailingDataIsRefused) {
  std::vector<std::byte> bytes = serialise(samplePlan());
  bytes.push_back(std::byte{0});
  EXPECT_THAT(messageOf(bytes), HasSubstr("PE0801"));
}

TEST(Serialise, EveryFlippedByteIsRefused) {
  std::vector<std::byte> bytes = serialise(samplePlan());
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const unsigned mask : {0x01u, 0x80u, 0xffu}) {
      bytes[i] ^= static_cast<std::byte>(mask);
      ASSERT_THAT(messageOf(bytes), HasSubstr("PE080")) << "byte " << i;
      bytes[i] ^= static_cast<std::byte>(mask);
    }
}

TEST(Serialise, ForeignDataIsRefused) {
  const std::string text = "#!/bin/sh\necho this is no executable of ours at all\n";
  EXPECT_THAT(messageOf(std::as_bytes(std::span(text))), HasSubstr("PE0801"));
  std::vector<std::byte> zeros(1000);
  EXPECT_THAT(messageOf(zeros), HasSubstr("no compiled program"));
}

TEST(Serialise, OtherVersionIsNamed) {
  std::vector<std::byte> bytes = serialise(samplePlan());
  bytes[8] = std::byte{99};
  const std::string message = messageOf(bytes);
  EXPECT_THAT(message, HasSubstr("PE0802"));
  EXPECT_THAT(message, HasSubstr("format 99"));
}

/// Behind the checksum: content that was made to look right must not crash the reader, and what it
/// accepts must not crash the verifier.
TEST(Serialise, ReaderAndVerifierSurviveRandomContent) {
  format::Writer writer;
  writer.put(samplePlan());
  const std::vector<std::byte> good = std::move(writer).take();
  std::mt19937_64 random(11);
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::byte> bytes = good;
    for (std::uint64_t n = 1 + random() % 4; n > 0; --n)
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    if (random() % 8 == 0) bytes.resize(random() % bytes.size());
    format::Reader reader(bytes);
    Plan plan;
    try {
      reader.get(plan);
    } catch (const format::BadData &) {
      continue;
    }
    if (!findFault(plan)) ++accepted;
  }
  // Names, cycles and initial bytes may have any value.
  EXPECT_GT(accepted, 0);
}

TEST(Serialise, PlansWithFaultsAreRefused) {
  Plan plan = samplePlan();
  plan.copies[0].phases[0].moves[4].destination = 1 << 20;
  EXPECT_THAT(messageOf(serialise(plan)), HasSubstr("PE0801"));
}

} // namespace
} // namespace poplar_emu::plan::test
