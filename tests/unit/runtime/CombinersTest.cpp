// SPDX-License-Identifier: MIT
// Runs that meet within a vector are combined as each of them would be alone.
#include "runtime/collective/Combiners.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

namespace poplar_emu::runtime {
namespace {

using Memories = std::vector<std::vector<float>>;

/// Places of a recipe that starts at one of the memories and goes round. The last `second` memories
/// are a chain of their own.
struct Rotation {
  Rotation(Memories &memories, std::size_t start, std::size_t second) : second(second) {
    for (std::size_t o = 0; o < memories.size(); ++o)
      places.push_back(bytesOf(memories[(start + o) % memories.size()]));
  }
  static std::byte *bytesOf(std::vector<float> &memory) {
    return reinterpret_cast<std::byte *>(memory.data());
  }
  Operands operands() const {
    return {places.data(), places.size() - second, 0.5f, &second, second == 0 ? 0u : 1u};
  }

  std::vector<const std::byte *> places;
  std::size_t second;
};

Memories randomMemories(std::size_t count, std::size_t elements, std::mt19937 &random) {
  std::uniform_real_distribution<float> value(-1, 1);
  Memories memories(count, std::vector<float>(elements));
  for (std::vector<float> &memory : memories)
    for (float &element : memory)
      element = value(random);
  return memories;
}

std::vector<Run> randomRuns(std::uint32_t recipes, std::size_t elements, std::size_t longest,
                            std::mt19937 &random) {
  std::vector<Run> runs;
  for (std::size_t begin = random() % 20; begin < elements;) {
    const std::size_t end = std::min(elements, begin + 1 + random() % longest);
    runs.push_back({4 * begin, 4 * begin, static_cast<std::uint32_t>(4 * (end - begin)),
                    static_cast<std::uint32_t>(random() % recipes), !runs.empty()});
    begin = end;
  }
  return runs;
}

/// In place, by one call for the band or by one a run.
void combine(Memories &memories, const std::vector<Run> &runs, Combine how, std::size_t second,
             bool asBand) {
  const Combiner combiner = combinerOf(how, ElementType::Float);
  std::vector<Rotation> rotations;
  std::vector<Operands> byRecipe;
  std::vector<std::byte *> receivers;
  for (std::size_t start = 0; start < memories.size(); ++start) {
    rotations.emplace_back(memories, start, second);
    receivers.push_back(Rotation::bytesOf(memories[start]));
  }
  for (const Rotation &rotation : rotations)
    byRecipe.push_back(rotation.operands());
  if (asBand)
    return combiner.combineBand({runs.data(), runs.size(), byRecipe.data()},
                                {receivers.data(), receivers.size(), 0});
  for (const Run &run : runs) {
    Operands from = byRecipe[run.recipe];
    from.offset = run.source;
    combiner.combine(from, {receivers.data(), receivers.size(), run.destination}, run.bytes);
  }
}

TEST(Combiners, CombineABandBitForBitAsRunByRun) {
  std::mt19937 random(1);
  for (const Combine how : {Combine::Add, Combine::Mul, Combine::Min, Combine::Max})
    for (const std::size_t count : {2, 3, 4, 9, 16, 27})
      for (const std::size_t second : {std::size_t{0}, count / 2 - 1 + count % 2})
        for (const std::size_t longest : {1, 7, 45, 300})
          for (const std::size_t elements : {3, 17, 64, 1001}) {
            const Memories before = randomMemories(count, elements + 20, random);
            const auto runs =
                randomRuns(static_cast<std::uint32_t>(count), elements + 20, longest, random);
            Memories whole = before, single = before;
            combine(whole, runs, how, second, true);
            combine(single, runs, how, second, false);
            for (std::size_t m = 0; m < count; ++m)
              ASSERT_EQ(std::memcmp(whole[m].data(), single[m].data(), 4 * whole[m].size()), 0)
                  << count << " memories, " << second << " in a second chain, runs of at most "
                  << longest << " of " << elements;
            EXPECT_NE(whole, before);
          }
}

TEST(Combiners, HaveBandsOnlyWhereTheOrderLeavesATrace) {
  EXPECT_NE(combinerOf(Combine::Add, ElementType::Float).combineBand, nullptr);
  EXPECT_EQ(combinerOf(Combine::Add, ElementType::Int).combineBand, nullptr);
  EXPECT_EQ(combinerOf(Combine::LogicalAnd, ElementType::Bool).combineBand, nullptr);
}

} // namespace
} // namespace poplar_emu::runtime
