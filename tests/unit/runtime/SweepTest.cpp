// SPDX-License-Identifier: MIT
// The pieces of a collective become runs in the order of their addresses.
#include "runtime/collective/Sweep.hpp"
#include "runtime/collective/Combiners.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace poplar_emu::runtime {
namespace {

using Positions = std::vector<std::uint32_t>;

/// Two tiles of 64 bytes each; the first half of each is combined as 0, 1 and the second as 1, 0.
plan::CollectiveStep halvesOfTiles(ElementType type, Combine combine = Combine::Add) {
  plan::CollectiveStep step;
  step.combine = combine;
  step.type = type;
  step.groups = {{0, 1}};
  for (std::uint32_t half = 0; half < 2; ++half) {
    plan::CollectivePiece piece;
    for (std::uint64_t tile = 0; tile < 2; ++tile) {
      const std::uint64_t place = 1024 * tile + 32 * half;
      piece.moves.moves.push_back({place, place, 32});
    }
    piece.chains = {{half, 1 - half}};
    piece.receivers = {0, 1};
    step.pieces.push_back(piece);
  }
  return step;
}

Sweep sweepOf(const plan::CollectiveStep &step, std::uint64_t mostRuns = kMostRuns) {
  return makeSweep(step, 16, mostRuns);
}

TEST(Sweep, WalksMemoryOnceWhateverThePiece) {
  const Sweep sweep = sweepOf(halvesOfTiles(ElementType::Float, Combine::Max));
  ASSERT_EQ(sweep.runs.size(), 4u);
  Positions sources, chains;
  for (const runtime::Run &run : sweep.runs) {
    sources.push_back(static_cast<std::uint32_t>(run.source));
    chains.push_back(sweep.recipes[run.recipe].chains.front().front());
    EXPECT_EQ(run.bytes, 32u);
  }
  EXPECT_EQ(sources, (Positions{0, 32, 1024, 1056}));
  EXPECT_EQ(chains, (Positions{0, 1, 0, 1}));
}

TEST(Sweep, JoinsIntegersWhateverTheOrderOfTheirSum) {
  const Sweep sweep = sweepOf(halvesOfTiles(ElementType::Int));
  ASSERT_EQ(sweep.recipes.size(), 1u);
  ASSERT_EQ(sweep.runs.size(), 2u);
  EXPECT_EQ(sweep.runs[0].bytes, 64u);
  EXPECT_EQ(sweep.runs[1].source, 1024u);
}

TEST(Sweep, JoinsSumsOfTwoFloatsButOfNoMore) {
  plan::CollectiveStep step = halvesOfTiles(ElementType::Float);
  EXPECT_EQ(sweepOf(step).runs.size(), 2u);
  step.pieces[0].chains = {{0, 1, 2}};
  step.pieces[1].chains = {{1, 0, 2}};
  EXPECT_EQ(sweepOf(step).runs.size(), 4u);
}

TEST(Sweep, SaysWhichRunsContinueOthers) {
  plan::CollectiveStep step = halvesOfTiles(ElementType::Float, Combine::Max);
  const auto continuing = [&step] {
    Positions found;
    for (const runtime::Run &run : sweepOf(step).runs)
      found.push_back(run.continues ? 1 : 0);
    return found;
  };
  EXPECT_EQ(continuing(), (Positions{0, 1, 0, 1}));
  step.pieces[1].receivers = {1};
  EXPECT_EQ(continuing(), (Positions{0, 0, 0, 0}));
  step.pieces[1].receivers = {0, 1};
  step.pieces[1].chains = {{1}};
  EXPECT_EQ(continuing(), (Positions{0, 0, 0, 0}));
}

TEST(Sweep, MakesBandsOfRunsWithChainsOfTheSameLengths) {
  plan::CollectiveStep step = halvesOfTiles(ElementType::Float);
  const auto continues = [&step](std::vector<Positions> one, std::vector<Positions> other) {
    step.pieces[0].chains = std::move(one);
    step.pieces[1].chains = std::move(other);
    return sweepOf(step).runs.at(1).continues;
  };
  EXPECT_TRUE(continues({{0, 1, 2}, {3, 4}}, {{1, 2, 3}, {4, 0}}));
  EXPECT_FALSE(continues({{0, 1, 2}, {3, 4}}, {{1, 2}, {3, 4, 0}}));
  EXPECT_FALSE(continues({{0, 1, 2}, {3, 4}}, {{1, 2, 3, 4, 0}}));
  EXPECT_FALSE(continues({{0, 1}, {2, 3}, {4, 5}}, {{1, 2}, {3, 4}, {5, 0}}));
}

TEST(Sweep, TakesAChainOfOneForTheNextOperand) {
  plan::CollectiveStep step = halvesOfTiles(ElementType::Float);
  step.pieces[0].chains = {{0, 2}, {1}, {3}};
  step.pieces[1].chains = {{0}, {2, 1}, {3}};
  const Sweep sweep = sweepOf(step);
  ASSERT_EQ(sweep.recipes.size(), 2u);
  EXPECT_EQ(sweep.recipes[0].chains, (std::vector<Positions>{{0, 2, 1, 3}}));
  EXPECT_EQ(sweep.recipes[1].chains, (std::vector<Positions>{{0}, {2, 1}, {3}}));
}

TEST(Sweep, KeepsReceiversApart) {
  plan::CollectiveStep step = halvesOfTiles(ElementType::Int);
  step.pieces[1].receivers = {1};
  EXPECT_EQ(sweepOf(step).runs.size(), 4u);
}

TEST(Sweep, LeavesOutWhatNobodyReceives) {
  plan::CollectiveStep step = halvesOfTiles(ElementType::Float);
  step.pieces[1].receivers.clear();
  const Sweep sweep = sweepOf(step);
  EXPECT_EQ(sweep.recipes.size(), 1u);
  EXPECT_EQ(sweep.runs.size(), 2u);
}

TEST(Sweep, CutsLongRunsIntoTasks) {
  plan::CollectiveStep step = halvesOfTiles(ElementType::Float);
  step.pieces.resize(1);
  constexpr std::uint32_t bytes = (1u << 20) + 4;
  step.pieces[0].moves.moves = {{64, 64, bytes}};
  const Sweep sweep = sweepOf(step);
  std::uint64_t next = 64;
  for (const runtime::Run &run : sweep.runs) {
    EXPECT_EQ(run.source, next);
    next += run.bytes;
  }
  EXPECT_EQ(next, 64u + bytes);
  EXPECT_GT(sweep.tasks.size(), 8u);
  EXPECT_EQ(sweep.tasks.front(), 0u);
  EXPECT_EQ(sweep.tasks.back(), sweep.runs.size());
}

TEST(Sweep, LeavesTooManyRunsAlone) {
  EXPECT_TRUE(sweepOf(halvesOfTiles(ElementType::Float), 3).runs.empty());
}

/// Rows of every length, in place, against a loop over elements.
TEST(Combiners, RowsOfAnyLength) {
  for (const Combine combine : {Combine::Add, Combine::Max})
    for (std::size_t elements = 1; elements < 150; ++elements) {
      std::vector<std::vector<float>> values(3, std::vector<float>(elements + 1));
      for (std::size_t o = 0; o < values.size(); ++o)
        for (std::size_t i = 0; i <= elements; ++i)
          values[o][i] = static_cast<float>((i * 7 + o * 5) % 11);
      if (combine == Combine::Max) values[1][elements / 2] = std::nanf("");
      std::vector<float> expected(elements + 1);
      for (std::size_t i = 0; i < elements; ++i) {
        const float a = values[0][i], b = values[1][i], c = values[2][i];
        expected[i] = (combine == Combine::Add ? a + b + c : std::fmax(std::fmax(a, b), c)) * 0.5f;
      }
      const float after = values[0][elements];
      std::vector<std::byte *> places;
      for (std::vector<float> &operand : values)
        places.push_back(reinterpret_cast<std::byte *>(operand.data()));
      const std::vector<const std::byte *> operands(places.begin(), places.end());
      combinerOf(combine, ElementType::Float)
          .combine({operands.data(), 3, 0.5f}, {places.data(), 2}, elements * sizeof(float));
      for (std::size_t i = 0; i < elements; ++i) {
        EXPECT_EQ(values[0][i], expected[i]) << elements << " elements, element " << i;
        EXPECT_EQ(values[1][i], expected[i]) << elements << " elements, element " << i;
      }
      EXPECT_EQ(values[0][elements], after);
    }
}

/// (0.5 + 1e8) + (-1e8 + 0.25) loses what (0.5 + 1e8 - 1e8) + 0.25 does not.
TEST(Combiners, CombinesFurtherChainsByThemselves) {
  for (const std::size_t elements : {1u, 5u, 9u, 100u}) {
    const float operands[] = {0.5f, 1e8f, -1e8f, 0.25f, 4};
    std::vector<std::vector<float>> values;
    std::vector<const std::byte *> places;
    for (const float operand : operands)
      values.emplace_back(elements, operand);
    for (const std::vector<float> &value : values)
      places.push_back(reinterpret_cast<const std::byte *>(value.data()));
    std::vector<float> out(elements);
    std::byte *const receiver = reinterpret_cast<std::byte *>(out.data());
    const std::size_t others[] = {2, 1};
    combinerOf(Combine::Add, ElementType::Float)
        .combine({places.data(), 2, 0.5f, others, 2}, {&receiver, 1}, elements * sizeof(float));
    const float expected = ((operands[0] + operands[1]) + (operands[2] + operands[3]) + 4) * 0.5f;
    EXPECT_EQ(out, std::vector<float>(elements, expected));
  }
}

} // namespace
} // namespace poplar_emu::runtime
