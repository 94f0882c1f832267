// SPDX-License-Identifier: MIT
// What sorting, encoding, counting, padding and their like refuse.
#include "../Harness.hpp"

#include <popops/AllTrue.hpp>
#include <popops/Encoding.hpp>
#include <popops/GatherStatistics.hpp>
#include <popops/Loop.hpp>
#include <popops/NaN.hpp>
#include <popops/NormaliseImage.hpp>
#include <popops/Pad.hpp>
#include <popops/Rearrange.hpp>
#include <popops/Sort.hpp>
#include <popops/SplineBasis.hpp>
#include <popops/SplineWeighting.hpp>
#include <popops/TopK.hpp>
#include <poputil/exceptions.hpp>

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>

namespace {

using namespace popops_test;
using poplar::Tensor;
using popops::SortOrder;
using poputil::poplibs_error;
using testing::HasSubstr;

class DataErrors : public testing::Test {
 protected:
  template <class T>
  Tensor make(const Shape &shape) {
    return h.input<T>(shape, std::vector<T>(volume(shape)));
  }

  template <class F>
  std::string textOf(F &&call) {
    try {
      call();
    } catch (const poplibs_error &error) {
      EXPECT_THAT(error.what(), HasSubstr("fix: "));
      return error.what();
    }
    ADD_FAILURE() << "no poplibs_error";
    return "";
  }

  Harness h;
  Tensor f = make<float>({2, 3}), i = make<int>({2, 3}), u = make<unsigned>({4});
  Tensor b = make<bool>({2, 3}), scalar = make<float>({});
};

TEST_F(DataErrors, OfSort) {
  EXPECT_THAT(textOf([&] { popops::sortInPlace(h.graph, f, 2, h.prog); }),
              HasSubstr("there is no dimension 2 in float[2, 3]"));
  EXPECT_THAT(textOf([&] { popops::sort(h.graph, b, 0, h.prog); }),
              HasSubstr("elements are bool[2, 3]"));
  EXPECT_THAT(textOf([&] { popops::sortKeyValue(h.graph, f, u, 0, h.prog); }),
              HasSubstr("keys are float[2, 3], values unsigned int[4]"));
  textOf([&] { popops::sortKeyValueInPlace(h.graph, f, b, 0, h.prog); });
  textOf([&] { popops::sortKeyValueInPlace(h.graph, f, i, 5, h.prog); });
  textOf([&] { popops::sortInPlace(h.graph, f.broadcast(2, 0), 0, h.prog); });
  EXPECT_THROW(popops::sort(h.graph, f, 2, h.prog), poplar::poplar_error);
  EXPECT_THROW(popops::sort(h.graph, scalar, 0, h.prog), poplar::poplar_error);
  EXPECT_THROW(popops::sortKeyValue(h.graph, f, i, 2, h.prog), poplar::poplar_error);
}

TEST_F(DataErrors, OfTopK) {
  EXPECT_THAT(textOf([&] { popops::topK(h.graph, h.prog, f, {4, true, SortOrder::NONE}); }),
              HasSubstr("float[2, 3] with {k=4, largest=true, sortOrder=NONE"));
  textOf([&] { popops::topK(h.graph, h.prog, scalar, {1, true, SortOrder::NONE}); });
  textOf([&] { popops::topK(h.graph, h.prog, b, {1, true, SortOrder::NONE}); });
  textOf([&] { popops::topKWithPermutation(h.graph, h.prog, f, {9, true, SortOrder::NONE}); });
  textOf([&] { popops::topKKeyValue(h.graph, h.prog, f, u, {1, true, SortOrder::NONE}); });
  textOf([&] { popops::topKKeyValue(h.graph, h.prog, f, b, {1, true, SortOrder::NONE}); });
  EXPECT_THAT(textOf([&] {
                popops::topKKeyValue(h.graph, h.prog, f, i, {1, true, SortOrder::ASCENDING, true});
              }),
              HasSubstr("topKWithPermutation"));
}

TEST_F(DataErrors, OfEncodings) {
  const Tensor labels = make<unsigned>({2});
  EXPECT_THAT(textOf([&] { popops::encodeOneHot(h.graph, u, f, h.prog); }),
              HasSubstr("indices are unsigned int[4], encoded is float[2, 3]"));
  textOf([&] { popops::encodeOneHot(h.graph, make<float>({2}), f, h.prog); });
  textOf([&] { popops::encodeOneHot(h.graph, labels, b, h.prog); });
  textOf([&] { popops::encodeOneHot(h.graph, labels, labels, h.prog); });
  textOf([&] { popops::encodeOneHot(h.graph, labels, u.reshape({2, 2}).broadcast(2, 1), h.prog); });
  EXPECT_THAT(
      textOf([&] { popops::encodeOneHot(h.graph, labels, f, h.prog, make<int>({1}), scalar); }),
      HasSubstr("on is int[1], off is float[]"));
  textOf([&] { popops::encodeOneHot(h.graph, labels, f, h.prog, f, scalar); });
  EXPECT_THAT(textOf([&] { popops::iota(h.graph, u, 1, h.prog); }),
              HasSubstr("unsigned int[4] from a start of type int"));
  textOf([&] { popops::iota(h.graph, i, 1, h.prog); });
  textOf([&] { popops::iota(h.graph, make<float>({3}), 1u, h.prog); });
}

TEST_F(DataErrors, OfQuestionsAndHistograms) {
  EXPECT_THAT(textOf([&] { popops::allTrue(h.graph, f, h.prog); }), HasSubstr("float[2, 3]"));
  textOf([&] { popops::hasNaN(h.graph, i, h.prog); });
  textOf([&] { popops::hasNaNOrInf(h.graph, b, h.prog); });
  textOf([&] { popops::histogram(h.graph, i, i, false, h.prog); });
  textOf([&] { popops::histogram(h.graph, f, f, false, h.prog); });
  textOf([&] { popops::histogram(h.graph, f, make<poplar::Half>({2}), false, h.prog); });
  Tensor small = make<unsigned>({3});
  EXPECT_THAT(
      textOf([&] { popops::histogram(h.graph, f, small, false, make<float>({3}), false, h.prog); }),
      HasSubstr("the output is unsigned int[3] for levels float[3]"));
}

TEST_F(DataErrors, OfLoops) {
  const auto body = [](const Tensor &) { return poplar::program::Sequence(); };
  EXPECT_THAT(textOf([&] { popops::countedLoop(h.graph, 0, body); }),
              HasSubstr("from 0 to 0 in steps of 1"));
  textOf([&] { popops::countedLoop(h.graph, 5, 4, 1, body); });
  textOf([&] { popops::countedLoop(h.graph, 0, 4, 0, body); });
  const poplar::program::Sequence nothing;
  const Tensor one = make<int>({1}), other = make<unsigned>({1});
  EXPECT_THAT(textOf([&] { popops::countedForLoop(h.graph, one, 0, other, 1, nothing); }),
              HasSubstr("the count is int[1], the limit unsigned int[1]"));
  textOf([&] { popops::countedForLoop(h.graph, 0, scalar, 1, nothing); });
  textOf([&] { popops::countedForLoop(h.graph, 0, u, 1, nothing); });
  textOf([&] { popops::addForLoopCounterVertex(h.graph, one, other, 1, 0, h.prog, "x"); });
}

TEST_F(DataErrors, OfPaddings) {
  using popops::padding::Type;
  EXPECT_THAT(textOf([&] { popops::pad(h.graph, f, {1}, {1, 1}); }),
              HasSubstr("1 lower and 2 upper paddings for float[2, 3]"));
  textOf([&] { popops::pad(h.graph, f, {-1, 0}, {-2, 0}); });
  textOf([&] { popops::pad(h.graph, f, 1, 1, 2); });
  textOf([&] { popops::pad(h.graph, f, 1, 1, 0, make<int>({1})); });
  textOf([&] { popops::pad(h.graph, f, 1, 1, 0, f); });
  EXPECT_THAT(textOf([&] { popops::pad(f, 2, 0, 0, Type::REFLECT); }),
              HasSubstr("REFLECT padding by 2 of dimension 0 of float[2, 3]"));
  textOf([&] { popops::pad(make<float>({0, 2}), 1, 0, 0, Type::EDGE); });
  const Tensor lost = h.graph.addVariable(poplar::FLOAT, {3});
  textOf([&] { popops::pad(h.graph, lost, {1}, {0}, 0, popops::padding::MappingMethod::EDGE); });
}

TEST_F(DataErrors, OfArrangements) {
  const poplar::ComputeSet cs = h.graph.addComputeSet();
  textOf([&] { popops::rearrange::partialTranspose(h.graph, u, cs); });
  EXPECT_THAT(
      textOf([&] { popops::rearrange::regroupTensor(h.graph, f, h.prog, cs, {1, 3}, {0, 4}); }),
      HasSubstr("groups of 4 along dimension 0 of float[2, 3]"));
  textOf([&] {
    popops::rearrange::addTransposeVertices(
        h.graph, cs, poplar::FLOAT, 2, 2, {{{0, 1}}},
        [&](std::size_t) { return std::pair<const Tensor, const Tensor>(f, f); });
  });
}

TEST_F(DataErrors, OfImages) {
  const Tensor three = make<float>({3});
  EXPECT_THAT(textOf([&] { popops::normaliseImage(h.graph, h.prog, i, 1, three, three); }),
              HasSubstr("the image is int[2, 3]"));
  textOf([&] { popops::normaliseImage(h.graph, h.prog, u, 1, three, three); });
  textOf([&] { popops::normaliseImage(h.graph, h.prog, f, 1, three, make<float>({2})); });
  textOf([&] {
    popops::normaliseImage(h.graph, h.prog, make<unsigned char>({2, 3}), 1, three, three);
  });
  textOf([&] { popops::createNormaliseImageInput(h.graph, poplar::FLOAT, {2, 4}); });
}

TEST_F(DataErrors, OfSplines) {
  const Tensor pseudo = make<float>({5, 2}), sizes = make<int>({2});
  const Tensor open = make<unsigned char>({2}), basis = make<float>({5, 4});
  const Tensor index = make<int>({5, 4});
  const auto with = [&](const Tensor &p, const Tensor &s, const Tensor &o, const Tensor &bs,
                        const Tensor &w, unsigned degree) {
    return textOf([&] { popops::splineBasis(h.graph, p, s, o, bs, w, degree, h.prog); });
  };
  EXPECT_THAT(with(pseudo, sizes, open, basis, index, 2), HasSubstr("here [5, 9]"));
  EXPECT_THAT(with(pseudo, sizes, open, basis, index, 4), HasSubstr("degree 4"));
  with(pseudo, open, open, basis, index, 1);
  with(pseudo, sizes, sizes, basis, index, 1);
  with(pseudo, make<int>({3}), open, basis, index, 1);
  with(pseudo, sizes, open, basis, basis, 1);
  with(u, sizes, open, basis, index, 1);
  textOf([&] { popops::splineWeighting(h.graph, pseudo, f, basis, index, h.prog); });
  textOf([&] {
    popops::splineWeighting(h.graph, pseudo, make<float>({3, 3, 3}), basis, index, h.prog);
  });
  textOf([&] {
    popops::splineWeighting(h.graph, pseudo, make<float>({3, 2, 3}), basis, basis, h.prog);
  });
}

} // namespace
