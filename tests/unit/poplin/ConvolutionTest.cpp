// SPDX-License-Identifier: MIT
// Convolutions against their definition, gradients against finite differences.
#include "PlainConvolution.hpp"

#include <poplin/ConvUtil.hpp>
#include <poplin/Convolution.hpp>
#include <poplin/MultiConvolution.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace {

using namespace poplin_test;
using poplar::FLOAT;
using poplar::Half;
using poplar::Tensor;
using popops_test::Layout;
using popops_test::volume;

Shape inputShape(const ConvParams &p) {
  return {p.batchSize, p.getNumInputChans(), p.inputFieldShape[0], p.inputFieldShape[1]};
}
Shape outputShape(const ConvParams &p) {
  return {p.batchSize, p.getNumOutputChans(), p.getOutputSize(0), p.getOutputSize(1)};
}
Shape weightShape(const ConvParams &p) {
  return {p.numConvGroups, p.outputChannelsPerConvGroup, p.inputChannelsPerConvGroup,
          p.kernelShape[0], p.kernelShape[1]};
}

double dot(const std::vector<double> &a, const std::vector<double> &b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

template <class T>
void checkForward(const ConvParams &p, Layout layout) {
  Harness h;
  const auto x = values<T>(volume(inputShape(p)), 1), w = values<T>(volume(weightShape(p)), 2);
  const Tensor out = poplin::convolution(h.graph, h.input(inputShape(p), x, layout),
                                         h.input(weightShape(p), w), p, false, h.prog, "conv");
  ASSERT_EQ(out.shape(), outputShape(p));
  const unsigned number = h.read(out);
  h.run();
  expectNear(h.result<T>(number), plainConvolution(p, asDoubles(x), asDoubles(w)),
             sizeof(T) == 2 ? 1e-3 : 1e-6);
}

TEST(Convolution, MatchesDefinition) {
  for (const Layout layout : popops_test::kLayouts)
    for (const ConvParams &p : sampleConvolutions(FLOAT))
      checkForward<float>(p, layout);
  for (const ConvParams &p : sampleConvolutions(poplar::HALF))
    checkForward<Half>(p, Layout::Linear);
}

TEST(Convolution, WithoutRoomForAllWindows) {
  const auto check = [](const auto &p, auto zero) {
    using T = decltype(zero);
    Harness h;
    const auto x = values<T>(volume(inputShape(p)), 1), w = values<T>(volume(weightShape(p)), 2);
    const unsigned number =
        h.read(poplin::convolution(h.graph, h.input(inputShape(p), x), h.input(weightShape(p), w),
                                   p, false, h.prog, "conv", {{"availableMemoryProportion", "0"}}));
    h.run();
    expectNear(h.result<T>(number), plainConvolution(p, asDoubles(x), asDoubles(w)),
               sizeof(T) == 2 ? 1e-3 : 1e-6);
  };
  for (const ConvParams &p : sampleConvolutions(FLOAT))
    check(p, 0.0f);
  for (const ConvParams &p : sampleConvolutions(poplar::HALF))
    check(p, Half());
}

TEST(Convolution, CreatedTensorsAndOutput) {
  for (const ConvParams &p : sampleConvolutions(FLOAT)) {
    Harness h(30);
    const auto x = values<float>(volume(inputShape(p)), 1),
               w = values<float>(volume(weightShape(p)), 2);
    const Tensor in = poplin::createInput(h.graph, p, "in");
    const Tensor weights = poplin::createWeights(h.graph, p, "weights");
    const Tensor out = poplin::createConvOutput(h.graph, p, "out");
    ASSERT_EQ(in.shape(), inputShape(p));
    ASSERT_EQ(weights.shape(), weightShape(p));
    ASSERT_EQ(out.shape(), outputShape(p));
    h.prog.add(poplar::program::Copy(h.input(inputShape(p), x), in));
    h.prog.add(poplar::program::Copy(h.input(weightShape(p), w), weights));
    poplin::convolutionWithOutput(h.graph, in, weights, out, p, false, h.prog);
    const unsigned number = h.read(out);
    h.run();
    expectNear(h.result<float>(number), plainConvolution(p, asDoubles(x), asDoubles(w)), 1e-6);
  }
}

TEST(Convolution, BackwardIsTheAdjoint) {
  // <conv(x), dy> = <x, dx> for all x: dx by the gradient parameters is the exact gradient.
  for (const ConvParams &p : sampleConvolutions(FLOAT)) {
    const auto w = values<float>(volume(weightShape(p)), 2),
               dy = values<float>(volume(outputShape(p)), 3);
    Harness h;
    const ConvParams gradient = poplin::getGradientParams(p);
    ASSERT_EQ(gradient.getOutputFieldShape(), p.inputFieldShape);
    const unsigned number = h.read(poplin::convolution(
        h.graph, h.input(outputShape(p), dy), h.input(weightShape(p), w), gradient, true, h.prog));
    h.run();
    std::vector<double> unit(volume(inputShape(p)), 0), wanted;
    for (double &element : unit) {
      element = 1;
      wanted.push_back(dot(plainConvolution(p, unit, asDoubles(w)), asDoubles(dy)));
      element = 0;
    }
    expectNear(h.result<float>(number), wanted, 1e-5);
  }
}

TEST(Convolution, WeightDeltasAreTheAdjoint) {
  for (const ConvParams &p : sampleConvolutions(FLOAT)) {
    const auto x = values<float>(volume(inputShape(p)), 1),
               dy = values<float>(volume(outputShape(p)), 3);
    const auto w = values<float>(volume(weightShape(p)), 2);
    Harness h;
    const Tensor in = h.input(inputShape(p), x), dOut = h.input(outputShape(p), dy);
    const Tensor weights = h.input(weightShape(p), w);
    const unsigned deltas =
        h.read(poplin::calculateWeightDeltas(h.graph, dOut, in, p, h.prog, "wu"));
    poplin::convolutionWeightUpdate(h.graph, dOut, weights, in, p, -0.5f, h.prog);
    const unsigned updated = h.read(weights);
    h.run();
    std::vector<double> unit(w.size(), 0), wanted, updatedWanted;
    for (std::size_t i = 0; i < unit.size(); ++i) {
      unit[i] = 1;
      wanted.push_back(dot(plainConvolution(p, asDoubles(x), unit), asDoubles(dy)));
      updatedWanted.push_back(w[i] - 0.5 * wanted.back());
      unit[i] = 0;
    }
    expectNear(h.result<float>(deltas), wanted, 1e-5);
    expectNear(h.result<float>(updated), updatedWanted, 1e-5);
  }
}

TEST(Convolution, WeightUpdateParamsDescribeTheDeltas) {
  for (const ConvParams &p : sampleConvolutions(FLOAT)) {
    const ConvParams u = poplin::getWeightUpdateParams(p);
    EXPECT_EQ(u.getOutputFieldShape(), p.kernelShape);
    EXPECT_EQ(u.batchSize, p.inputChannelsPerConvGroup);
    EXPECT_EQ(u.getNumOutputChansPerConvGroup(), p.outputChannelsPerConvGroup);
    // One channel and one input: the definition with the operands of the update gives the deltas.
    ConvParams one = p;
    one.batchSize = one.inputChannelsPerConvGroup = one.outputChannelsPerConvGroup = 1;
    one.numConvGroups = 1;
    const auto x = asDoubles(values<float>(volume(inputShape(one)), 1));
    const auto dy = asDoubles(values<float>(volume(outputShape(one)), 3));
    std::vector<double> unit(volume(weightShape(one)), 0), wanted;
    for (double &element : unit) {
      element = 1;
      wanted.push_back(dot(plainConvolution(one, x, unit), dy));
      element = 0;
    }
    expectNear(plainConvolution(poplin::getWeightUpdateParams(one), x, dy), wanted, 1e-9);
  }
}

TEST(Convolution, FieldsOfOtherRanks) {
  Harness h;
  const auto x = values<float>(2 * 3 * 4, 1), w = values<float>(2 * 3 * 2, 2);
  const ConvParams line(FLOAT, 2, {4}, {2}, 3, 2, 1), point(FLOAT, 4, {}, {}, 6, 2, 1);
  const unsigned a = h.read(poplin::convolution(h.graph, h.input({2, 3, 4}, x),
                                                h.input({2, 3, 2}, w), line, false, h.prog));
  const unsigned b = h.read(poplin::convolution(h.graph, h.input({4, 6}, x), h.input({1, 2, 6}, w),
                                                point, false, h.prog));
  h.run();
  const ConvParams plane(FLOAT, 2, {1, 4}, {1, 2}, 3, 2, 1), dot(FLOAT, 4, {1, 1}, {1, 1}, 6, 2, 1);
  expectNear(h.result<float>(a), plainConvolution(plane, asDoubles(x), asDoubles(w)), 1e-6);
  expectNear(h.result<float>(b), plainConvolution(dot, asDoubles(x), asDoubles(w)), 1e-6);
}

TEST(Convolution, BiasesAreAddedAndUpdated) {
  Harness h;
  const auto x = values<float>(2 * 3 * 5, 1), b = values<float>(3, 2);
  const Tensor in = h.input({2, 3, 5}, x), biases = poplin::createBiases(h.graph, in);
  const Tensor acts = h.input({2, 3, 5}, x);
  ASSERT_EQ(biases.shape(), (Shape{3}));
  h.prog.add(poplar::program::Copy(h.input({3}, b), biases));
  poplin::addBias(h.graph, acts, biases, h.prog);
  poplin::convolutionBiasUpdate(h.graph, in, biases, 2.0f, {}, h.prog, "update");
  const unsigned out = h.read(acts), updated = h.read(biases);
  h.run();
  std::vector<double> wanted, sums(b.begin(), b.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t c = i / 5 % 3;
    wanted.push_back(x[i] + b[c]);
    sums[c] += 2 * x[i];
  }
  expectNear(h.result<float>(out), wanted, 1e-6);
  expectNear(h.result<float>(updated), sums, 1e-6);
}

TEST(Convolution, WeightsTransposedAndFlipped) {
  Harness h;
  const auto w = values<float>(2 * 3 * 2 * 3, 1);
  const Tensor out = h.graph.addVariable(FLOAT, {1, 3, 2, 2, 3});
  poputil::mapTensorLinearly(h.graph, out);
  poplin::weightsTransposeChansFlipXY(h.graph, h.input({1, 2, 3, 2, 3}, w), out, h.prog);
  const unsigned number = h.read(out);
  h.run();
  std::vector<float> wanted;
  for (std::size_t co = 0; co < 3; ++co)
    for (std::size_t ci = 0; ci < 2; ++ci)
      for (std::size_t k = 0; k < 6; ++k)
        wanted.push_back(w[(ci * 3 + co) * 6 + 5 - k]);
  EXPECT_EQ(h.result<float>(number), wanted);
}

TEST(Convolution, FullyConnectedTranspose) {
  Harness h;
  const auto w = values<float>(2 * 6 * 4, 1);
  const ConvParams p(FLOAT, 2, {4}, {1}, 3, 5, 2);
  const Tensor out =
      poplin::fullyConnectedWeightTranspose(h.graph, h.input({2, 6, 4}, w), p, h.prog);
  ASSERT_EQ(out.shape(), (Shape{2, 8, 3}));
  const unsigned number = h.read(out);
  h.run();
  std::vector<float> wanted;
  for (std::size_t n = 0; n < 2; ++n)
    for (std::size_t g = 0; g < 2; ++g)
      for (std::size_t f = 0; f < 4; ++f)
        for (std::size_t c = 0; c < 3; ++c)
          wanted.push_back(w[((n * 2 + g) * 3 + c) * 4 + f]);
  EXPECT_EQ(h.result<float>(number), wanted);
}

TEST(Convolution, SeveralInOneCall) {
  Harness h;
  const auto all = sampleConvolutions(FLOAT);
  std::vector<poplin::multiconv::ConvolutionArgs> args;
  std::vector<std::vector<double>> wanted;
  for (const ConvParams &p : all) {
    const auto x = values<float>(volume(inputShape(p)), 1),
               w = values<float>(volume(weightShape(p)), 2);
    args.push_back({h.input(inputShape(p), x), h.input(weightShape(p), w), p, {}});
    wanted.push_back(plainConvolution(p, asDoubles(x), asDoubles(w)));
  }
  std::vector<unsigned> numbers;
  for (const Tensor &t :
       poplin::multiconv::convolution(h.graph, args, false, h.prog, "m", {{"planType", "serial"}}))
    numbers.push_back(h.read(t));
  h.run();
  for (std::size_t i = 0; i < wanted.size(); ++i)
    expectNear(h.result<float>(numbers[i]), wanted[i], 1e-6);
  EXPECT_THROW(
      poplin::multiconv::convolution(h.graph, args, false, h.prog, "", {{"planType", "x"}}),
      poplar::invalid_option);
}

TEST(Convolution, Refusals) {
  Harness h;
  const ConvParams p(FLOAT, 2, {5}, {3}, 3, 2, 1);
  const Tensor in = h.input({2, 3, 5}, std::vector<float>(30)),
               w = h.input({1, 2, 3, 3}, std::vector<float>(18));
  const auto refuses = [&](const ConvParams &q, const Tensor &x, const Tensor &k) {
    EXPECT_THROW(poplin::convolution(h.graph, x, k, q, false, h.prog), poputil::poplibs_error);
  };
  refuses(p, in.slice(0, 4, 2), w);
  refuses(p, in, w.dimShuffle({0, 2, 1, 3}));
  refuses(p, in, h.input({1, 2, 3, 3}, std::vector<Half>(18)));
  ConvParams ints = p, tooLarge = p, noStride = p;
  ints.inputType = ints.outputType = poplar::INT;
  tooLarge.kernelShape = {6};
  noStride.outputTransform.stride = {0};
  refuses(ints, h.input({2, 3, 5}, std::vector<int>(30)),
          h.input({1, 2, 3, 3}, std::vector<int>(18)));
  refuses(tooLarge, in, w);
  refuses(noStride, in, w);
  EXPECT_THROW(poplin::addBias(h.graph, in, h.input({2}, std::vector<float>(2)), h.prog),
               poputil::poplibs_error);
  EXPECT_THROW(poplin::convolution(h.graph, in, w, p, false, h.prog, "", {{"pass", "FWD"}}),
               poplar::invalid_option);
  EXPECT_THROW(poplin::weightsTransposeChansFlipXY(h.graph, w, w, h.prog), poputil::poplibs_error);
}

} // namespace
