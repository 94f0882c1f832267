// SPDX-License-Identifier: MIT
// Parameters of convolutions: sizes, checks, text, index arithmetic.
#include "PlainConvolution.hpp"

#include <poplin/ConvPreplan.hpp>
#include <poplin/ConvUtil.hpp>
#include <poplin/FullyConnected.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

#include <sstream>

namespace {

using namespace poplin_test;
using poplar::FLOAT;

TEST(ConvParams, Defaults) {
  const auto p = poplin::ConvParams(FLOAT, 1, {3, 3}, {2, 2}, 1, 1, 1);
  EXPECT_EQ(p.getOutputFieldShape(), (std::vector<std::size_t>{2, 2}));
  EXPECT_EQ(p.inputTransform.dilation, (std::vector<unsigned>{1, 1}));
  EXPECT_EQ(p.outputTransform.stride, (std::vector<unsigned>{1, 1}));
  EXPECT_NO_THROW(p.validate());
}

TEST(ConvParams, AreOrderedByEveryField) {
  const auto all = sampleConvolutions(FLOAT);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j) {
      EXPECT_EQ(all[i] == all[j], i == j);
      EXPECT_EQ(all[i] != all[j], i != j);
      EXPECT_EQ((all[i] < all[j]) + (all[j] < all[i]), i != j);
      if (i != j) {
        EXPECT_NE(std::hash<ConvParams>()(all[i]), std::hash<ConvParams>()(all[j]));
      }
    }
}

TEST(ConvParams, CanonicalFormsAreEqualConvolutions) {
  for (const ConvParams &p : sampleConvolutions(FLOAT)) {
    const ConvParams c = p.canonicalize();
    EXPECT_EQ(c, c.canonicalize());
    EXPECT_EQ(c.getOutputFieldShape(), p.getOutputFieldShape());
  }
  ConvParams a(FLOAT, 1, {4}, {4}, 1, 1, 1), b = a;
  b.outputTransform.stride = {3};
  EXPECT_EQ(a.canonicalize(), b.canonicalize());
}

TEST(ConvParams, ReadsJson) {
  std::istringstream in(R"({"dataType": "half", "batchSize": 2, "inputFieldShape": [5],
                            "kernelShape": [3], "numConvGroups": 4,
                            "outputTransform": {"stride": [2]},
                            "inputTransform": {"flip": [true]}})");
  ConvParams p;
  in >> p;
  ConvParams wanted(poplar::HALF, 2, {5}, {3}, 1, 1, 4);
  wanted.outputTransform.stride = {2};
  wanted.inputTransform.flip = {true};
  EXPECT_EQ(p, wanted);
  std::ostringstream out;
  out << p;
  EXPECT_NE(out.str().find("stride {2}"), std::string::npos) << out.str();
  std::istringstream wrong("{\"dataType\": \"int\"}"), broken("{");
  EXPECT_THROW(wrong >> p, poputil::poplibs_error);
  EXPECT_THROW(broken >> p, poputil::poplibs_error);
}

TEST(ConvParams, RefusesContradictions) {
  const ConvParams good(FLOAT, 1, {5, 5}, {3, 3}, 1, 1, 1);
  const auto refuses = [&](const std::function<void(ConvParams &)> &change) {
    ConvParams p = good;
    change(p);
    EXPECT_THROW(p.validate(), poputil::poplibs_error);
  };
  refuses([](ConvParams &p) { p.kernelShape = {3}; });
  refuses([](ConvParams &p) { p.inputTransform.flip = {false}; });
  refuses([](ConvParams &p) { p.kernelTransform.dilation[1] = 0; });
  refuses([](ConvParams &p) { p.inputTransform.truncationLower[0] = 6; });
  refuses([](ConvParams &p) { p.kernelTransform.truncationLower[0] = 3; });
  refuses([](ConvParams &p) { p.inputTransform.truncationLower[0] = 3; });
  refuses([](ConvParams &p) { p.outputTransform.truncationUpper[0] = 4; });
}

TEST(ConvUtil, IndicesThatMeetAreThoseOfTheDefinition) {
  for (ConvParams p : sampleConvolutions(FLOAT)) {
    p.batchSize = p.inputChannelsPerConvGroup = p.outputChannelsPerConvGroup = p.numConvGroups = 1;
    // A field that is thin in the other dimension leaves dimension 0 alone.
    ConvParams line(FLOAT, 1, {p.inputFieldShape[0], 1}, {p.kernelShape[0], 1}, 1, 1, 1);
    const auto take = [](auto &to, const auto &from) { to[0] = from[0]; };
    take(line.inputTransform.truncationLower, p.inputTransform.truncationLower);
    take(line.inputTransform.truncationUpper, p.inputTransform.truncationUpper);
    take(line.inputTransform.dilation, p.inputTransform.dilation);
    take(line.inputTransform.paddingLower, p.inputTransform.paddingLower);
    take(line.inputTransform.paddingUpper, p.inputTransform.paddingUpper);
    take(line.inputTransform.flip, p.inputTransform.flip);
    take(line.kernelTransform.truncationLower, p.kernelTransform.truncationLower);
    take(line.kernelTransform.truncationUpper, p.kernelTransform.truncationUpper);
    take(line.kernelTransform.dilation, p.kernelTransform.dilation);
    take(line.kernelTransform.paddingLower, p.kernelTransform.paddingLower);
    take(line.kernelTransform.paddingUpper, p.kernelTransform.paddingUpper);
    take(line.kernelTransform.flip, p.kernelTransform.flip);
    take(line.outputTransform.truncationLower, p.outputTransform.truncationLower);
    take(line.outputTransform.truncationUpper, p.outputTransform.truncationUpper);
    take(line.outputTransform.stride, p.outputTransform.stride);
    take(line.outputTransform.paddingLower, p.outputTransform.paddingLower);
    take(line.outputTransform.paddingUpper, p.outputTransform.paddingUpper);
    const auto n = static_cast<unsigned>(line.inputFieldShape[0]);
    const auto kernel = static_cast<unsigned>(line.kernelShape[0]);
    const auto outputs = static_cast<unsigned>(line.getOutputSize(0));
    for (unsigned k = 0; k < kernel; ++k)
      for (unsigned i = 0; i < n; ++i) {
        std::vector<double> x(n, 0), w(kernel, 0);
        x[i] = w[k] = 1;
        const auto y = plainConvolution(line, x, w);
        for (unsigned o = 0; o < outputs; ++o) {
          EXPECT_EQ(poplin::getInputIndex(0, o, k, line) == i, y[o] == 1);
          EXPECT_EQ(poplin::getKernelIndex(0, o, i, line) == k, y[o] == 1);
        }
      }
    for (unsigned k = 0; k < kernel; ++k) {
      const auto range = poplin::getOutputRangeForKernelIndex(0, {0, outputs}, k, line);
      for (unsigned o = 0; o < outputs; ++o)
        if (poplin::getInputIndex(0, o, k, line) != ~0U) {
          EXPECT_TRUE(range.first <= o && o < range.second);
        }
    }
  }
}

TEST(ConvCosts, CountsRealProducts) {
  ConvParams p(FLOAT, 2, {4}, {3}, 5, 7, 1);
  EXPECT_EQ(poplin::getFwdFlops(p), 2u * 2 * 5 * 7 * 6);
  p.inputTransform.paddingLower = {1}; // one more output, of which two kernel elements are real
  EXPECT_EQ(poplin::getFwdFlops(p), 2u * 2 * 5 * 7 * 8);
}

TEST(ConvCosts, PlansAheadOfUse) {
  Harness h;
  const poplar::Target &target = h.graph.getTarget();
  const poplar::OptionFlags none;
  poplin::PlanningCache cache;
  poplin::preplan({}, {}, cache);
  EXPECT_EQ(cache.size(), 0u);
  const ConvParams p(FLOAT, 2, {4}, {3}, 5, 7, 1);
  poplin::preplan({{&target, p, &none}}, {{&target, {FLOAT, FLOAT, {1, 8, 9}, {1, 9, 10}}, &none}},
                  cache);
  EXPECT_EQ(cache.size(), 2u);
  const auto costs = poplin::reportPlanEstimatedCosts(h.graph, p, {}, &cache);
  EXPECT_EQ(cache.size(), 2u);
  EXPECT_GT(costs.cycles, 0u);
  std::ostringstream text;
  poplin::reportPlanInfo(text, h.graph, p);
  poplin::reportWeightUpdatePlanInfo(text, h.graph, p);
  EXPECT_NE(text.str().find("[4,15] x [15,7]"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("[15,4] x [4,7]"), std::string::npos) << text.str();
}

TEST(FullyConnected, Products) {
  const auto all = poplin::fc::getMatMulPrePlanParameters({1, 2, 3, 4}, {}, FLOAT, false);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].first.aShape, (Shape{1, 2, 3}));
  EXPECT_EQ(all[1].first.bShape, (Shape{1, 4, 3}));
  EXPECT_EQ(all[2].first.aShape, (Shape{1, 3, 2}));
  EXPECT_EQ(std::string(all[2].second.at("fullyConnectedPass")), "TRAINING_WU");
  EXPECT_EQ(poplin::fc::getMatMulPrePlanParameters({1, 2, 3, 4}, {}, FLOAT, true).size(), 1u);
}

} // namespace
