// SPDX-License-Identifier: MIT
// Uses of fields and of half that public codelets rely on.
#include "CodeletRunner.hpp"

#include <cmath>
#include <random>

namespace poplar_emu::codelet::test {
namespace {

const Codelets &quirks() {
  static const Codelets codelets("Quirks.cpp");
  return codelets;
}

TEST(Quirks, PointersHelpersAndCopies) {
  auto vertex = quirks().make("Access");
  std::vector<float> in = {1, 2, 3}, out(10);
  std::vector<std::vector<float>> rows = {{1, 2}, {7}};
  unsigned index = 2;
  vertex.vector("in", in).vector("out", out).rows("rows", rows).scalar("index", index);
  EXPECT_EQ(quirks().run("Access", vertex), 0u);
  // The first six were doubled by a helper; the first two then swapped places.
  EXPECT_EQ(out, (std::vector<float>{12, 8, 12, 20, 6, 5, 2, 16, 5, 5}));
}

template <class T>
void checkElements(const char *name) {
  auto vertex = quirks().make(name);
  std::vector<T> a = {T(2), T(3), T(9)}, f(7);
  T y = T(4), total = T(1);
  vertex.scalars("a", a).scalars("f", f).scalar("y", y).scalar("total", total);
  EXPECT_EQ(quirks().run(name, vertex), 0u);
  const double expected[] = {5, 6, 3, 12, 9, 9, 9};
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ(static_cast<double>(f[static_cast<std::size_t>(i)]), expected[i]) << name << " " << i;
  EXPECT_EQ(static_cast<double>(total), 12.0) << name;
}

TEST(Quirks, ElementsOfVectorsOfScalarEdges) {
  checkElements<float>("Elements<float>");
  checkElements<_Float16>("Elements<half>");
  checkElements<int>("Elements<int>");
}

TEST(Quirks, RowAssignmentCopiesElements) {
  auto vertex = quirks().make("Rows");
  std::vector<std::vector<float>> in = {{1, 2}, {3}}, out = {{0, 0, 8}, {0}};
  vertex.rows("in", in).rows("out", out);
  quirks().run("Rows", vertex);
  EXPECT_EQ(out, (std::vector<std::vector<float>>{{1, 2, 8}, {3}}));
}

TEST(Quirks, GnuExtensionsAndFalseResults) {
  auto vertex = quirks().make("Gnu");
  int n = 5, out = 0;
  vertex.scalar("n", n).scalar("out", out);
  Tile tile(0);
  EXPECT_EQ(quirks().run("Gnu", vertex, tile), 1u);
  EXPECT_EQ(tile.context.firstFalse, 0u);
  EXPECT_EQ(out, 5 + 4 + 6);
}

TEST(Half, LibraryFunctions) {
  auto vertex = quirks().make("HalfMath");
  std::vector<_Float16> x = {2.0f, -3.0f}, y(8);
  vertex.vector("x", x).vector("y", y);
  quirks().run("HalfMath", vertex);
  const float expected[] = {static_cast<float>(static_cast<_Float16>(std::sqrt(2.0f))),
                            static_cast<float>(static_cast<_Float16>(std::exp(2.0f))),
                            2,
                            5,
                            65504,
                            2.5f,
                            3,
                            4};
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(static_cast<float>(y[i]), expected[i]) << i;
}

TEST(Half, EveryOperationRoundsAndFloatDoesNotContract) {
  constexpr std::size_t n = 4096;
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(-2.0f, 2.0f);
  std::vector<_Float16> a(n), b(n), c(n), r(n);
  std::vector<float> p(n), q(n), s(n), t(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<_Float16>(uniform(random));
    b[i] = static_cast<_Float16>(uniform(random));
    c[i] = static_cast<_Float16>(uniform(random));
    p[i] = uniform(random);
    q[i] = uniform(random);
    s[i] = uniform(random);
  }
  auto vertex = quirks().make("HalfRounding");
  vertex.vector("a", a).vector("b", b).vector("c", c).vector("r", r);
  vertex.vector("p", p).vector("q", q).vector("s", s).vector("t", t);
  quirks().run("HalfRounding", vertex);
  for (std::size_t i = 0; i < n; ++i) {
    const auto product = static_cast<_Float16>(static_cast<float>(a[i]) * static_cast<float>(b[i]));
    const auto sum = static_cast<_Float16>(static_cast<float>(product) + static_cast<float>(c[i]));
    ASSERT_EQ(static_cast<float>(r[i]), static_cast<float>(sum)) << i;
    const volatile float exact = p[i] * q[i];
    ASSERT_EQ(t[i], exact + s[i]) << i;
  }
}

} // namespace
} // namespace poplar_emu::codelet::test
