// SPDX-License-Identifier: MIT
// namespace ipu over scalars and vectors, compared with the C library.
#include "CodeletRunner.hpp"

#include <cmath>
#include <functional>

namespace poplar_emu::codelet::test {
namespace {

const Codelets &vectorMath() {
  static const Codelets codelets("VectorMath.cpp");
  return codelets;
}

float andComplement(float a, float b) {
  std::uint32_t x, y;
  std::memcpy(&x, &a, 4);
  std::memcpy(&y, &b, 4);
  x &= ~y;
  std::memcpy(&a, &x, 4);
  return a;
}

/// In the order of the codelet.
const std::vector<std::function<float(float, float)>> &functions() {
  static const std::vector<std::function<float(float, float)>> list = {
      [](float a, float) { return std::fabs(a); },
      [](float a, float) { return std::sqrt(std::fabs(a)); },
      [](float, float b) { return 1.0f / std::sqrt(b); },
      [](float a, float) { return std::exp(a); },
      [](float a, float) { return std::exp2(a); },
      [](float a, float) { return std::expm1(a); },
      [](float, float b) { return std::log(b); },
      [](float a, float) { return std::sin(a); },
      [](float a, float) { return std::cos(a); },
      [](float a, float) { return std::tan(a); },
      [](float a, float) { return std::tanh(a); },
      [](float a, float b) { return std::asin(std::fmin(a, b)); },
      [](float a, float b) { return std::atan2(a, b); },
      [](float a, float) { return 1.0f / (1.0f + std::exp(-a)); },
      [](float a, float) { return std::erf(a); },
      [](float a, float b) { return std::pow(b, a); },
      [](float a, float b) { return std::fmod(a, b); },
      [](float a, float b) { return std::fmin(a, b); },
      [](float a, float b) { return std::fmax(a, b); },
      [](float a, float b) { return std::fma(a, b, a); },
      [](float a, float) { return std::floor(a); },
      [](float a, float) { return std::ceil(a); },
      [](float a, float) { return std::round(a); },
      [](float a, float) { return std::nearbyint(a); },
      [](float a, float) { return std::trunc(a); },
      [](float a, float b) { return std::copysign(b, a); },
  };
  return list;
}

template <class T, int Lanes>
void checkAll(const char *name, float tolerance) {
  alignas(16) T x[4] = {T(0.5f), T(-0.75f), T(0.25f), T(-0.125f)};
  alignas(16) T y[4] = {T(1.5f), T(2.25f), T(0.75f), T(3.0f)};
  alignas(16) T out[27 * 4] = {};
  T sum = 0;
  auto vertex = vectorMath().make(name);
  vertex.span("x", x, 4).span("y", y, 4).span("out", out, 27 * Lanes).scalar("sum", sum);
  vectorMath().run(name, vertex);
  float expectedSum = 0;
  for (int lane = 0; lane < Lanes; ++lane) {
    const float a = static_cast<float>(x[lane]), b = static_cast<float>(y[lane]);
    expectedSum += a;
    for (std::size_t f = 0; f < functions().size(); ++f) {
      const float got = static_cast<float>(out[f * Lanes + static_cast<std::size_t>(lane)]);
      const float expected = functions()[f](a, b);
      EXPECT_NEAR(got, expected, tolerance * (1.0f + std::fabs(expected)))
          << name << " function " << f;
    }
  }
  EXPECT_EQ(static_cast<float>(sum), expectedSum) << name;
  if constexpr (sizeof(T) == 4) {
    EXPECT_EQ(out[26 * Lanes], andComplement(x[0], y[0])) << name;
  }
}

TEST(VectorMath, AllFunctionsOfAllTypes) {
  checkAll<float, 1>("Unary<float>", 1e-6f);
  checkAll<_Float16, 1>("Unary<half>", 1e-3f);
  checkAll<_Float16, 2>("Unary<half2>", 1e-3f);
  checkAll<_Float16, 4>("Unary<half4>", 1e-3f);
  checkAll<float, 2>("Unary<float2>", 1e-6f);
  checkAll<float, 4>("Unary<float4>", 1e-6f);
}

TEST(VectorMath, PostIncrement) {
  alignas(8) float in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8] = {};
  auto vertex = vectorMath().make("PostIncrement");
  vertex.span("in", in, 8).span("out", out, 8);
  vectorMath().run("PostIncrement", vertex);
  const float expected[8] = {2, 3, 0, 0, 6, 7, 0, 0};
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(out[i], expected[i]) << i;
}

TEST(VectorMath, VectorTypesBehaveAsTheCompilersOwn) {
  alignas(16) float out[8] = {};
  auto vertex = vectorMath().make("VectorTypes");
  vertex.span("out", out, 8);
  vectorMath().run("VectorTypes", vertex);
  EXPECT_EQ(out[0], -1.0f);
  EXPECT_EQ(out[1], 21.0f);
  EXPECT_EQ(out[2], 4.0f);
  EXPECT_EQ(out[3], 1.0f);
  EXPECT_EQ(out[4], 20.0f);
  EXPECT_EQ(out[5], 2.0f);
  EXPECT_EQ(out[6], 2.0f);
  EXPECT_EQ(out[7], 4.0f);
}

} // namespace
} // namespace poplar_emu::codelet::test
