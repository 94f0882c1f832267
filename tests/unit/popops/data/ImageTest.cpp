// SPDX-License-Identifier: MIT
// Normalised images: three channels scaled, the fourth zero.
#include "../Harness.hpp"

#include <popops/NormaliseImage.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Half;
using poplar::Tensor;

template <class In, class Out>
void normalise(const Shape &shape, Layout layout, double tolerance) {
  Harness h;
  std::vector<In> pixels;
  for (std::size_t i = 0; i < volume(shape); ++i)
    pixels.push_back(static_cast<In>(static_cast<float>(i * 37 % 256)));
  const float scale = 1.0f / 255;
  const std::vector<Out> offsets = {Out(0.5f), Out(0.25f), Out(-0.125f)};
  const std::vector<Out> scales = {Out(2.0f), Out(3.0f), Out(0.5f)};
  const Tensor out =
      popops::normaliseImage(h.graph, h.prog, h.input(shape, pixels, layout), scale,
                             h.input({3}, offsets), h.input({3}, scales), "normalise");
  Shape expectedShape = shape;
  expectedShape.back() = 4;
  EXPECT_EQ(out.shape(), expectedShape);
  EXPECT_EQ(out.elementType(), poplar::equivalent_device_type<Out>().value);
  const unsigned number = h.read(out);
  h.run();
  std::vector<Out> expected;
  for (std::size_t p = 0; p < pixels.size() / 3; ++p) {
    for (std::size_t c = 0; c < 3; ++c) {
      const Out scaled =
          Out(static_cast<float>(pixels[3 * p + c]) * static_cast<float>(Out(scale)));
      const Out centred = Out(static_cast<float>(scaled) - static_cast<float>(offsets[c]));
      expected.push_back(Out(static_cast<float>(centred) * static_cast<float>(scales[c])));
    }
    expected.push_back(Out(0.0f));
  }
  EXPECT_EQ(difference(h.result<Out>(number), expected, tolerance), "");
}

TEST(NormaliseImage, EveryTypeAndLayout) {
  for (const Layout layout : kLayouts)
    for (const Shape &shape : {Shape{3}, Shape{31, 3}, Shape{2, 7, 5, 3}, Shape{1, 2, 3, 4, 3}}) {
      normalise<unsigned char, Half>(shape, layout, 0);
      normalise<Half, Half>(shape, layout, 0);
      normalise<float, float>(shape, layout, 1e-6);
    }
}

TEST(NormaliseImage, PixelsStayOnTheTilesOfTheirInput) {
  Harness h;
  const Tensor in =
      popops::createNormaliseImageInput(h.graph, poplar::UNSIGNED_CHAR, {4, 50, 3}, "image");
  EXPECT_EQ(in.shape(), (Shape{4, 50, 3}));
  const Tensor three = h.input<Half>({3}, std::vector<Half>(3, Half(1)));
  const Tensor out = popops::normaliseImage(h.graph, h.prog, in, 1, three, three);
  const auto from = h.graph.getTileMapping(in), to = h.graph.getTileMapping(out);
  for (std::size_t tile = 0; tile < from.size(); ++tile) {
    ASSERT_EQ(from[tile].size(), to[tile].size());
    for (std::size_t i = 0; i < from[tile].size(); ++i) {
      EXPECT_EQ(from[tile][i].begin() % 3, 0u);
      EXPECT_EQ(from[tile][i].begin() / 3, to[tile][i].begin() / 4);
    }
  }
}

} // namespace
