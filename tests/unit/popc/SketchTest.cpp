// SPDX-License-Identifier: MIT
// The representative vertex shapes compile, and compute what they should.
#include "CodeletRunner.hpp"

#include "support/ElementType.hpp"

#include <cmath>
#include <numeric>

namespace poplar_emu::codelet::test {
namespace {

const Codelets &sketches() {
  static const Codelets codelets("Sketches.cpp");
  return codelets;
}

std::vector<float> iota(std::size_t n, float first = 1.0f) {
  std::vector<float> v(n);
  std::iota(v.begin(), v.end(), first);
  return v;
}

TEST(Sketches, ScalarResultOverASpan) {
  auto vertex = sketches().make("Total");
  std::vector<float> xs = iota(10);
  float sum = 0;
  vertex.vector("xs", xs).scalar("sum", sum);
  EXPECT_EQ(sketches().run("Total", vertex), 0u);
  EXPECT_EQ(sum, 55.0f);
}

TEST(Sketches, TemplateWithOnePointerAndHostSetState) {
  auto vertex = sketches().make("Axpy<float>");
  std::vector<float> x = iota(5), y = {1, 1, 1, 1, 1};
  vertex.vector("x", x).vector("y", y).value("n", 4u).value("a", 2.0f);
  sketches().run("Axpy<float>", vertex);
  EXPECT_EQ(y, (std::vector<float>{3, 5, 7, 9, 1}));

  auto halfVertex = sketches().make("Axpy<half>");
  std::vector<_Float16> hx = {1, 2}, hy = {0.5f, 0.5f};
  halfVertex.vector("x", hx).vector("y", hy).value("n", 2u).value("a", 2.0f);
  sketches().run("Axpy<half>", halfVertex);
  EXPECT_EQ(static_cast<float>(hy[1]), 4.5f);
}

TEST(Sketches, MultiVertexCoversAllElements) {
  for (const unsigned workers : {1u, 4u, 6u}) {
    const Codelets codelets("Sketches.cpp", workers);
    for (const char *name : {"Square", "Fast"}) {
      auto vertex = codelets.make(name);
      std::vector<float> v = iota(23);
      vertex.vector("v", v);
      Tile tile(3, workers);
      codelets.run(name, vertex, tile);
      for (std::size_t i = 0; i < v.size(); ++i) {
        const float x = static_cast<float>(i + 1);
        ASSERT_EQ(v[i], name[0] == 'S' ? x * x : 2 * x) << workers << " workers, element " << i;
      }
    }
  }
}

TEST(Sketches, JaggedRowsAndVectorOfScalars) {
  auto vertex = sketches().make("RowMax");
  std::vector<std::vector<int>> rows = {{3, 9, 2}, {-5}, {1, 1}};
  std::vector<int> best(3);
  vertex.rows("rows", rows).scalars("best", best);
  sketches().run("RowMax", vertex);
  EXPECT_EQ(best, (std::vector<int>{9, -5, 1}));
}

TEST(Sketches, VectorList) {
  auto vertex = sketches().make("ListSum");
  std::vector<std::vector<float>> parts = {{1, 2}, {}, {3, 4, 5}};
  float out = 0;
  vertex.rows("parts", parts).scalar("out", out);
  sketches().run("ListSum", vertex);
  EXPECT_EQ(out, 15.0f);
}

TEST(Sketches, StatePersistsBetweenRuns) {
  auto vertex = sketches().make("Lookup");
  std::vector<unsigned> table = {10, 20, 30};
  unsigned key = 4, val = 0;
  vertex.vector("table", table).scalar("key", key).scalar("val", val).value("calls", 0);
  sketches().run("Lookup", vertex);
  sketches().run("Lookup", vertex);
  EXPECT_EQ(val, 20u);
  EXPECT_EQ(vertex.get<int>("calls"), 2);
}

TEST(Sketches, ConditionEnumTemplateAndSpecialisation) {
  auto below = sketches().make("Below");
  float err = 0.5f;
  bool stop = false;
  below.scalar("err", err).value("tol", 1.0f).scalar("stop", stop);
  sketches().run("Below", below);
  EXPECT_TRUE(stop);

  auto apply = sketches().make("app::Apply<app::Op::MUL,float>");
  float a = 3, b = 4, r = 0;
  apply.scalar("a", a).scalar("b", b).scalar("r", r);
  sketches().run("app::Apply<app::Op::MUL,float>", apply);
  EXPECT_EQ(r, 12.0f);

  auto conv = sketches().make("Conv<bool>");
  bool in = true;
  float out = 0;
  conv.scalar("i", in).scalar("o", out);
  sketches().run("Conv<bool>", conv);
  EXPECT_EQ(out, 1.0f);
  EXPECT_TRUE(sketches().registry().hasType("Conv<int>"));
  EXPECT_FALSE(sketches().registry().hasType("Conv<float>"));
}

TEST(Sketches, SupervisorWithAndWithoutGuard) {
  for (const auto &[name, step] : {std::pair("Sup", 1u), std::pair("SupUnguarded", 2u)}) {
    auto vertex = sketches().make(name);
    EXPECT_EQ(sketches().type(name).kind, ir::VertexKind::SupervisorVertex);
    std::vector<unsigned> d = {5};
    vertex.vector("d", d);
    sketches().run(name, vertex);
    EXPECT_EQ(d[0], 5 + step);
  }
}

TEST(Sketches, ExternalCodeletUsesItsBody) {
  EXPECT_EQ(sketches().type("Ext<int>").kind, ir::VertexKind::Vertex);
  auto vertex = sketches().make("Ext<int>");
  std::vector<int> a = {1, 2, 3}, b(3);
  vertex.vector("a", a).vector("b", b).value<unsigned short>("n", 3);
  sketches().run("Ext<int>", vertex);
  EXPECT_EQ(b, a);
}

TEST(Sketches, ConstraintInterleavedAndConditionalType) {
  auto dot = sketches().make("Dot");
  std::vector<float> a = iota(4), b = iota(4);
  float d = 0;
  dot.vector("a", a).vector("b", b).scalar("d", d);
  sketches().run("Dot", dot);
  EXPECT_EQ(d, 30.0f);

  const ir::VertexType &inPlace = sketches().type("Scale<true>");
  EXPECT_EQ(inPlace.fields[0].direction, ir::Direction::InOut);
  EXPECT_EQ(sketches().type("Scale<false>").fields[0].direction, ir::Direction::Out);
  auto scale = sketches().make("Scale<false>");
  std::vector<float> o(4);
  scale.vector("o", o).vector("i", a).value("n", 4u);
  sketches().run("Scale<false>", scale);
  EXPECT_EQ(o, (std::vector<float>{2, 4, 6, 8}));
}

TEST(Sketches, StructInAByteBuffer) {
  auto vertex = sketches().make("Trace");
  std::vector<float> rays = {1, 0, 0, 10, 0, 0, 2, 0, 0, 20, 0, 0};
  vertex.span("raw", rays.data(), rays.size() * sizeof(float));
  sketches().run("Trace", vertex);
  EXPECT_EQ(rays[0], 11.0f);
  EXPECT_EQ(rays[6], 22.0f);
}

TEST(Sketches, VectorTypesWithoutGuard) {
  auto vertex = sketches().make("FastUnguarded");
  alignas(8) float v[16];
  for (int i = 0; i < 16; ++i)
    v[i] = static_cast<float>(i);
  vertex.span("v", v, 16);
  sketches().run("FastUnguarded", vertex);
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(v[i], 2.0f * static_cast<float>(i));
}

TEST(Sketches, StaticsAreSharedByTheWorkersOfATile) {
  auto vertex = sketches().make("Hist");
  EXPECT_TRUE(sketches().type("Hist").hasMutableStatics);
  std::vector<unsigned> x = {1, 3, 5, 7, 9, 11, 13};
  unsigned n = 0;
  vertex.vector("x", x).scalar("n", n);
  Tile tile(0);
  tile.useStatics(sketches().loaded().statics());
  sketches().run("Hist", vertex, tile);
  EXPECT_EQ(n, 2u);
  const auto *part = reinterpret_cast<const unsigned *>(tile.statics.data());
  EXPECT_EQ(std::accumulate(part, part + 6, 0u), 7u);
}

TEST(Sketches, PrivateFieldsAndSingleSource) {
  auto hidden = sketches().make("Hidden");
  int a = 21, b = 0;
  hidden.scalar("a", a).scalar("b", b);
  sketches().run("Hidden", hidden);
  EXPECT_EQ(b, 42);

  const Codelets single("SingleSource.cpp");
  auto negate = single.make("Negate");
  std::vector<float> in = {1, -2}, out(2);
  negate.vector("in", in).vector("out", out);
  single.run("Negate", negate);
  EXPECT_EQ(out, (std::vector<float>{-1, 2}));
}

TEST(Sketches, PlainArithmeticDoesNotUseTheContext) {
  for (const char *name :
       {"Total", "Axpy<float>", "Axpy<half>", "RowMax", "ListSum", "Lookup", "Below",
        "app::Apply<app::Op::ADD,float>", "Conv<int>", "Dot", "Trace", "Hidden"})
    EXPECT_FALSE(sketches().type(name).usesContext) << name;
  EXPECT_TRUE(sketches().type("Hist").usesContext);
  EXPECT_FALSE(sketches().type("Axpy<float>").returnsBool);
  EXPECT_TRUE(sketches().type("Total").returnsBool);
}

} // namespace
} // namespace poplar_emu::codelet::test
