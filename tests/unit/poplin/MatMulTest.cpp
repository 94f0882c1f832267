// SPDX-License-Identifier: MIT
// Products against a plain triple loop, for shapes, types, layouts and plans of all kinds.
#include "Matrices.hpp"

#include <poplin/MatMul.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

#include <sstream>

namespace {

using namespace poplin_test;
using poplar::FLOAT;
using poplar::HALF;
using poplar::Half;
using poplar::Tensor;
using popops_test::kLayouts;
using popops_test::Layout;

struct Sizes {
  std::size_t groups, m, k, n;
};

const std::vector<Sizes> kSizes = {
    {1, 1, 1, 1},    {1, 4, 3, 2},    {1, 24, 128, 32}, {1, 25, 129, 33}, {1, 13, 300, 17},
    {1, 1, 500, 1},  {1, 40, 257, 3}, {1, 1, 64, 100},  {3, 7, 20, 18},   {20, 2, 5, 4},
    {1, 100, 16, 1}, {2, 0, 4, 3},    {1, 3, 0, 5},     {1, 3, 4, 0},     {1, 2, 1000, 2}};

/// Checks c = a * b with the accuracy of a sum of k products and one rounding to T.
template <class T, class In>
void expectProduct(const std::vector<T> &c, const std::vector<In> &a, const std::vector<In> &b,
                   const Sizes &sizes, double perProduct) {
  const auto [groups, m, k, n] = sizes;
  ASSERT_EQ(c.size(), groups * m * n);
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        double exact = 0, magnitude = 0;
        for (std::size_t l = 0; l < k; ++l) {
          const double product = static_cast<double>(static_cast<float>(a[(g * m + i) * k + l])) *
                                 static_cast<float>(b[(g * k + l) * n + j]);
          exact += product;
          magnitude += std::abs(product);
        }
        const double rounding = sizeof(T) == 2 ? 0x1p-11 : 0x1p-24;
        ASSERT_NEAR(static_cast<float>(c[(g * m + i) * n + j]), exact,
                    magnitude * perProduct + std::abs(exact) * rounding + 1e-7)
            << "element " << g << "," << i << "," << j << " of " << groups << " x [" << m << ","
            << k << "," << n << "]";
      }
}

template <class In, class Out>
void check(const Sizes &sizes, Layout layout, const poplar::OptionFlags &options, double perProduct,
           unsigned tiles = 6) {
  const auto [groups, m, k, n] = sizes;
  Harness h(tiles);
  const auto va = values<In>(groups * m * k, 1), vb = values<In>(groups * k * n, 2);
  const Tensor a = h.input({groups, m, k}, va, layout), b = h.input({groups, k, n}, vb, layout);
  const poplar::Type type = poplar::equivalent_device_type<Out>().value;
  const Tensor c = poplin::matMulGrouped(h.graph, a, b, h.prog, type, "product", options);
  ASSERT_EQ(c.elementType(), type);
  ASSERT_EQ(c.shape(), (Shape{groups, m, n}));
  h.graph.getTileMapping(c); // complete
  const unsigned out = h.read(c);
  h.run();
  expectProduct(h.result<Out>(out), va, vb, sizes, perProduct);
}

TEST(MatMul, MatchesTripleLoopForAllSizesAndLayouts) {
  for (const Sizes &sizes : kSizes)
    for (const Layout layout : kLayouts)
      check<float, float>(sizes, layout, {}, 1e-6);
}

TEST(MatMul, TypesOfOperandsSumsAndResults) {
  const poplar::OptionFlags halfSums{{"partialsType", "half"}};
  for (const Sizes &sizes : kSizes) {
    check<float, Half>(sizes, Layout::Linear, {}, 1e-6);
    check<Half, float>(sizes, Layout::Linear, {}, 1e-6);
    check<Half, Half>(sizes, Layout::Linear, {}, 1e-6);
    check<Half, Half>(sizes, Layout::Linear, halfSums, 0x1p-9);
    // Sums are never smaller than the result.
    check<Half, float>(sizes, Layout::Linear, halfSums, 1e-6);
  }
}

TEST(MatMul, DepthsInStepsWhenTilesAreSmall) {
  // Little memory and few tiles: blocks of K follow one another.
  for (const char *memory : {"0", "0.02", "0.1"})
    for (const Sizes &sizes : {Sizes{1, 30, 1000, 40}, Sizes{2, 17, 333, 19}}) {
      check<float, float>(sizes, Layout::Linear, {{"availableMemoryProportion", memory}}, 1e-6, 2);
      check<Half, Half>(sizes, Layout::Linear, {{"availableMemoryProportion", memory}}, 1e-6, 2);
      check<float, Half>(sizes, Layout::Linear, {{"availableMemoryProportion", memory}}, 1e-6, 2);
    }
}

TEST(MatMul, DepthsOverManyTiles) {
  for (const unsigned tiles : {40u, 300u}) {
    check<float, float>({1, 6, 4000, 16}, Layout::Linear, {}, 1e-6, tiles);
    check<Half, Half>({1, 5, 3001, 7}, Layout::Linear, {}, 1e-6, tiles);
  }
}

TEST(MatMul, HalfSumsAreRoundedOnTheWay) {
  // 2048 + 1 is 2048 in half: ones that come in later blocks of 16 are lost, in float they are not.
  const std::size_t k = 160;
  std::vector<Half> ones(k, Half(1.0f)), b(k, Half(0.0f));
  b[0] = Half(2048.0f);
  for (std::size_t i = 16; i < k; i += 16)
    b[i] = Half(1.0f);
  std::vector<float> results;
  for (const char *type : {"half", "float"}) {
    Harness h(1);
    const Tensor c = poplin::matMul(h.graph, h.input({1, k}, ones), h.input({k, 1}, b), h.prog, "",
                                    {{"partialsType", type}, {"availableMemoryProportion", "9"}});
    const unsigned out = h.read(c);
    h.run();
    results.push_back(static_cast<float>(h.result<Half>(out)[0]));
  }
  EXPECT_EQ(results[0], 2048.0f);
  EXPECT_GT(results[1], 2050.0f);
}

TEST(MatMul, CreatedOperandsNeedNoCopy) {
  Harness h(20);
  const Sizes sizes{1, 50, 70, 45};
  poplin::PlanningCache cache;
  const Tensor a =
      poplin::createMatMulInputLHS(h.graph, FLOAT, {50, 70}, {70, 45}, "a", {}, &cache);
  const Tensor b =
      poplin::createMatMulInputRHS(h.graph, FLOAT, {50, 70}, {70, 45}, "b", {}, &cache);
  EXPECT_EQ(cache.size(), 1u);
  const auto va = values<float>(50 * 70, 1), vb = values<float>(70 * 45, 2);
  h.prog.add(poplar::program::Copy(h.input({50, 70}, va), a));
  h.prog.add(poplar::program::Copy(h.input({70, 45}, vb), b));
  const unsigned before = h.graph.getNumVertices();
  Tensor out = poplin::createMatMulOutput(h.graph, FLOAT, {50, 70}, {70, 45}, "c", {}, &cache);
  poplin::matMulWithOutput(h.graph, a, b, out, h.prog, "p", {}, &cache);
  EXPECT_GT(h.graph.getNumVertices(), before + 1);
  EXPECT_EQ(out.shape(), (Shape{50, 45}));
  const unsigned handle = h.read(out);
  h.run();
  expectProduct(h.result<float>(handle), va, vb, sizes, 1e-6);
}

TEST(MatMul, WritesAnOrdinaryTensorAndOneThatIsAnOperand) {
  Harness h;
  const auto va = values<float>(36, 1), vb = values<float>(36, 2);
  Tensor a = h.input({6, 6}, va), b = h.input({6, 6}, vb, Layout::Transposed);
  Tensor plain = h.graph.addVariable(FLOAT, {6, 6});
  poputil::mapTensorLinearly(h.graph, plain);
  poplin::matMulWithOutput(h.graph, a, b, plain, h.prog);
  poplin::matMulWithOutput(h.graph, a, b, a, h.prog);
  const unsigned first = h.read(plain), second = h.read(a);
  h.run();
  expectProduct(h.result<float>(first), va, vb, {1, 6, 6, 6}, 1e-6);
  EXPECT_EQ(h.result<float>(first), h.result<float>(second));
}

TEST(MatMul, AddsToATensor) {
  for (const bool tensorFactor : {false, true}) {
    Harness h;
    const auto va = values<float>(35, 1), vb = values<float>(21, 2), vc = values<float>(15, 3);
    Tensor c = h.input({5, 3}, vc), a = h.input({5, 7}, va), b = h.input({7, 3}, vb);
    if (tensorFactor)
      poplin::matMulAcc(h.graph, c, h.input({1}, std::vector<float>{-2.0f}), a, b, h.prog);
    else
      poplin::matMulAcc(h.graph, c, -2.0f, a, b, h.prog, "acc");
    const unsigned out = h.read(c);
    h.run();
    const auto result = h.result<float>(out);
    std::vector<float> product;
    for (std::size_t i = 0; i < result.size(); ++i)
      product.push_back((vc[i] - result[i]) / 2);
    expectProduct(product, va, vb, {1, 5, 7, 3}, 1e-5);
  }
}

TEST(MatMul, TransposedViewsAndGroups) {
  Harness h;
  const auto va = values<float>(2 * 4 * 3, 1), vb = values<float>(2 * 5 * 4, 2);
  const Tensor a = h.input({2, 4, 3}, va), b = h.input({2, 5, 4}, vb);
  const Tensor c = poplin::matMulGrouped(h.graph, poplin::transposeGroupedMatrix(a),
                                         poplin::transposeGroupedMatrix(b), h.prog, FLOAT, "t");
  const unsigned out = h.read(c);
  h.run();
  std::vector<float> ta(va.size()), tb(vb.size());
  for (std::size_t g = 0; g < 2; ++g)
    for (std::size_t l = 0; l < 4; ++l) {
      for (std::size_t i = 0; i < 3; ++i)
        ta[(g * 3 + i) * 4 + l] = va[(g * 4 + l) * 3 + i];
      for (std::size_t j = 0; j < 5; ++j)
        tb[(g * 4 + l) * 5 + j] = vb[(g * 5 + j) * 4 + l];
    }
  expectProduct(h.result<float>(out), ta, tb, {2, 3, 4, 5}, 1e-6);
}

TEST(MatMul, SameResultTwice) {
  std::vector<std::vector<float>> results;
  for (int i = 0; i < 2; ++i) {
    Harness h(30);
    const Tensor c = poplin::matMul(h.graph, h.input({9, 700}, values<float>(6300, 1)),
                                    h.input({700, 11}, values<float>(7700, 2)), h.prog, FLOAT);
    const unsigned out = h.read(c);
    h.run();
    results.push_back(h.result<float>(out));
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(MatMul, PreArrangesOnlyWhenAsked) {
  Harness h;
  const auto va = values<float>(60, 1), vb = values<float>(50, 2);
  const Tensor b = h.input({10, 5}, vb);
  EXPECT_EQ(poplin::preArrangeMatMulInputRHS(h.graph, {6, 10}, b, h.prog), b);
  const poplar::OptionFlags options{{"inputRHSIsPreArranged", "true"},
                                    {"fullyConnectedPass", "TRAINING_BWD"}};
  const Tensor arranged =
      poplin::preArrangeMatMulInputRHS(h.graph, {6, 10}, b, h.prog, "", options);
  EXPECT_NE(arranged, b);
  const Tensor c = poplin::matMul(h.graph, h.input({6, 10}, va), arranged, h.prog, "", options);
  const unsigned out = h.read(c);
  h.run();
  expectProduct(h.result<float>(out), va, vb, {1, 6, 10, 5}, 1e-6);
}

template <class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const poputil::poplibs_error &error) {
    return error.what();
  }
  return "";
}

TEST(MatMul, RefusesWhatDoesNotFit) {
  Harness h;
  const auto add = [&](const poplar::Type &type, const Shape &shape) {
    Tensor t = h.graph.addVariable(type, shape);
    h.graph.setTileMapping(t, 0);
    return t;
  };
  const Tensor a = add(FLOAT, {4, 3});
  const std::string sizes =
      refusal([&] { poplin::matMul(h.graph, a, add(FLOAT, {4, 5}), h.prog); });
  EXPECT_NE(sizes.find("poplin::matMul: "), std::string::npos) << sizes;
  EXPECT_NE(sizes.find("float[1, 4, 3]"), std::string::npos) << sizes;
  EXPECT_NE(sizes.find("fix: "), std::string::npos) << sizes;
  EXPECT_NE(refusal([&] { poplin::matMul(h.graph, a, add(HALF, {3, 5}), h.prog); }), "");
  EXPECT_NE(refusal([&] { poplin::matMul(h.graph, a, add(FLOAT, {1, 3, 5}), h.prog); }), "");
  EXPECT_NE(refusal([&] {
              poplin::matMul(h.graph, add(poplar::INT, {2, 2}), add(poplar::INT, {2, 2}), h.prog);
            }),
            "");
  EXPECT_NE(refusal([&] {
              poplin::matMulGrouped(h.graph, add(FLOAT, {2, 3, 4}), add(FLOAT, {3, 4, 5}), h.prog,
                                    FLOAT);
            }),
            "");
  EXPECT_NE(refusal([&] { poplin::createMatMulInputLHS(h.graph, FLOAT, {2, 3}, {4, 1}, "x"); }),
            "");
  EXPECT_NE(refusal([&] {
              poplin::createMatMulInputLHS(h.graph, poplar::QUARTER, FLOAT, {2, 3}, {3, 1}, "x");
            }),
            "");
  Tensor wrong = add(FLOAT, {4, 4});
  EXPECT_NE(
      refusal([&] { poplin::matMulWithOutput(h.graph, a, add(FLOAT, {3, 5}), wrong, h.prog); }),
      "");
  EXPECT_NE(refusal([&] {
              poplin::matMulAcc(h.graph, add(FLOAT, {4, 5}), add(FLOAT, {2}), a, add(FLOAT, {3, 5}),
                                h.prog);
            }),
            "");
  EXPECT_NE(refusal([&] {
              poplin::matMulAcc(h.graph, add(FLOAT, {1, 5}).broadcast(4, 0), 1.0f, a,
                                add(FLOAT, {3, 5}), h.prog);
            }),
            "");
  EXPECT_NE(refusal([&] { poplin::transposeGroupedMatrix(a); }), "");
}

TEST(MatMul, Options) {
  EXPECT_THROW(poplin::matmulValidateOptions({{"partialsTyp", "float"}}), poplar::invalid_option);
  EXPECT_THROW(poplin::matmulValidateOptions({{"partialsType", "int"}}), poplar::invalid_option);
  EXPECT_THROW(poplin::matmulValidateOptions({{"availableMemoryProportion", "-0.1"}}),
               poplar::invalid_option);
  EXPECT_THROW(poplin::matmulValidateOptions({{"fullyConnectedPass", "FWD"}}),
               poplar::invalid_option);
  EXPECT_THROW(poplin::matmulValidateOptions({{"planConstraints", "3"}}), poplar::invalid_option);
  EXPECT_NO_THROW(poplin::matmulValidateOptions({{"availableMemoryProportion", "1.5"},
                                                 {"enableFastReduce", "true"},
                                                 {"planConstraints", "{}"},
                                                 {"use128BitConvUnitLoad", "false"}}));
}

TEST(MatMul, ReportsPlans) {
  Harness h;
  std::ostringstream text, none;
  poplin::matMulReportPlan(text, h.graph, HALF, FLOAT, {100, 200}, {200, 300});
  EXPECT_NE(text.str().find("[100,200] x [200,300], half to float"), std::string::npos)
      << text.str();
  poplin::matMulReportPlan(none, h.graph, FLOAT, FLOAT, {3, 4}, {4, 0});
  EXPECT_NE(none.str().find("special handling"), std::string::npos) << none.str();
}

} // namespace
