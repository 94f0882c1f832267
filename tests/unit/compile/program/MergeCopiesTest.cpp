// SPDX-License-Identifier: MIT
// Which copies are joined, and that nothing else changes.
#include "ProgramFixture.hpp"

#include "compile/copies/Footprint.hpp"
#include "compile/copies/MergeCopies.hpp"
#include "compile/storage/StorageOrder.hpp"
#include "view/Ops.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace poplar_emu::compile::test {
namespace {

using testing::ElementsAre;

class MergeCopies : public testing::Test {
 protected:
  explicit MergeCopies(std::uint32_t numTiles = 4) : test_(numTiles) {}

  VariableId variable(const std::string &name, std::uint64_t elements = 16,
                      ElementType type = ElementType::Float) {
    return test_.variable(name, elements, TileId(0), type);
  }
  ir::ProgramRef copy(const ir::Operand &from, const ir::Operand &to, std::string name) const {
    return test_.node(ir::Copy{from, to}, std::move(name));
  }
  ir::ProgramRef copy(VariableId from, VariableId to, std::string name) const {
    return copy(test_.whole(from), test_.whole(to), std::move(name));
  }

  /// Names of the steps of the only program, once copies are joined.
  std::vector<std::string> steps(std::vector<ir::ProgramRef> program) {
    test_.programs = {test_.sequence(std::move(program))};
    return names(merged().programs[0]);
  }
  Input merged() {
    const Input input = test_.input();
    const Usage usage = findUsage(input);
    StorageMap storage(input, usage);
    chooseStorageOrder(input, usage, storage);
    return mergeCopies(input, usage, storage, ioTiles_).value_or(input);
  }
  static std::vector<std::string> names(const ir::ProgramRef &program) {
    std::vector<std::string> names;
    for (const ir::ProgramRef &step : std::get<ir::Sequence>(program->payload).steps)
      names.push_back(step ? step->name : "null");
    return names;
  }

  ProgramGraph test_;
  std::vector<std::uint32_t> ioTiles_;
};

TEST_F(MergeCopies, CopiesWithoutDependenciesBecomeOne) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c"), d = variable("d");
  EXPECT_THAT(steps({copy(a, b, "first"), copy(c, d, "second")}), ElementsAre("first, second"));
  const Input input = merged();
  const auto &kept = std::get<ir::Sequence>(input.programs[0]->payload).steps;
  const auto &all = std::get<ir::Copy>(kept.at(0)->payload);
  ASSERT_EQ(all.joined.size(), 1u);
  EXPECT_EQ(all.joined[0].first.view.pieces()[0].variable, c);
  EXPECT_EQ(all.joined[0].second.view.pieces()[0].variable, d);
}

TEST_F(MergeCopies, OneSourceMayGoToManyPlaces) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c");
  EXPECT_THAT(steps({copy(a, b, "x"), copy(a, c, "y")}), ElementsAre("x, y"));
}

TEST_F(MergeCopies, WhatACopyWritesIsNotReadTogether) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c");
  EXPECT_THAT(steps({copy(a, b, "write"), copy(b, c, "read")}), ElementsAre("write", "read"));
}
TEST_F(MergeCopies, WhatACopyReadsIsNotOverwrittenTogether) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c");
  EXPECT_THAT(steps({copy(a, b, "read"), copy(c, a, "write")}), ElementsAre("read", "write"));
}
TEST_F(MergeCopies, NothingIsWrittenTwiceTogether) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c");
  EXPECT_THAT(steps({copy(a, b, "x"), copy(c, b, "y")}), ElementsAre("x", "y"));
}

TEST_F(MergeCopies, DependenciesAreOnAllCopiesBefore) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c"), d = variable("d"),
                   e = variable("e"), f = variable("f");
  EXPECT_THAT(steps({copy(a, b, "1"), copy(c, d, "2"), copy(b, e, "3"), copy(a, f, "4")}),
              ElementsAre("1, 2", "3, 4"));
}

TEST_F(MergeCopies, DependenciesAreOfElements) {
  const VariableId a = variable("a", 64);
  const auto slice = [&](std::uint64_t begin, std::uint64_t end) {
    return test_.slice(a, begin, end);
  };
  EXPECT_THAT(steps({copy(slice(0, 8), slice(8, 16), "x"), copy(slice(16, 24), slice(24, 32), "y"),
                     copy(slice(4, 8), slice(32, 36), "z"), copy(slice(15, 16), slice(40, 41), "!"),
                     copy(slice(24, 25), slice(41, 42), "?")}),
              ElementsAre("x, y, z", "!, ?"));
}

TEST_F(MergeCopies, ColumnsOfAMatrixAreNotTheirHull) {
  const VariableId a = variable("a", 64);
  const auto column = [&](std::uint64_t index) {
    ir::Operand operand = test_.whole(a);
    operand.view = view::flatten(view::slice(
        view::reshape(operand.view, std::vector<std::uint64_t>{8, 8}), index, index + 1, 1));
    return operand;
  };
  EXPECT_THAT(steps({copy(column(0), column(1), "x"), copy(column(7), column(6), "y"),
                     copy(column(6), column(5), "z")}),
              ElementsAre("x, y", "z"));
}

TEST_F(MergeCopies, WhateverStandsBetweenKeepsThemApart) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c");
  EXPECT_THAT(steps({copy(a, b, "x"), test_.node(ir::Sync{}, "sync"), copy(a, c, "y")}),
              ElementsAre("x", "sync", "y"));
}

TEST_F(MergeCopies, SequencesUsedOnceAreFlattened) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c"), d = variable("d");
  EXPECT_THAT(steps({copy(a, b, "x"), nullptr, test_.sequence({copy(a, c, "y")}), copy(a, d, "z")}),
              ElementsAre("x, y, z"));
}

TEST_F(MergeCopies, SharedSequencesStayOne) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c");
  const ir::ProgramRef shared =
      test_.node(ir::Sequence{{copy(a, b, "x"), copy(a, c, "y")}}, "shared");
  EXPECT_THAT(steps({shared, test_.node(ir::Sync{}, "sync"), shared}),
              ElementsAre("shared", "sync", "shared"));
  const Input input = merged();
  const auto &program = std::get<ir::Sequence>(input.programs[0]->payload);
  EXPECT_THAT(names(program.steps[0]), ElementsAre("x, y"));
}

TEST_F(MergeCopies, TheSameRunIsOneCopyWhereverItStands) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c");
  const ir::ProgramRef x = copy(a, b, "x"), y = copy(a, c, "y"), z = copy(b, c, "z");
  steps({x, y, test_.node(ir::Repeat{3, test_.sequence({x, y})}), x, z});
  const Input input = merged();
  const auto &all = std::get<ir::Sequence>(input.programs[0]->payload).steps;
  ASSERT_EQ(all.size(), 4u);
  const auto &body = std::get<ir::Repeat>(all[1]->payload).body;
  EXPECT_EQ(std::get<ir::Sequence>(body->payload).steps.at(0), all[0]);
  EXPECT_EQ(all[2], x);
}

TEST_F(MergeCopies, FunctionsAndBranchesAreRewritten) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c"),
                   flag = variable("flag", 1, ElementType::Bool);
  const FunctionId f = test_.function("f", test_.sequence({copy(a, b, "x"), copy(a, c, "y")}));
  const ir::ProgramRef branch = test_.sequence({copy(b, a, "u"), copy(b, c, "v")});
  steps({test_.node(ir::Call{f}, "call"), test_.node(ir::If{test_.whole(flag), branch, {}}, "if")});
  const Input input = merged();
  EXPECT_THAT(names(bodyOf(input, f)), ElementsAre("x, y"));
  const auto &all = std::get<ir::Sequence>(input.programs[0]->payload).steps;
  EXPECT_THAT(names(std::get<ir::If>(all.at(1)->payload).thenBranch), ElementsAre("u, v"));
}

TEST_F(MergeCopies, WhereNothingIsJoinedProgramsStayAsTheyAre) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c");
  steps({copy(a, b, "x"), test_.node(ir::Repeat{2, test_.sequence({copy(b, c, "y")})})});
  EXPECT_EQ(merged().programs[0], test_.programs[0]);
}

TEST_F(MergeCopies, TheOptionLimitsBytes) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c"), d = variable("d");
  test_.options.maxMergedBytes = 2 * 16 * 4;
  const std::vector<ir::ProgramRef> copies = {copy(a, b, "x"), copy(a, c, "y"), copy(a, d, "z")};
  EXPECT_THAT(steps(copies), ElementsAre("x, y", "z"));
  test_.options.maxMergedBytes = 16 * 4 - 1;
  EXPECT_THAT(steps(copies), ElementsAre("x", "y", "z"));
  test_.options.maxMergedBytes = 0;
  EXPECT_THAT(steps(copies), ElementsAre("x", "y", "z"));
}

TEST_F(MergeCopies, ManyNamesAreCounted) {
  const VariableId a = variable("a", 16);
  std::vector<ir::ProgramRef> copies;
  for (unsigned i = 0; i < 7; ++i)
    copies.push_back(copy(test_.slice(a, 0, 1), test_.slice(a, i + 1, i + 2), std::to_string(i)));
  EXPECT_THAT(steps(copies), ElementsAre("0, 1, 2, 3 and 3 more"));
}

TEST_F(MergeCopies, AProgramWithABlockOfItsOwnStaysAlone) {
  const VariableId a = variable("a"), b = variable("b"), c = variable("c"), d = variable("d");
  test_.options.programsFilter = "halo";
  EXPECT_THAT(steps({copy(a, b, "x"), copy(a, c, "halo"), copy(a, d, "y")}),
              ElementsAre("x", "halo", "y"));
}

TEST_F(MergeCopies, ElementsOfAllTypesMoveTogether) {
  const VariableId a = variable("a"), b = variable("b"), h = variable("h", 15, ElementType::Half),
                   c = variable("c", 7, ElementType::Char), d = variable("d", 7, ElementType::Char);
  // The half of `h` that is moved by one element overlaps itself, and is staged.
  test_.options.maxMergedBytes = ~std::uint64_t{0};
  EXPECT_THAT(
      steps({copy(c, d, "chars"), copy(test_.slice(h, 0, 8), test_.slice(h, 1, 9), "halves"),
             copy(a, b, "floats")}),
      ElementsAre("chars, halves, floats"));
  test_.programs = merged().programs;
  const plan::Plan plan = test_.lower();
  ASSERT_EQ(plan.copies.size(), 1u);
  ASSERT_EQ(plan.copies[0].phases.size(), 2u);
  EXPECT_EQ(plan.copies[0].phases[1].totalBytes, 7u + 8 * 2 + 16 * 4);
}

TEST_F(MergeCopies, TheExchangeIsThatOfAllTogether) {
  const VariableId from = test_.variable("from", 64, TileId(0)),
                   near = test_.variable("near", 64, TileId(1)),
                   far = test_.variable("far", 32, TileId(2)),
                   other = test_.variable("other", 32, TileId(3));
  steps({copy(from, near, "x"), copy(test_.slice(from, 0, 32), test_.whole(far), "y"),
         copy(test_.whole(far), test_.whole(other), "z")});
  test_.programs = merged().programs;
  const plan::Plan plan = test_.lower();
  ASSERT_EQ(plan.copies.size(), 2u);
  // Its first half goes to two tiles, and is sent once.
  EXPECT_EQ(plan.copies[0].exchange.internalCycles, 64u);
  EXPECT_EQ(plan.copies[0].exchange.maxSentBytes, 64u * 4);
  EXPECT_EQ(plan.copies[0].exchange.totalBytes, (64u + 32) * 4);
}

class MergeCopiesOnIpus : public MergeCopies {
 protected:
  MergeCopiesOnIpus() {
    test_.graph.machine.numIpus = 2;
    test_.graph.machine.tilesPerIpu = 2;
  }
  VariableId on(std::uint32_t tile) {
    return test_.variable("on" + std::to_string(tile), 16, TileId(tile));
  }
};

TEST_F(MergeCopiesOnIpus, OnlyCopiesOnTheSameIpusAreJoined) {
  const auto within = [&](std::uint32_t ipu, std::string name) {
    return copy(on(2 * ipu), on(2 * ipu + 1), std::move(name));
  };
  EXPECT_THAT(steps({within(0, "a"), within(0, "b"), within(1, "c"), within(1, "d"),
                     copy(on(1), on(2), "over"), copy(on(1), on(2), "again"), within(0, "e")}),
              ElementsAre("a, b", "c, d", "over", "again", "e"));
}

TEST_F(MergeCopiesOnIpus, VariablesOnAllIpusAreJoinedUnlessDataCrosses) {
  const VariableId a = test_.spread("a", 64), b = test_.spread("b", 64), c = test_.spread("c", 64);
  EXPECT_THAT(steps({copy(a, b, "x"), copy(a, c, "y")}), ElementsAre("x, y"));
  EXPECT_THAT(steps({copy(a, b, "x"), copy(test_.slice(a, 0, 32), test_.slice(c, 32, 64), "y")}),
              ElementsAre("x", "y"));
}

TEST_F(MergeCopies, IoTilesWorkOnTheirOwn) {
  ioTiles_ = {0, 1};
  const auto on = [&](std::uint32_t tile) { return test_.variable("v", 16, TileId(tile)); };
  EXPECT_THAT(steps({copy(on(0), on(1), "a"), copy(on(1), on(0), "b"), copy(on(2), on(3), "c"),
                     copy(on(3), on(2), "d"), copy(on(1), on(2), "e")}),
              ElementsAre("a, b", "c, d", "e"));
}

/// Against element sets, on many views of one variable.
TEST_F(MergeCopies, FootprintsAreExact) {
  const VariableId a = variable("a", 200);
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t n) { return random() % n; };
  const auto rows = [&] {
    ir::Operand operand = test_.whole(a);
    operand.view = view::reshape(operand.view, std::vector<std::uint64_t>{10, 20});
    const std::uint64_t y = below(9), x = below(18), h = 1 + below(2), w = 1 + below(3);
    operand.view =
        view::slice(view::slice(operand.view, y, y + h), x, std::min<std::uint64_t>(20, x + w), 1);
    if (below(2)) operand.view = view::reverse(operand.view, 0);
    operand.view = view::flatten(operand.view);
    return operand;
  };
  const auto elements = [](const ir::Operand &operand) {
    std::vector<bool> set(200);
    for (const view::Run &run : view::runs(operand.view))
      view::forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
        std::fill_n(set.begin() + static_cast<std::ptrdiff_t>(begin), length, true);
      });
    return set;
  };
  const auto meet = [](const std::vector<bool> &x, const std::vector<bool> &y) {
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] && y[i]) return true;
    return false;
  };
  Footprint footprint;
  unsigned conflicts = 0, free = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<bool> reads(200), writes(200);
    for (int i = 0; i < 6; ++i) {
      const ir::Copy copy{rows(), rows()};
      const std::vector<bool> read = elements(copy.source), written = elements(copy.destination);
      const bool expected = meet(read, writes) || meet(written, reads) || meet(written, writes);
      ASSERT_EQ(footprint.conflictsWith(copy), expected);
      ++(expected ? conflicts : free);
      if (expected) continue;
      footprint.add(copy);
      for (std::size_t e = 0; e < 200; ++e) {
        if (read[e]) reads[e] = true;
        if (written[e]) writes[e] = true;
      }
    }
    footprint.reset();
  }
  EXPECT_GT(conflicts, 100u);
  EXPECT_GT(free, 100u);
}

} // namespace
} // namespace poplar_emu::compile::test
