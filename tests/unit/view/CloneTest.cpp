// SPDX-License-Identifier: MIT
// The four clone methods and both ways to duplicate, against section 5.1 of the host API reference.
#include "Model.hpp"
#include "Variables.hpp"

#include "view/Clone.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace poplar_emu::view::test {
namespace {

constexpr CloneMethod kPreserve = CloneMethod::PreserveOrderAndAliases;
constexpr CloneMethod kNewOrder = CloneMethod::CreateNewOrder;
constexpr CloneMethod kUnlessAliases = CloneMethod::PreserveOrderUnlessAliases;
constexpr CloneMethod kGather = CloneMethod::GatherAndPreserveTileOrderAndAliases;
constexpr CloneDuplication kOuter = CloneDuplication::ByOuterDimension;
constexpr CloneDuplication kByRegion = CloneDuplication::ByTileContiguousRegion;

/// Blocks of 7 elements go round three tiles; every fourth block is unmapped.
MappedInterval blocksOfSeven(VariableId, std::uint64_t element) {
  const std::uint64_t block = element / 7;
  return {block * 7, block * 7 + 7, block % 4 == 3 ? TileId() : TileId(block % 4)};
}

TileId tileOf(const Element &element) {
  return blocksOfSeven(VariableId(element.first), static_cast<std::uint64_t>(element.second)).tile;
}

/// What holds for every plan: elements lie in the variables, and `source` names for each element of
/// a new variable a source element with the tile of those that it stands for.
void checkPlan(const ClonePlan &plan, const Pair &source, std::uint64_t copies) {
  std::vector<std::vector<Element>> sources;
  for (const CloneVariable &variable : plan.variables) {
    ASSERT_EQ(variable.source.rank(), 1u);
    ASSERT_EQ(variable.source.numElements(), variable.numElements);
    sources.push_back(evaluate(variable.source).elements);
  }
  const Model clone = evaluate(plan.view);
  const std::vector<Element> &old = source.model.elements;
  ASSERT_EQ(clone.elements.size(), old.size() * copies);
  std::set<Element> used;
  for (std::size_t i = 0; i < clone.elements.size(); ++i) {
    const auto [id, offset] = clone.elements[i];
    ASSERT_LT(id, sources.size());
    ASSERT_LT(static_cast<std::uint64_t>(offset), sources[id].size());
    ASSERT_EQ(sources[id][static_cast<std::size_t>(offset)], old[i % old.size()]);
    used.insert(clone.elements[i]);
  }
  std::size_t total = 0;
  for (const auto &list : sources)
    total += list.size();
  ASSERT_EQ(used.size(), total) << "elements of a new variable that nothing uses";
}

/// a and b alias in the clone exactly if they did before; copies never alias.
void checkAliasesKept(const Model &clone, const Model &old) {
  const std::size_t n = old.elements.size();
  std::map<std::pair<std::size_t, Element>, Element> toNew;
  for (std::size_t i = 0; i < clone.elements.size(); ++i) {
    const auto [known, isNew] = toNew.insert({{i / n, old.elements[i % n]}, clone.elements[i]});
    ASSERT_EQ(known->second, clone.elements[i]);
  }
  std::set<Element> distinct(clone.elements.begin(), clone.elements.end());
  ASSERT_EQ(distinct.size(), toNew.size());
}

TEST(CloneFuzz, EveryMethodKeepsItsPromise) {
  for (std::uint64_t seed = 1; seed <= 2500; ++seed) {
    if (testing::Test::HasFailure()) return;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Generator generator(seed);
    const Pair pair = generator.chain(7);
    const std::vector<Element> &old = pair.model.elements;
    for (const CloneMethod method : {kPreserve, kNewOrder, kUnlessAliases, kGather}) {
      SCOPED_TRACE("method " + std::to_string(static_cast<int>(method)));
      const ClonePlan plan = planClone(pair.view, method, blocksOfSeven);
      checkPlan(plan, pair, 1);
      const Model clone = evaluate(plan.view);
      ASSERT_EQ(clone.shape, pair.model.shape);
      const bool renews =
          method == kNewOrder || (method == kUnlessAliases && containsAliases(pair.view));
      if (renews) {
        ASSERT_EQ(clone.elements, modelVariable(0, pair.model.shape).elements);
        continue;
      }
      checkAliasesKept(clone, pair.model);
      if (method == kGather) {
        // Each tile's elements form one range, tiles ascending, unmapped last; in order of
        // appearance.
        std::set<Element> seen;
        std::vector<std::pair<TileId, Element>> order;
        for (const Element &element : old)
          if (seen.insert(element).second) order.push_back({tileOf(element), element});
        std::stable_sort(order.begin(), order.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
        std::map<Element, std::int64_t> place;
        for (std::size_t k = 0; k < order.size(); ++k)
          place[order[k].second] = static_cast<std::int64_t>(k);
        for (std::size_t i = 0; i < old.size(); ++i)
          ASSERT_EQ(clone.elements[i], (Element{0, place[old[i]]}));
      } else {
        // Storage order within each variable is the old one.
        std::map<Element, Element> toNew;
        for (std::size_t i = 0; i < old.size(); ++i)
          toNew[old[i]] = clone.elements[i];
        for (auto it = toNew.begin(); it != toNew.end() && std::next(it) != toNew.end(); ++it) {
          const auto next = std::next(it);
          if (it->first.first != next->first.first) continue;
          ASSERT_EQ(it->second.first, next->second.first);
          ASSERT_EQ(it->second.second + 1, next->second.second);
        }
      }
    }
  }
}

TEST(CloneFuzz, SeveralCopies) {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    if (testing::Test::HasFailure()) return;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Generator generator(seed);
    const Pair pair = generator.chain(6, 200);
    const std::uint64_t n = generator.between(1, 4);
    Extents shape = pair.model.shape;
    shape.insert(shape.begin(), n);
    for (const CloneMethod method : {kPreserve, kNewOrder, kUnlessAliases, kGather}) {
      SCOPED_TRACE("method " + std::to_string(static_cast<int>(method)));
      const ClonePlan plan = planCloneN(pair.view, n, method, kOuter, blocksOfSeven);
      checkPlan(plan, pair, n);
      ASSERT_EQ(evaluate(plan.view).shape, shape);
      // Each copy is laid out as the clone is.
      const ClonePlan one = planClone(pair.view, method, blocksOfSeven);
      if (pair.view.numElements() == 0) continue;
      const Model single = evaluate(one.view);
      for (std::uint64_t k = 0; k < n; ++k) {
        const Model copy = evaluate(index(plan.view, k));
        for (std::size_t i = 0; i < copy.elements.size(); ++i) {
          const auto size = one.variables[single.elements[i].first].numElements;
          ASSERT_EQ(copy.elements[i].first, single.elements[i].first);
          ASSERT_EQ(copy.elements[i].second,
                    single.elements[i].second + static_cast<std::int64_t>(k * size));
        }
      }
    }
    for (const CloneMethod method : {kPreserve, kGather}) {
      SCOPED_TRACE("by region, method " + std::to_string(static_cast<int>(method)));
      const ClonePlan plan = planCloneN(pair.view, n, method, kByRegion, blocksOfSeven);
      checkPlan(plan, pair, n);
      const Model clone = evaluate(plan.view);
      ASSERT_EQ(clone.shape, shape);
      if (pair.view.numElements() == 0) continue;
      checkAliasesKept(clone, pair.model);
      // The copies of a region of the single clone lie side by side.
      const ClonePlan one = planClone(pair.view, method, blocksOfSeven);
      const Model single = evaluate(one.view);
      std::vector<std::vector<Element>> sources;
      for (const CloneVariable &variable : one.variables)
        sources.push_back(evaluate(variable.source).elements);
      const std::size_t numOld = pair.model.elements.size();
      for (std::size_t i = 0; i < numOld; ++i) {
        const auto &line = sources[single.elements[i].first];
        const auto at = static_cast<std::size_t>(single.elements[i].second);
        std::size_t begin = at, end = at + 1;
        while (begin > 0 && tileOf(line[begin - 1]) == tileOf(line[at]))
          --begin;
        while (end < line.size() && tileOf(line[end]) == tileOf(line[at]))
          ++end;
        for (std::uint64_t k = 0; k < n; ++k)
          ASSERT_EQ(clone.elements[k * numOld + i].second,
                    static_cast<std::int64_t>(begin * n + k * (end - begin) + (at - begin)));
      }
    }
  }
}

TEST(Clone, BroadcastBecomesABroadcastOfASmallerVariable) {
  const View wide = broadcast(variable({1, 5}), 1000, 0);
  const ClonePlan plan = planClone(wide, kPreserve, blocksOfSeven);
  ASSERT_EQ(plan.variables.size(), 1u);
  EXPECT_EQ(plan.variables[0].numElements, 5u);
  EXPECT_EQ(plan.view.pieces().size(), 1u);
  EXPECT_TRUE(containsAliases(plan.view));
  EXPECT_EQ(planClone(wide, kUnlessAliases, blocksOfSeven).variables[0].numElements, 5000u);
}

TEST(Clone, NothingToClone) {
  for (const CloneMethod method : {kPreserve, kNewOrder, kUnlessAliases, kGather}) {
    EXPECT_TRUE(planClone(variable({0, 3}), method, blocksOfSeven).variables.empty());
    const ClonePlan none = planCloneN(variable({2}), 0, method, kOuter, blocksOfSeven);
    EXPECT_EQ(none.view.rank(), 2u);
    EXPECT_EQ(none.view.dim(0), 0u);
  }
}

} // namespace
} // namespace poplar_emu::view::test
