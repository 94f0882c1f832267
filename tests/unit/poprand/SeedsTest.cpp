// SPDX-License-Identifier: MIT
// When random values are equal, and when they are not.
#include "Random.hpp"

#include <poplar/RandomSeed.hpp>

#include <gtest/gtest.h>

#include <set>

namespace {

using namespace poprand_test;
using poplar::FLOAT;
using poplar::Tensor;

constexpr std::size_t kElements = 500;

Tensor uniform(Harness &h, const Tensor *seed, unsigned modifier) {
  return poprand::uniform(h.graph, seed, modifier, h.reference({kElements}), FLOAT, 0, 1, h.prog);
}

std::size_t equalElements(const std::vector<float> &a, const std::vector<float> &b) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    equal += a[i] == b[i];
  return equal;
}

TEST(Seeds, SeedAndModifierSayAll) {
  Harness h;
  const Tensor seed = h.seed(1, 2), low = h.seed(2, 2), high = h.seed(1, 3);
  std::vector<unsigned> numbers;
  for (const auto &[which, modifier] :
       {std::pair(&seed, 0u), std::pair(&seed, 0u), std::pair(&seed, 1u), std::pair(&low, 0u),
        std::pair(&high, 0u)})
    numbers.push_back(h.read(uniform(h, which, modifier)));
  h.run();
  const auto first = h.result<float>(numbers[0]);
  EXPECT_EQ(first, h.result<float>(numbers[1]));
  for (std::size_t i = 2; i < numbers.size(); ++i)
    EXPECT_LE(equalElements(first, h.result<float>(numbers[i])), 1u) << i;
  EXPECT_GT(std::set<float>(first.begin(), first.end()).size(), kElements - 3);
}

TEST(Seeds, SameInAnotherGraph) {
  std::vector<std::vector<float>> results;
  for (int i = 0; i < 2; ++i) {
    Harness h;
    const Tensor seed = h.seed(1, 2);
    if (i == 1) uniform(h, nullptr, 0); // another call before changes nothing
    const unsigned out = h.read(uniform(h, &seed, 4));
    h.run();
    results.push_back(h.result<float>(out));
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(Seeds, WithoutSeedEachCallDiffers) {
  Harness h;
  const unsigned a = h.read(uniform(h, nullptr, 0)), b = h.read(uniform(h, nullptr, 0));
  h.run();
  EXPECT_LE(equalElements(h.result<float>(a), h.result<float>(b)), 1u);
}

TEST(Seeds, SetSeedRepeatsWhatFollows) {
  Harness h(3);
  const Tensor seed = h.seed(11, 12);
  std::vector<unsigned> numbers;
  for (const unsigned modifier : {1u, 1u, 2u}) {
    poprand::setSeed(h.graph, seed, modifier, h.prog, "set_seed");
    numbers.push_back(h.read(uniform(h, nullptr, 0)));
    numbers.push_back(h.read(uniform(h, nullptr, 0)));
  }
  h.run();
  std::vector<std::vector<float>> results;
  for (const unsigned number : numbers)
    results.push_back(h.result<float>(number));
  EXPECT_EQ(results[0], results[2]);
  EXPECT_EQ(results[1], results[3]);
  EXPECT_LE(equalElements(results[0], results[1]), 1u);
  EXPECT_LE(equalElements(results[0], results[4]), 1u);
}

TEST(Seeds, WorkersGetStatesOfTheirOwnAndSeededCallsLeaveThem) {
  Harness h(3);
  const Tensor seed = h.seed(11, 12);
  poprand::setSeed(h.graph, seed, 1, h.prog);
  const unsigned before = h.read(poplar::getHwSeeds(h.graph, h.prog));
  uniform(h, &seed, 0);
  const unsigned after = h.read(poplar::getHwSeeds(h.graph, h.prog));
  uniform(h, nullptr, 0);
  const unsigned advanced = h.read(poplar::getHwSeeds(h.graph, h.prog));
  h.run();
  const auto states = h.result<unsigned>(before);
  ASSERT_EQ(states.size(), 6u * 6 * 4);
  std::set<std::vector<unsigned>> different;
  for (std::size_t i = 0; i < states.size(); i += 4)
    different.insert({states.begin() + static_cast<std::ptrdiff_t>(i),
                      states.begin() + static_cast<std::ptrdiff_t>(i + 4)});
  EXPECT_EQ(different.size(), 36u);
  EXPECT_EQ(states, h.result<unsigned>(after));
  EXPECT_NE(states, h.result<unsigned>(advanced));
}

TEST(Seeds, ResultIsAClone) {
  Harness h;
  const Tensor reference = h.reference({3, 5}).transpose();
  const Tensor out =
      poprand::normal(h.graph, nullptr, 0, reference, poplar::HALF, 0, 1, h.prog, "n");
  EXPECT_EQ(out.shape(), (Shape{5, 3}));
  EXPECT_EQ(out.elementType(), poplar::HALF);
  EXPECT_EQ(h.graph.getTileMapping(out), h.graph.getTileMapping(reference));
  const Tensor empty = h.reference({0, 2});
  EXPECT_EQ(poprand::uniform(h.graph, NULL, 0, empty, FLOAT, 0., 1., h.prog, "e").numElements(),
            0u);
}

} // namespace
