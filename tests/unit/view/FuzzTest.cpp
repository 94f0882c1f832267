// SPDX-License-Identifier: MIT
// Random chains of view operations against the brute-force model, and every query on the results.
#include "Model.hpp"

#include "view/Joint.hpp"
#include "view/Rearrange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace poplar_emu::view::test {
namespace {

constexpr std::uint64_t kSeeds = 4000;

/// Runs the body for many seeds; names the seed that fails first.
template <class F>
void forEachSeed(F &&body, std::uint64_t seeds = kSeeds) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Generator generator(seed);
    body(generator);
    if (testing::Test::HasFailure()) return;
  }
}

bool continues(const Element &a, const Element &b) {
  return a.first == b.first && a.second + 1 == b.second;
}

std::vector<Element> expand(const std::vector<Run> &runs) {
  std::vector<Element> out;
  for (const Run &run : runs)
    forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      for (std::uint64_t i = 0; i < length; ++i)
        out.push_back({run.variable.value, static_cast<std::int64_t>(begin + i)});
    });
  return out;
}

TEST(ViewFuzz, OperationsAgreeWithTheModel) {
  forEachSeed([](Generator &generator) {
    Pair pair = generator.variable();
    for (int k = 0; k < 8; ++k) {
      Pair next = generator.step(pair);
      ASSERT_EQ(evaluate(next.view), next.model) << "after step " << k;
      if (next.view.numElements() <= 500 && next.view.rank() <= 7 &&
          generator.isWorthKeeping(pair, next))
        pair = std::move(next);
    }
  });
}

TEST(ViewFuzz, RunsListTheElementsInOrderWithMaximalRows) {
  forEachSeed([](Generator &generator) {
    const Pair pair = generator.chain(7);
    const auto all = runs(pair.view);
    ASSERT_EQ(expand(all), pair.model.elements);
    std::vector<Element> rowEnds, rowStarts;
    for (const view::Run &run : all)
      forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
        rowStarts.push_back({run.variable.value, static_cast<std::int64_t>(begin)});
        rowEnds.push_back({run.variable.value, static_cast<std::int64_t>(begin + length - 1)});
      });
    for (std::size_t i = 1; i < rowStarts.size(); ++i)
      ASSERT_FALSE(continues(rowEnds[i - 1], rowStarts[i]));

    const View flat = flatten(pair.view);
    for (const Interval &interval : generator.intervals(pair.view.numElements())) {
      const std::vector<Element> wanted(pair.model.elements.begin() + interval.begin,
                                        pair.model.elements.begin() + interval.end);
      ASSERT_EQ(expand(runs(flat, interval)), wanted);
      std::vector<Element> storage = expand(storageRuns(flat, interval));
      const std::set<Element> wantedSet(wanted.begin(), wanted.end());
      ASSERT_EQ(std::set<Element>(storage.begin(), storage.end()), wantedSet);
    }
  });
}

TEST(ViewFuzz, RegionQueriesAgreeWithTheModel) {
  forEachSeed([](Generator &generator) {
    const Pair pair = generator.chain(7);
    const std::vector<Element> &elements = pair.model.elements;
    std::vector<Interval> contiguous;
    std::vector<VarRegion> regions;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const auto offset = static_cast<std::uint64_t>(elements[i].second);
      if (i > 0 && continues(elements[i - 1], elements[i])) {
        ++contiguous.back().end;
        ++regions.back().end;
      } else {
        contiguous.push_back({i, i + 1});
        regions.push_back({VariableId(elements[i].first), offset, offset + 1});
      }
    }
    ASSERT_EQ(contiguousRegions(pair.view), contiguous);
    ASSERT_EQ(varRegions(pair.view), regions);
    ASSERT_EQ(isContiguous(pair.view), contiguous.size() <= 1);
    VarRegion single;
    if (asSingleRegion(pair.view, single)) {
      ASSERT_EQ(std::vector{single}, regions);
    } else if (pair.view.pieces().size() == 1) {
      ASSERT_GT(regions.size(), 1u);
    }

    const std::set<Element> distinct(elements.begin(), elements.end());
    ASSERT_EQ(containsAliases(pair.view), distinct.size() != elements.size());
    std::vector<VarRegion> storage;
    for (const Element &element : distinct) {
      const auto offset = static_cast<std::uint64_t>(element.second);
      if (!storage.empty() && storage.back().variable.value == element.first &&
          storage.back().end == offset)
        ++storage.back().end;
      else
        storage.push_back({VariableId(element.first), offset, offset + 1});
    }
    ASSERT_EQ(storageRegions(pair.view), storage);
    std::set<VariableId> used;
    for (const Element &element : elements)
      used.insert(VariableId(element.first));
    ASSERT_EQ(variables(pair.view), std::vector<VariableId>(used.begin(), used.end()));
  });
}

TEST(ViewFuzz, IntersectionAndEqualityAgreeWithTheModel) {
  forEachSeed([](Generator &generator) {
    const Pair root = generator.chain(3);
    Pair a = root, b = root;
    for (int k = 0; k < 4; ++k) {
      Pair nextA = generator.step(a), nextB = generator.step(b);
      if (nextA.view.numElements() <= 400) a = nextA;
      if (nextB.view.numElements() <= 400) b = nextB;
    }
    const std::set<Element> setA(a.model.elements.begin(), a.model.elements.end());
    const bool shared = std::any_of(b.model.elements.begin(), b.model.elements.end(),
                                    [&](const Element &e) { return setA.count(e) != 0; });
    ASSERT_EQ(intersects(a.view, b.view), shared);
    ASSERT_EQ(intersects(b.view, a.view), shared);
    ASSERT_EQ(equal(a.view, b.view), a.model == b.model);

    // The same elements reached in another way are equal: take the view apart and join it again.
    if (a.view.rank() == 0) return;
    const auto dim = static_cast<unsigned>(generator.below(a.view.rank()));
    const std::uint64_t extent = a.view.dim(dim), cut = generator.below(extent + 1);
    const View again = reverse(concat({reverse(slice(a.view, cut, extent, dim), dim),
                                       reverse(slice(a.view, 0, cut, dim), dim)},
                                      dim),
                               dim);
    ASSERT_TRUE(equal(again, a.view));
    ASSERT_EQ(evaluate(again), a.model);
  });
}

TEST(ViewFuzz, JointPairsEachElementOnce) {
  forEachSeed([](Generator &generator) {
    const Pair src = generator.chain(6, 300);
    const std::uint64_t n = src.view.numElements();
    Pair dst = generator.flat(n);
    const auto shape = generator.chance(50) || n == 0 ? src.model.shape : generator.factorise(n);
    dst = {reshape(dst.view, shape), modelReshape(dst.model, shape)};
    std::vector<std::pair<Element, Element>> wanted, got;
    for (std::uint64_t i = 0; i < n; ++i)
      wanted.push_back({src.model.elements[i], dst.model.elements[i]});
    for (const Nest &nest : joint(src.view, dst.view)) {
      ASSERT_FALSE(nest.dims.empty());
      Extents extents;
      for (std::size_t d = 0; d < nest.dims.size(); ++d) {
        extents.push_back(nest.dims[d].extent);
        ASSERT_GE(nest.dims[d].dstStride, 0);
        if (d > 0) {
          ASSERT_GE(nest.dims[d - 1].dstStride, nest.dims[d].dstStride);
        }
      }
      forEachIndex(extents, [&](const Extents &index) {
        std::int64_t srcAt = nest.srcOffset, dstAt = nest.dstOffset;
        for (std::size_t d = 0; d < index.size(); ++d) {
          srcAt += static_cast<std::int64_t>(index[d]) * nest.dims[d].srcStride;
          dstAt += static_cast<std::int64_t>(index[d]) * nest.dims[d].dstStride;
        }
        got.push_back({{nest.srcVariable.value, srcAt}, {nest.dstVariable.value, dstAt}});
      });
    }
    std::sort(wanted.begin(), wanted.end());
    std::sort(got.begin(), got.end());
    ASSERT_EQ(got, wanted);
  });
}

TEST(ViewFuzz, SortedContiguousRegionsCoverTheInput) {
  forEachSeed(
      [](Generator &generator) {
        const Pair pair = generator.chain(7);
        const std::vector<Element> &elements = pair.model.elements;
        const std::vector<Interval> input = generator.intervals(elements.size());
        std::multiset<std::uint64_t> positions;
        for (const Interval &interval : input)
          for (std::uint64_t i = interval.begin; i < interval.end; ++i)
            positions.insert(i);
        std::set<Element> storage;
        for (std::uint64_t i : positions)
          storage.insert(elements[i]);

        for (const Aliases aliases : {Aliases::Keep, Aliases::Remove})
          for (const bool wantsRepresentatives : {false, true}) {
            std::vector<std::uint64_t> representatives;
            const auto sequences = sortedContiguousRegions(
                pair.view, input, aliases, wantsRepresentatives ? &representatives : nullptr);
            std::multiset<std::uint64_t> covered;
            std::map<Element, std::size_t> sequenceOf;
            std::vector<Element> firsts, lasts;
            std::size_t entry = 0;
            for (const IntervalSequence &sequence : sequences) {
              ASSERT_FALSE(sequence.empty());
              bool isFirst = true;
              Element last{};
              for (const Interval &interval : sequence) {
                ASSERT_LT(interval.begin, interval.end);
                for (std::uint64_t i = interval.begin; i < interval.end; ++i) {
                  covered.insert(i);
                  if (isFirst)
                    firsts.push_back(elements[i]);
                  else
                    ASSERT_TRUE(continues(last, elements[i])) << "sequence is not contiguous";
                  isFirst = false;
                  last = elements[i];
                }
                if (!wantsRepresentatives) continue;
                ASSERT_LT(entry, representatives.size());
                const std::uint64_t lower = representatives[entry++];
                ASSERT_LE(lower, interval.begin);
                for (std::uint64_t i = 0; i < interval.size(); ++i) {
                  ASSERT_EQ(elements[lower + i], elements[interval.begin + i]);
                  // No earlier position of the input addresses this element.
                  const auto earliest =
                      std::find_if(positions.begin(), positions.end(), [&](auto p) {
                        return elements[p] == elements[interval.begin + i];
                      });
                  ASSERT_EQ(*earliest, lower + i);
                }
              }
              lasts.push_back(last);
            }
            if (wantsRepresentatives) {
              ASSERT_EQ(entry, representatives.size());
            }
            if (aliases == Aliases::Keep) {
              ASSERT_EQ(covered, positions);
            } else {
              std::multiset<Element> once;
              for (std::uint64_t i : covered) {
                ASSERT_TRUE(positions.count(i));
                once.insert(elements[i]);
              }
              ASSERT_EQ(once, std::multiset<Element>(storage.begin(), storage.end()));
              // Neighbours in storage share a sequence, and sequences ascend.
              for (const Element &last : lasts)
                ASSERT_FALSE(storage.count({last.first, last.second + 1}));
              ASSERT_TRUE(std::is_sorted(firsts.begin(), firsts.end()));
            }
          }
      },
      1500);
}

TEST(ViewFuzz, RearrangerPermutesAndUndoes) {
  forEachSeed(
      [](Generator &generator) {
        Pair pair = generator.chain(6, 250);
        const std::uint64_t n = pair.view.numElements();
        pair = {flatten(pair.view), modelReshape(pair.model, {n})};
        const Rearranger rearranger = Rearranger::simplifying(pair.view);
        const View simple = rearranger.rearrange(pair.view);
        ASSERT_TRUE(equal(rearranger.undo(simple), pair.view));
        ASSERT_LE(contiguousRegions(simple).size(), contiguousRegions(pair.view).size());

        // The permutation, read off a plain variable, moves every other view alike.
        const Extents shape{n};
        const Model order = evaluate(rearranger.rearrange(wholeVariable(VariableId(99), shape)));
        const Pair other = generator.flat(n);
        const std::vector<Element> moved = evaluate(rearranger.rearrange(other.view)).elements;
        std::vector<std::uint64_t> newPlace(n);
        for (std::uint64_t i = 0; i < n; ++i) {
          const auto old = static_cast<std::uint64_t>(order.elements[i].second);
          newPlace[old] = i;
          ASSERT_EQ(moved[i], other.model.elements[old]);
          ASSERT_EQ(evaluate(simple).elements[i], pair.model.elements[old]);
        }
        ASSERT_TRUE(equal(rearranger.undo(rearranger.rearrange(other.view)), other.view));
        ASSERT_TRUE(equal(rearranger.rearrange(rearranger.undo(other.view)), other.view));

        if (!containsAliases(pair.view)) {
          std::vector<Element> sorted = pair.model.elements;
          std::sort(sorted.begin(), sorted.end());
          ASSERT_EQ(evaluate(simple).elements, sorted);
        }

        for (const Interval &interval : generator.intervals(n)) {
          std::vector<std::uint64_t> places;
          for (const Interval &image : rearranger.rearrange(std::vector{interval}))
            for (std::uint64_t i = image.begin; i < image.end; ++i)
              places.push_back(i);
          ASSERT_EQ(places.size(), interval.size());
          for (std::uint64_t i = 0; i < interval.size(); ++i)
            ASSERT_EQ(places[i], newPlace[interval.begin + i]);
          const std::vector<Interval> there = rearranger.rearrange(std::vector{interval});
          std::vector<std::uint64_t> back;
          for (const Interval &image : rearranger.undo(there))
            for (std::uint64_t i = image.begin; i < image.end; ++i)
              back.push_back(i);
          for (std::uint64_t i = 0; i < interval.size(); ++i)
            ASSERT_EQ(back[i], interval.begin + i);
        }
      },
      1500);
}

TEST(ViewFuzz, UnbroadcastGivesTheViewBack) {
  std::size_t shrunk = 0;
  forEachSeed([&](Generator &generator) {
    const Pair pair = generator.chain(7);
    const View small = findUnbroadcast(pair.view);
    ASSERT_EQ(small.rank(), pair.view.rank());
    View back = small;
    for (unsigned d = 0; d < pair.view.rank(); ++d) {
      if (pair.view.dim(d) == 0) continue;
      ASSERT_EQ(pair.view.dim(d) % small.dim(d), 0u);
      back = broadcast(back, pair.view.dim(d) / small.dim(d), d);
    }
    ASSERT_TRUE(equal(back, pair.view));
    shrunk += small.numElements() < pair.view.numElements();
  });
  EXPECT_GT(shrunk, kSeeds / 100);
}

} // namespace
} // namespace poplar_emu::view::test
