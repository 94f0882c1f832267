// SPDX-License-Identifier: MIT
// Estimates that planners ask for by size agree with those of vertices.
#include "Estimates.hpp"

#include <popops/PerformanceEstimation.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

using estimators_test::Estimates;
using poplar::FLOAT;
using poplar::HALF;
using popops::expr::BinaryOpType;
using popops::expr::UnaryOpType;

namespace {

TEST(PerformanceEstimation, AgreesWithVertices) {
  Estimates estimates;
  const poplar::Target &target = estimates.graph.getTarget();
  for (const unsigned n : {0u, 1u, 12u, 1000u}) {
    EXPECT_EQ(popops::getUnaryOp1DSupervisorEstimate(target, FLOAT, UnaryOpType::SQUARE, n),
              estimates.cycles("popops::UnaryOp1D<popops::expr::UnaryOpType::SQUARE,float>",
                               {{{"out", n}}, {}, {}}));
    EXPECT_EQ(popops::getBinaryOp1DSupervisorEstimate(target, HALF, BinaryOpType::ADD, n),
              estimates.cycles("popops::BinaryOp1D<popops::expr::BinaryOpType::ADD,half>",
                               {{{"out", n}}, {}, {}}));
    EXPECT_EQ(popops::getCastCycleEstimate(target, FLOAT, HALF, n),
              estimates.cycles("popops::Cast1D<float,half>", {{{"dst", n}}, {}, {}}));
  }
}

TEST(PerformanceEstimation, KnowsResultsInPlace) {
  const poplar::Target target = poplar::Target::createIPUTarget(1, "ipu2");
  EXPECT_EQ(popops::getBinaryOp1DInPlaceSupervisorEstimate(target, FLOAT, BinaryOpType::ADD, 1000),
            11u + 6 * (58 + 84 * 5));
}

TEST(PerformanceEstimation, RefusesOtherTypes) {
  const poplar::Target target = poplar::Target::createIPUTarget(1, "ipu2");
  try {
    popops::getBinaryOp1DSupervisorEstimate(target, poplar::QUARTER, BinaryOpType::ADD, 8);
    FAIL() << "no error";
  } catch (const poputil::poplibs_error &error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("getBinaryOp1DSupervisorEstimate"), std::string::npos) << text;
    EXPECT_NE(text.find("quarter"), std::string::npos) << text;
    EXPECT_NE(text.find("fix: "), std::string::npos) << text;
  }
  EXPECT_THROW(popops::getCastCycleEstimate(target, FLOAT, poplar::QUARTER, 8),
               poputil::poplibs_error);
  EXPECT_THROW(
      popops::getUnaryOp1DSupervisorEstimate(target, poplar::QUARTER, UnaryOpType::SQUARE, 8),
      poputil::poplibs_error);
}

} // namespace
