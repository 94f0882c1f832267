// SPDX-License-Identifier: MIT
// Estimates of poplin, poprand and popnn, against numbers worked out by hand.
#include "Estimates.hpp"

#include <gtest/gtest.h>

using estimators_test::Estimates;

namespace {

class Libraries : public testing::Test {
 protected:
  std::uint64_t product(const char *types, unsigned m, unsigned n, unsigned k) {
    return estimates.cycles(std::string("poplin::MatMulBlock<") + types + ",false>",
                            {{}, {{"m", m}, {"n", n}, {"k", k}}, {}});
  }

  Estimates estimates;
};

// 61 + groups of weights * (words of weights + 6 * (worker + slots of rows beyond three))
TEST_F(Libraries, Products) {
  // One group of 16 columns and 16 rows of b; ten rows of a for each worker.
  EXPECT_EQ(product("half,half,half", 60, 16, 16), 61u + 64 + 6 * (38 + 7 * 4));
  EXPECT_EQ(product("half,half,half", 60, 64, 32), 61u + 8 * (64 + 6 * (38 + 7 * 4)));
  // With float sums eight columns at a time, with floats eight slots a row.
  EXPECT_EQ(product("half,float,float", 60, 16, 16), 61u + 2 * (32 + 6 * (38 + 7 * 4)));
  EXPECT_EQ(product("float,float,float", 60, 16, 16), 61u + 2 * (64 + 6 * (46 + 7 * 8)));
  // One column of 16 costs as much as all.
  EXPECT_EQ(product("half,half,half", 60, 1, 16), product("half,half,half", 60, 16, 16));
  EXPECT_EQ(estimates.cycles("poplin::AddPartials<float,float>",
                             {{{"out", 12}}, {}, {{"partials", {4, 12}}}}),
            18u + 6 * (26 + 1 * (4 + 4 * 2)));
}

TEST_F(Libraries, RandomNumbers) {
  EXPECT_EQ(estimates.cycles("poprand::Uniform<float>", {{{"out", 600}}, {}, {}}),
            11u + 6 * (22 + 50 * 4));
  EXPECT_EQ(estimates.cycles("poprand::UniformInt", {{{"out", 600}}, {}, {}}),
            11u + 6 * (24 + 50 * 4));
  EXPECT_EQ(estimates.cycles("poprand::Normal<half>", {{{"out", 600}}, {}, {}}),
            11u + 6 * (22 + 25 * 4));
  EXPECT_EQ(estimates.cycles("poprand::Bernoulli<half>", {{{"out", 600}}, {}, {}}),
            11u + 6 * (22 + 25 * 1));
  EXPECT_EQ(
      estimates.cycles("poprand::TruncatedNormal<half>", {{{"out", 600}}, {{"tries", 4}}, {}}),
      11u + 6 * (22 + 25 * (4 * 11 + 5)));
  EXPECT_EQ(estimates.cycles("poprand::Dropout<float>", {{{"out", 600}}, {}, {}}),
            11u + 6 * (22 + 50 * 2));
  EXPECT_EQ(estimates.cycles("poprand::SetSeed", {}), 14u + 27 * 6);
}

TEST_F(Libraries, NonLinearities) {
  EXPECT_EQ(estimates.cycles("popnn::NonLinearity<float,popnn::NonLinearityType::TANH>",
                             {{{"out", 600}}, {}, {}}),
            11u + 6 * (17 + 50 * 12));
  EXPECT_EQ(estimates.cycles("popnn::NonLinearity<half,popnn::NonLinearityType::SIGMOID>",
                             {{{"out", 600}}, {}, {}}),
            11u + 6 * (17 + 25 * 6));
  EXPECT_EQ(estimates.cycles("popnn::NonLinearityGradient<float,popnn::NonLinearityType::RELU>",
                             {{{"inGradient", 600}}, {}, {}}),
            11u + 6 * (29 + 50 * (2 + 4)));
}

TEST_F(Libraries, RowsAndPools) {
  // Six rows of ten: one for each worker, five words each.
  EXPECT_EQ(estimates.cycles("popnn::Softmax<float>", {{}, {{"subtract", 1}}, {{"in", {6, 10}}}}),
            11u + 6 * (17 + 24 + 5 * (1 + 6 + 2 + 2)));
  EXPECT_EQ(estimates.cycles("popnn::Softmax<float>", {{}, {{"subtract", 0}}, {{"in", {6, 10}}}}),
            11u + 6 * (17 + 24 + 5 * (6 + 2 + 2)));
  EXPECT_EQ(estimates.cycles("popnn::Pool<float,popnn::PoolingType::MAX>",
                             {{{"out", 12}}, {}, {{"in", {9, 12}}}}),
            11u + 6 * (26 + 1 * (4 + 9 * 2)));
  EXPECT_EQ(estimates.cycles("popnn::ExtremeOfRow<float,true>", {{{"in", 10}}, {}, {}}),
            17u + 10 * 5);
}

TEST_F(Libraries, CountFloatingPointOperations) {
  const auto flops = [this](const std::string &type, const estimators_test::Fields &fields) {
    return estimates.graph.getPerfEstimate(estimates.vertex(type, fields)).flops;
  };
  EXPECT_EQ(flops("poplin::MatMulBlock<half,half,half,false>",
                  {{}, {{"m", 10}, {"n", 20}, {"k", 30}}, {}}),
            2u * 10 * 20 * 30);
  const std::string add = "popops::BinaryOp1D<popops::expr::BinaryOpType::ADD,";
  EXPECT_EQ(flops(add + "float>", {{{"out", 100}}, {}, {}}), 100u);
  EXPECT_EQ(flops(add + "int>", {{{"out", 100}}, {}, {}}), 0u);
  EXPECT_EQ(flops("popops::Fill<float>", {{{"out", 100}}, {}, {}}), 0u);
}

} // namespace
