// SPDX-License-Identifier: MIT
// Every refusal of the view layer: its code, its exception class, its numbers and the user's line.
#include "Variables.hpp"

#include "view/Clone.hpp"
#include "view/Joint.hpp"
#include "view/Ops.hpp"
#include "view/Rearrange.hpp"
#include "view/Regions.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace poplar_emu::view::test {
namespace {

using Numbers = std::vector<unsigned>;
using testing::AllOf;
using testing::HasSubstr;

const SiteId kSite = internSite("user.cpp", 41, "main");

/// Runs `action`, wants exception E with the code, the site and the texts.
template <class E, class Action>
void expectError(const char *code, const std::vector<std::string> &texts, Action &&action) {
  try {
    action();
    FAIL() << "no error " << code;
  } catch (const E &error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(code), HasSubstr("user.cpp:41")));
    for (const std::string &text : texts)
      EXPECT_THAT(error.what(), HasSubstr(text));
  }
}

using poplar::index_error;
using poplar::poplar_error;

TEST(ViewErrors, Index) {
  const View matrix = variable({3, 4});
  expectError<index_error>("PE0102", {"index 3", "dimension 0", "[3, 4]"},
                           [&] { index(matrix, 3, kSite); });
  expectError<index_error>("PE0102", {"index 4", "dimension 1"},
                           [&] { index(matrix, Sizes{0, 4}, kSite); });
  expectError<poplar_error>("PE0112", {"3 indices", "rank 2"},
                            [&] { index(matrix, Sizes{0, 0, 0}, kSite); });
  expectError<poplar_error>("PE0112", {"rank 0"}, [&] { index(variable({}), 0, kSite); });
}

TEST(ViewErrors, Dimension) {
  const View matrix = variable({3, 4});
  const std::vector<std::string> texts{"dimension 2", "rank 2", "[3, 4]"};
  expectError<index_error>("PE0103", texts, [&] { slice(matrix, 0, 1, 2, kSite); });
  expectError<index_error>("PE0103", texts, [&] { reverse(matrix, 2, kSite); });
  expectError<index_error>("PE0103", texts, [&] { broadcast(matrix, 2, 2, kSite); });
  expectError<index_error>("PE0103", texts, [&] { upsample(matrix, 2, 2, kSite); });
  expectError<index_error>("PE0103", texts, [&] { subSample(matrix, 2, 2, kSite); });
  expectError<index_error>("PE0103", texts, [&] { concat({matrix, matrix}, 2, kSite); });
  expectError<index_error>("PE0103", texts, [&] { dimRoll(matrix, 2, 0, kSite); });
  expectError<index_error>("PE0103", texts, [&] { dimRoll(matrix, 0, 2, kSite); });
  expectError<index_error>("PE0103", {"[1, 3)"}, [&] { flatten(matrix, 1, 3, kSite); });
  expectError<index_error>("PE0103", {"[2, 1)"},
                           [&] { reshapePartial(matrix, 2, 1, Sizes{1}, kSite); });
  expectError<index_error>("PE0103", {"dimension 3"}, [&] { expand(matrix, Sizes{3}, kSite); });
  expectError<index_error>("PE0103", {"dimension 2"}, [&] { squeeze(matrix, Sizes{2}, kSite); });
  expectError<index_error>("PE0103", {"rank 0"},
                           [&] { concat({variable({}), variable({})}, 0, kSite); });
}

TEST(ViewErrors, Slice) {
  const View matrix = variable({3, 4});
  expectError<index_error>("PE0104", {"[1, 5)", "dimension 1", "[3, 4]", "4 elements"},
                           [&] { slice(matrix, 1, 5, 1, kSite); });
  expectError<index_error>("PE0104", {"[2, 1)"}, [&] { slice(matrix, 2, 1, 0, kSite); });
  expectError<index_error>("PE0104", {"[0, 5)"}, [&] {
    slices(matrix, std::vector<Interval>{{0, 1}, {0, 5}}, 1, kSite);
  });
  expectError<index_error>("PE0104", {"[4, 5)"}, [&] { slices(matrix, Numbers{0, 4}, 1, kSite); });
  expectError<poplar_error>("PE0112", {"1 begins", "2 ends"},
                            [&] { slice(matrix, Sizes{0}, Sizes{1, 1}, kSite); });
  expectError<poplar_error>("PE0112", {"rank 2"},
                            [&] { slice(matrix, Sizes{0, 0, 0}, Sizes{1, 1, 1}, kSite); });
  expectError<index_error>("PE0104", {"[8, 13)", "12 elements"}, [&] {
    sortedContiguousRegions(matrix, std::vector<Interval>{{8, 13}}, Aliases::Keep, nullptr, kSite);
  });
}

TEST(ViewErrors, Reshape) {
  const View matrix = variable({3, 4});
  expectError<poplar_error>("PE0105", {"[3, 4]", "[5, 2]", "12", "10"},
                            [&] { reshape(matrix, Sizes{5, 2}, kSite); });
  expectError<poplar_error>("PE0105", {"[0, 3]"}, [&] { reshape(matrix, Sizes{0, 3}, kSite); });
  // 2^33 * 2^33 wraps to a small number if it is not checked.
  expectError<poplar_error>("PE0105", {"more than 2^63"}, [&] {
    reshape(variable({4}), Sizes{std::uint64_t(1) << 33, std::uint64_t(1) << 33}, kSite);
  });
  expectError<poplar_error>("PE0105", {"[1, 2)", "[2, 3]"},
                            [&] { reshapePartial(matrix, 1, 2, Sizes{2, 3}, kSite); });
  expectError<poplar_error>("PE0105", {"[2]"},
                            [&] { reshapePartial(matrix, 1, 1, Sizes{2}, kSite); });
  expectError<poplar_error>("PE0105", {"[]"},
                            [&] { reshapePartial(matrix, 1, 2, Sizes{}, kSite); });
}

TEST(ViewErrors, Permutation) {
  const View cube = variable({2, 3, 4});
  expectError<poplar_error>("PE0106", {"[0, 1]"}, [&] { dimShuffle(cube, Numbers{0, 1}, kSite); });
  expectError<poplar_error>("PE0106", {"[0, 1, 1]"},
                            [&] { dimShuffle(cube, Numbers{0, 1, 1}, kSite); });
  expectError<poplar_error>("PE0106", {"[0, 1, 3]"},
                            [&] { dimShuffle(cube, Numbers{0, 1, 3}, kSite); });
  expectError<poplar_error>("PE0106", {"[0, 1]", "[2]"},
                            [&] { dimShufflePartial(cube, Numbers{0, 1}, Numbers{2}, kSite); });
  expectError<poplar_error>("PE0106", {"[0, 0]"},
                            [&] { dimShufflePartial(cube, Numbers{0, 0}, Numbers{1, 2}, kSite); });
  expectError<poplar_error>("PE0112", {"rank 3"}, [&] { transpose(cube, kSite); });
}

TEST(ViewErrors, ShapesThatDoNotFit) {
  const View a = variable({2, 3}), b = variable({2, 4});
  expectError<poplar_error>("PE0107", {"[2, 3]", "[2, 4]", "tensor 1"},
                            [&] { concat({a, b}, 0, kSite); });
  expectError<poplar_error>("PE0112", {"[2, 3]", "[6]"},
                            [&] { concat({a, flatten(a)}, 0, kSite); });
  expectError<poplar_error>("PE0112", {"[2, 3]"}, [&] { append(a, b, 0, kSite); });
  expectError<poplar_error>("PE0107", {"[1, 2]"}, [&] { append(a, variable({2}), 0, kSite); });
  expectError<poplar_error>("PE0107", {"6 and 8"}, [&] { joint(a, b, kSite); });
  expectError<poplar_error>("PE0108", {}, [&] { concat(std::vector<View>{}, 0, kSite); });
}

TEST(ViewErrors, Squeeze) {
  expectError<poplar_error>("PE0111", {"dimension 1", "[1, 3]"},
                            [&] { squeeze(variable({1, 3}), Sizes{0, 1}, kSite); });
}

TEST(ViewErrors, Factors) {
  const View row = variable({4});
  expectError<poplar_error>("PE0113", {"stride 0"}, [&] { subSample(row, 0, 0, kSite); });
  const std::uint64_t huge = std::uint64_t(1) << 62;
  expectError<poplar_error>("PE0113", {"too many"}, [&] { broadcast(row, huge, 0, kSite); });
  expectError<poplar_error>("PE0113", {"too many"}, [&] { upsample(row, huge, 0, kSite); });
  expectError<poplar_error>("PE0113", {"too many"},
                            [&] { wholeVariable(VariableId(0), Sizes{huge, 4}, kSite); });
  const View wide = broadcast(row, huge / 4, 0);
  expectError<poplar_error>("PE0113", {"too many"}, [&] { concat({wide, wide}, 0, kSite); });
  EXPECT_EQ(broadcast(variable({0}), huge, 0).numElements(), 0u);
}

TEST(ViewErrors, Rearranger) {
  expectError<poplar_error>("PE0112", {"[2, 3]"},
                            [&] { Rearranger::simplifying(variable({2, 3}), kSite); });
  const Rearranger rearranger = Rearranger::simplifying(reverse(variable({6}), 0));
  expectError<poplar_error>("PE0107", {"6", "5"},
                            [&] { rearranger.rearrange(variable({5}), kSite); });
  expectError<index_error>("PE0104", {"[2, 7)"},
                           [&] { rearranger.rearrange(std::vector<Interval>{{2, 7}}, kSite); });
}

TEST(ViewErrors, Clone) {
  const MappingLookup unmapped = [](VariableId, std::uint64_t) {
    return MappedInterval{0, ~std::uint64_t(0), {}};
  };
  for (const CloneMethod method :
       {CloneMethod::CreateNewOrder, CloneMethod::PreserveOrderUnlessAliases})
    expectError<poplar_error>("PE0223", {"[2, 3]"}, [&] {
      planCloneN(variable({2, 3}), 2, method, CloneDuplication::ByTileContiguousRegion, unmapped,
                 kSite);
    });
  expectError<poplar_error>("PE0113", {"too many"}, [&] {
    planCloneN(variable({8}), std::uint64_t(1) << 61, CloneMethod::CreateNewOrder,
               CloneDuplication::ByOuterDimension, unmapped, kSite);
  });
}

} // namespace
} // namespace poplar_emu::view::test
