// SPDX-License-Identifier: MIT
// Estimates of reductions, slices, sorts and the rest of popops, against numbers worked out by
// hand.
#include "Estimates.hpp"

#include <gtest/gtest.h>

using estimators_test::Estimates;

namespace {

class Popops : public testing::Test {
 protected:
  Estimates estimates;
};

#define REDUCE(shape, op, in, out)                                                                 \
  "popops::Reduce" #shape "<popops::Operation::" #op "," #in "," #out ">"

// 11 + 7 + 6 * (26 + results * (5 + vectors))
TEST_F(Popops, ReductionsOfRows) {
  EXPECT_EQ(estimates.cycles(REDUCE(Rows, ADD, float, float),
                             {{{"in", 600}, {"out", 1}}, {{"length", 600}, {"first", 600}}, {}}),
            18u + 6 * (26 + 5 + 300));
  // Twelve rows: two for each worker.
  EXPECT_EQ(estimates.cycles(REDUCE(Rows, ADD, float, float),
                             {{{"in", 1200}, {"out", 12}}, {{"length", 100}, {"first", 100}}, {}}),
            18u + 6 * (26 + 2 * (5 + 50)));
  EXPECT_EQ(estimates.cycles(REDUCE(Rows, ADD, half, float),
                             {{{"in", 600}, {"out", 1}}, {{"length", 600}, {"first", 600}}, {}}),
            18u + 6 * (26 + 5 + 150));
  EXPECT_EQ(estimates.cycles(REDUCE(Rows, LOG_ADD, half, half),
                             {{{"in", 100}, {"out", 1}}, {{"length", 100}, {"first", 100}}, {}}),
            18u + 6 * (26 + 5 + 11 + 25 * 15));
}

// 11 + 7 + 6 * (26 + vectors of columns * (4 + rows))
TEST_F(Popops, ReductionsOfColumns) {
  EXPECT_EQ(estimates.cycles(REDUCE(Columns, ADD, float, float),
                             {{{"in", 1200}, {"out", 120}}, {{"start", 0}}, {}}),
            18u + 6 * (26 + 10 * (4 + 10)));
  // From the middle of a row on: a row more.
  EXPECT_EQ(estimates.cycles(REDUCE(Columns, ADD, float, float),
                             {{{"in", 1200}, {"out", 120}}, {{"start", 60}}, {}}),
            18u + 6 * (26 + 10 * (4 + 11)));
  EXPECT_EQ(estimates.cycles(REDUCE(Together, ADD, float, float),
                             {{{"out", 120}}, {}, {{"in", {10, 120}}}}),
            18u + 6 * (26 + 10 * (4 + 10 * 2)));
}

// 19 + 2 * words a lookup
TEST_F(Popops, LookupsOfRows) {
  EXPECT_EQ(estimates.cycles("popops::GatherRows<unsigned int>",
                             {{{"rows", 12}}, {{"width", 64}, {"numRows", 99}}, {}}),
            11u + 6 * (30 + 2 * (19 + 2 * 32)));
  EXPECT_EQ(estimates.cycles("popops::GatherBlock<unsigned int>",
                             {{{"rows", 10}, {"range", 0}}, {{"width", 64}}, {}}),
            30u + 10 * (19 + 2 * 32));
  // Sorted by block: the tile's share of the lookups, of one of 1472 blocks.
  EXPECT_EQ(estimates.cycles("popops::GatherBlock<unsigned int>",
                             {{{"rows", 3 * 1472}, {"range", 2}}, {{"width", 64}}, {}}),
            30u + 3 * (19 + 2 * 32));
  // The sources behind its own are of the next vertex.
  EXPECT_EQ(estimates.cycles("popops::SelectSources<unsigned int>",
                             {{{"sources", 12 + 16}}, {{"width", 64}, {"count", 12}}, {}}),
            11u + 6 * (30 + 2 * (19 + 2 * 32)));
  EXPECT_EQ(estimates.cycles("popops::SetRows<unsigned short>",
                             {{{"rows", 10}, {"range", 0}}, {{"width", 64}}, {}}),
            29u + 10 * (19 + 2 * 16));
  EXPECT_EQ(estimates.cycles("popops::AddRows<float,float>",
                             {{{"rows", 10}, {"range", 0}}, {{"width", 64}}, {}}),
            29u + 10 * (19 + 3 * 32));
  EXPECT_EQ(estimates.cycles("popops::AddRows<int,int>",
                             {{{"rows", 10}, {"range", 0}}, {{"width", 64}}, {}}),
            29u + 10 * (19 + 4 * 64));
}

TEST_F(Popops, Sorts) {
  // Eight pieces of eight are merged three times, and copied back.
  EXPECT_EQ(estimates.cycles("popops::SortRuns<unsigned int>", {{{"data", 64}}, {{"run", 64}}, {}}),
            11u + 6 * (17 + 64 * (12 + 3 * 7) + 2 * 32));
  EXPECT_EQ(estimates.cycles("popops::MergeSplit<unsigned int>", {{{"out", 60}}, {}, {}}),
            11u + 6 * (17 + 2 * 9 * 6 + 10 * 7));
  EXPECT_EQ(estimates.cycles("popops::TopKMinima<float>", {{{"keys", 600}}, {}, {}}),
            11u + 6 * (17 + 100 * 7));
}

TEST_F(Popops, Selections) {
  // 64 of the elements reach the bound.
  EXPECT_EQ(estimates.cycles("popops::TopKSelectIndexed<float>",
                             {{{"keys", 600}}, {{"capacity", 64}}, {}}),
            11u + 6 * (17 + 100 * 7 + 11 * 5));
  // 128 of 2048 places are in use; a heap of 64 has six levels.
  EXPECT_EQ(
      estimates.cycles("popops::TopKMerge",
                       {{{"counts", 32}, {"lists", 2048}, {"out", 64}}, {{"capacity", 64}}, {}}),
      17u + 32 * 4 + 128 * 7 + 64 * 2 * 9 * 6);
}

TEST_F(Popops, Transpositions) {
  const auto fields = [](unsigned rows, unsigned columns) {
    return estimators_test::Fields{
        {}, {{"rows", rows}, {"columns", columns}}, {{"src", {1, rows * columns}}}};
  };
  // Squares of four by four, a column of them for three of the workers.
  EXPECT_EQ(estimates.cycles("popops::Transpose<unsigned short>", fields(8, 12)),
            11u + 6 * (17 + 4 + 8 * 4));
  // Words: two columns each.
  EXPECT_EQ(estimates.cycles("popops::Transpose<unsigned int>", fields(8, 12)),
            11u + 6 * (17 + 4 + 2 * 8 * 2));
  // Rows that are no whole 64-bit words: one worker does it.
  EXPECT_EQ(estimates.cycles("popops::Transpose<unsigned int>", fields(3, 12)),
            11u + 6 * (17 + 4 + 2 * 3 * 12));
}

TEST_F(Popops, Histograms) {
  EXPECT_EQ(estimates.cycles("popops::HistogramCount<float,false>",
                             {{{"data", 600}, {"levels", 3}}, {}, {}}),
            11u + 6 * (17 + 3 * (8 + 50 * 3)));
}

// One worker does 200 elements in the slots in which six do 1200.
TEST(Workers, ShareTheWork) {
  poplar::Target six = poplar::Target::createIPUTarget(1, "ipu2");
  poplar::Target one = poplar::Target::createCPUTarget();
  ASSERT_EQ(six.getNumWorkerContexts(), 6u);
  ASSERT_EQ(one.getNumWorkerContexts(), 1u);
  std::vector<std::uint64_t> cycles;
  for (const auto &[target, elements] : {std::pair{six, 1200u}, std::pair{one, 200u}}) {
    poplar::Graph graph(target);
    popops::addCodelets(graph);
    const auto vertex = graph.addVertex(graph.addComputeSet("cs"), "popops::Fill<float>");
    graph.connect(vertex["out"], graph.addVariable(poplar::FLOAT, {elements}));
    cycles.push_back(graph.getPerfEstimate(vertex).cycles);
  }
  EXPECT_EQ(cycles[0] - 11, 6 * (cycles[1] - 11));
}

} // namespace
