// SPDX-License-Identifier: MIT
// Layers with sparse weights: forward against plain loops, gradients against differences.
#include "Sparse.hpp"

#include <popsparse/FullyConnected.hpp>
#include <popsparse/SparsePartitioner.hpp>

#include <sstream>

namespace {

using namespace popsparse_test;
using poplar::FLOAT;
using poplar::Half;
using poplar::Tensor;
using namespace popsparse::dynamic;

struct Layer {
  std::size_t batch, in, out;
  std::array<std::size_t, 2> block = {1, 1};
  const char *room = "0.3";
  unsigned tiles = 6;
};

FullyConnectedParams paramsOf(const Layer &l, const Matrix &w) {
  return FullyConnectedParams::createWithNumNonZeroValues(
      {SparsityType::Element, SparsityStructure::Unstructured, l.block},
      std::max(w.nonZeros(), l.block[0] * l.block[1]), l.batch, 1, l.in, l.out);
}

template <class T>
std::vector<T> as(const std::vector<float> &x) {
  std::vector<T> result;
  for (const float value : x)
    result.push_back(static_cast<T>(value));
  return result;
}

/// The sum of y * g for y = x W'.
double loss(const Layer &l, const std::vector<float> &w, const std::vector<float> &x,
            const std::vector<float> &g) {
  double sum = 0;
  for (std::size_t b = 0; b < l.batch; ++b)
    for (std::size_t o = 0; o < l.out; ++o)
      for (std::size_t i = 0; i < l.in; ++i)
        sum += static_cast<double>(w[o * l.in + i]) * x[b * l.in + i] * g[b * l.out + o];
  return sum;
}

template <class T>
void check(const Layer &l, double tolerance) {
  Harness h(l.tiles);
  const Matrix w = makeMatrix(l.out, l.in, l.block, 30, 11);
  const auto params = paramsOf(l, w);
  const poplar::OptionFlags options = {{"metaInfoBucketOversizeProportion", l.room}};
  const poplar::Type type = poplar::equivalent_device_type<T>().value;
  const SparseTensor weights = createFullyConnectedWeights(h.graph, type, params, "w", options);
  const Partitioner<float> partitioner(params, type, h.graph.getTarget(), options);
  const auto data = partitioner.createSparsityDataImpl(asCSC<float>(w));
  const std::vector<unsigned short> meta(data.metaInfo.begin(), data.metaInfo.end());
  h.prog.add(poplar::program::Copy(h.input({meta.size()}, meta), weights.getMetaInfoTensor()));
  h.prog.add(poplar::program::Copy(h.input({data.nzValues.size()}, as<T>(data.nzValues)),
                                   weights.getNzValuesTensor()));
  const Tensor input = createFullyConnectedInput(h.graph, type, params, "x", options);
  ASSERT_EQ(input.shape(), (Shape{l.batch, l.in}));
  const auto x = random(l.batch * l.in, 12), g = random(l.batch * l.out, 13);
  h.prog.add(poplar::program::Copy(h.input(input.shape(), as<T>(x)), input));
  const Tensor gradients = h.input({l.batch, l.out}, as<T>(g));
  const Tensor y = fullyConnectedFwd(h.graph, weights, input, params, h.prog, "fwd", options);
  const Tensor dx = fullyConnectedGradA(h.graph, weights, gradients, params, h.prog, {}, options);
  const Tensor dw = fullyConnectedSparseGradW(h.graph, weights.getMetaInfoTensor(), gradients,
                                              input, params, h.prog, {}, options);
  ASSERT_EQ(y.shape(), (Shape{l.batch, l.out}));
  ASSERT_EQ(dx.shape(), (Shape{l.batch, l.in}));
  ASSERT_EQ(dw.shape(), weights.getNzValuesTensor().shape());
  const unsigned first = h.read(y), second = h.read(dx), third = h.read(dw);
  h.run();

  const auto gotY = h.result<T>(first), gotX = h.result<T>(second), gotW = h.result<T>(third);
  for (std::size_t b = 0; b < l.batch; ++b)
    for (std::size_t o = 0; o < l.out; ++o) {
      double sum = 0;
      for (std::size_t i = 0; i < l.in; ++i)
        sum += static_cast<double>(w.values[o * l.in + i]) * x[b * l.in + i];
      ASSERT_NEAR(static_cast<float>(gotY[b * l.out + o]), sum, tolerance * (1 + std::abs(sum)));
    }
  // Some differences; the loss is linear in x and in w, so they are exact but for rounding.
  const double before = loss(l, w.values, x, g);
  for (std::size_t i = 0; i < x.size(); i += x.size() / 20 + 1) {
    auto moved = x;
    moved[i] += 1;
    const double slope = loss(l, w.values, moved, g) - before;
    ASSERT_NEAR(static_cast<float>(gotX[i]), slope, tolerance * (1 + std::abs(slope))) << i;
  }
  popsparse::dynamic::SparsityDataImpl<float> slopes = data;
  for (std::size_t i = 0; i < gotW.size(); ++i)
    slopes.nzValues[i] = static_cast<float>(gotW[i]);
  const auto list = partitioner.sparsityDataImplToCOOMatrix(slopes);
  ASSERT_EQ(list.nzValues.size(), w.nonZeros());
  for (std::size_t i = 0; i < list.nzValues.size(); i += list.nzValues.size() / 20 + 1) {
    const std::size_t block = i / (l.block[0] * l.block[1]), place = i % (l.block[0] * l.block[1]);
    const std::size_t row = list.rowIndices[block] + place / l.block[1];
    const std::size_t column = list.columnIndices[block] + place % l.block[1];
    auto moved = w.values;
    moved[row * l.in + column] += 1;
    const double slope = loss(l, moved, x, g) - before;
    ASSERT_NEAR(list.nzValues[i], slope, tolerance * (1 + std::abs(slope))) << i;
  }
}

TEST(SparseFullyConnected, ForwardAndGradients) {
  for (const Layer &l : std::vector<Layer>{{1, 1, 1},
                                           {3, 7, 5},
                                           {20, 24, 36, {4, 2}},
                                           {33, 30, 20, {1, 1}, "0"},
                                           {8, 40, 64, {2, 5}, "0.1", 40}}) {
    check<float>(l, 1e-5);
    check<Half>(l, 4e-3);
  }
}

TEST(SparseFullyConnected, BatchesThatAreLargeForATile) {
  Layer l{600, 200, 60};
  l.tiles = 16;
  check<float>(l, 1e-4);
}

TEST(SparseFullyConnected, ParametersAndErrors) {
  const auto params = FullyConnectedParams::createWithNzRatio({}, 0.25, 6, 1, 8, 4);
  EXPECT_EQ(params.getNumNonZeroValues(), 8u);
  EXPECT_EQ(params.getInputChannelsPerGroup(), 8u);
  std::ostringstream text;
  text << params;
  EXPECT_EQ(text.str(),
            "{sparsity: {type: Element, structure: Unstructured, block: {1, 1}}, nzRatio: 0.25, "
            "batch: 6, groups: 1, input channels: 8, output channels: 4}");
  EXPECT_THROW(FullyConnectedParams::createWithNzRatio({}, 0.25, 6, 2, 8, 4),
               poputil::poplibs_error);
  Harness h;
  const SparseTensor weights = createFullyConnectedWeights(h.graph, FLOAT, params);
  const Tensor x = h.input({6, 8}, random(48, 1)), g = h.input({6, 4}, random(24, 1));
  EXPECT_THROW(fullyConnectedFwd(h.graph, weights, g, params, h.prog), poputil::poplibs_error);
  EXPECT_THROW(fullyConnectedGradA(h.graph, weights, x, params, h.prog), poputil::poplibs_error);
  EXPECT_THROW(
      fullyConnectedSparseGradW(h.graph, weights.getMetaInfoTensor(), x, g, params, h.prog),
      poputil::poplibs_error);
  EXPECT_THROW(
      fullyConnectedSparseGradW(h.graph, weights.getNzValuesTensor(), g, x, params, h.prog),
      poputil::poplibs_error);
}

} // namespace
