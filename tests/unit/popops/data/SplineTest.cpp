// SPDX-License-Identifier: MIT
// Spline bases sum to one and agree with Cox and de Boor; weighting is a plain sum.
#include "../Harness.hpp"

#include <popops/SplineBasis.hpp>
#include <popops/SplineWeighting.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

/// The uniform B-spline of a degree with knots 0, 1, ..., degree + 1.
double spline(double x, unsigned degree) {
  if (degree == 0) return x >= 0 && x < 1 ? 1 : 0;
  return (x * spline(x, degree - 1) + (degree + 1 - x) * spline(x - 1, degree - 1)) / degree;
}

template <class T>
class SplineOf : public testing::Test {};
using Types = testing::Types<float, Half>;
TYPED_TEST_SUITE(SplineOf, Types);

TYPED_TEST(SplineOf, BasisOfEveryDegree) {
  using T = TypeParam;
  const double tolerance = std::is_same_v<T, float> ? 1e-4 : 4e-3;
  for (const Layout layout : kLayouts)
    for (unsigned degree = 1; degree <= 3; ++degree)
      for (const std::size_t dims : {1u, 2u, 3u}) {
        Harness h;
        constexpr std::size_t kEdges = 11;
        std::size_t splines = 1;
        for (std::size_t d = 0; d < dims; ++d)
          splines *= degree + 1;
        std::vector<T> pseudo;
        for (std::size_t i = 0; i < kEdges * dims; ++i)
          pseudo.push_back(T(static_cast<float>(i * 13 % 64) / 64));
        const std::vector<int> allSizes = {5, 4, 6};
        const std::vector<unsigned char> allOpen = {1, 0, 1};
        const auto end = static_cast<std::ptrdiff_t>(dims);
        const std::vector<int> sizes(allSizes.begin(), allSizes.begin() + end);
        const std::vector<unsigned char> open(allOpen.begin(), allOpen.begin() + end);
        const Tensor basis =
            h.input({kEdges, splines}, std::vector<T>(kEdges * splines, T(9)), layout);
        const Tensor index =
            h.input({kEdges, splines}, std::vector<int>(kEdges * splines, 9), layout);
        popops::splineBasis(h.graph, h.input({kEdges, dims}, pseudo, layout),
                            h.input({dims}, sizes), h.input({dims}, open), basis, index, degree,
                            h.prog, "basis");
        const unsigned b = h.read(basis), w = h.read(index);
        h.run();
        std::vector<T> weights;
        std::vector<int> indices;
        for (std::size_t e = 0; e < kEdges; ++e)
          for (std::size_t s = 0; s < splines; ++s) {
            double product = 1;
            int place = 0, radix = 1;
            std::size_t digits = s;
            for (std::size_t d = 0; d < dims; ++d) {
              const auto digit = static_cast<int>(digits % (degree + 1));
              digits /= degree + 1;
              const double v = static_cast<float>(pseudo[e * dims + d]) *
                               (sizes[d] - static_cast<int>(degree) * open[d]);
              const double fraction = v - std::floor(v);
              product *= spline(fraction + static_cast<int>(degree) - digit, degree);
              place += (static_cast<int>(std::floor(v)) + digit) % sizes[d] * radix;
              radix *= sizes[d];
            }
            weights.push_back(T(static_cast<float>(product)));
            indices.push_back(place);
          }
        EXPECT_EQ(difference(h.result<T>(b), weights, tolerance), "") << degree << " " << dims;
        EXPECT_EQ(difference(h.result<int>(w), indices), "") << degree << " " << dims;
      }
}

template <class T>
void weigh(std::size_t edges, std::size_t inputs, std::size_t outputs, std::size_t kernels,
           std::size_t splines, Layout layout) {
  const auto values = [](std::size_t n, unsigned factor) {
    std::vector<T> all;
    for (std::size_t i = 0; i < n; ++i)
      all.push_back(T(static_cast<float>(i * factor % 17) / 16 - 0.5f));
    return all;
  };
  Harness h;
  const std::vector<T> input = values(edges * inputs, 5), basis = values(edges * splines, 7);
  const std::vector<T> weight = values(kernels * inputs * outputs, 3);
  std::vector<int> index;
  for (std::size_t i = 0; i < edges * splines; ++i)
    index.push_back(static_cast<int>(i * 11 % kernels));
  const Tensor out = popops::splineWeighting(h.graph, h.input({edges, inputs}, input, layout),
                                             h.input({kernels, inputs, outputs}, weight, layout),
                                             h.input({edges, splines}, basis, layout),
                                             h.input({edges, splines}, index, layout), h.prog);
  EXPECT_EQ(out.shape(), (Shape{edges, outputs}));
  const unsigned number = h.read(out);
  h.run();
  std::vector<T> expected;
  for (std::size_t e = 0; e < edges; ++e)
    for (std::size_t o = 0; o < outputs; ++o) {
      double sum = 0;
      for (std::size_t s = 0; s < splines; ++s)
        for (std::size_t i = 0; i < inputs; ++i)
          sum +=
              static_cast<double>(static_cast<float>(basis[e * splines + s])) *
              static_cast<float>(input[e * inputs + i]) *
              static_cast<float>(
                  weight[(static_cast<std::size_t>(index[e * splines + s]) * inputs + i) * outputs +
                         o]);
      expected.push_back(T(static_cast<float>(sum)));
    }
  const double tolerance = std::is_same_v<T, float> ? 1e-3 : 2e-3;
  EXPECT_EQ(difference(h.result<T>(number), expected, tolerance), "");
}

TYPED_TEST(SplineOf, WeightedSums) {
  using T = TypeParam;
  for (const Layout layout : kLayouts) {
    weigh<T>(1, 1, 1, 1, 1, layout);
    weigh<T>(13, 3, 5, 4, 8, layout);
    weigh<T>(40, 2, 1, 25, 4, layout);
  }
  // More weights than one tile receives at once.
  weigh<T>(3, 40, 60, 64, 4, Layout::Linear);
}

} // namespace
