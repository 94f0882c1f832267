// SPDX-License-Identifier: MIT
// One step of a small picture classifier: convolution, batch norm, pooling, a connected layer and
// its loss, forward and backward. The gradients must be those of differences of the host's losses.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplin/ConvUtil.hpp>
#include <poplin/Convolution.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/codelets.hpp>
#include <popnn/BatchNorm.hpp>
#include <popnn/Loss.hpp>
#include <popnn/NonLinearity.hpp>
#include <popnn/Pooling.hpp>
#include <popnn/codelets.hpp>
#include <popops/Zero.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

namespace {

constexpr std::size_t kBatch = 4, kIn = 3, kSize = 12, kOut = 8, kKernel = 3, kHalf = 6,
                      kPooled = 3, kClasses = 5, kFlat = kOut * kPooled * kPooled;
constexpr double kEpsilon = 1e-3, kGamma = 1.5, kBeta = 0.25;

using Numbers = std::vector<double>;

struct Data {
  Numbers pictures, kernels, bias, weights;
  std::vector<unsigned> labels;
};

/// Channels {batch, out, half, half} of the convolution with stride 2 and a border of one.
Numbers convolved(const Data &d, const Numbers &kernels) {
  Numbers y;
  for (std::size_t b = 0; b < kBatch; ++b)
    for (std::size_t o = 0; o < kOut; ++o)
      for (std::size_t i = 0; i < kHalf; ++i)
        for (std::size_t j = 0; j < kHalf; ++j) {
          double sum = d.bias[o];
          for (std::size_t c = 0; c < kIn; ++c)
            for (std::size_t u = 0; u < kKernel; ++u)
              for (std::size_t v = 0; v < kKernel; ++v) {
                const std::size_t row = 2 * i + u - 1, column = 2 * j + v - 1;
                if (row >= kSize || column >= kSize) continue;
                sum += d.pictures[((b * kIn + c) * kSize + row) * kSize + column] *
                       kernels[((o * kIn + c) * kKernel + u) * kKernel + v];
              }
          y.push_back(sum);
        }
  return y;
}

/// Normalises each channel, then rectifies.
void normalise(Numbers &y, const Numbers &gamma) {
  const std::size_t area = kHalf * kHalf;
  for (std::size_t o = 0; o < kOut; ++o) {
    const auto each = [&](auto use) {
      for (std::size_t b = 0; b < kBatch; ++b)
        for (std::size_t i = 0; i < area; ++i)
          use(y[(b * kOut + o) * area + i]);
    };
    double mean = 0, variance = 0;
    each([&](double &v) { mean += v / (kBatch * area); });
    each([&](double &v) { variance += (v - mean) * (v - mean) / (kBatch * area); });
    const double scale = gamma[o] / std::sqrt(variance + kEpsilon);
    each([&](double &v) { v = std::max(0.0, (v - mean) * scale + kBeta); });
  }
}

/// The loss of the whole batch.
double lossOf(const Data &d, const Numbers &kernels, const Numbers &gamma, const Numbers &weights) {
  Numbers y = convolved(d, kernels);
  normalise(y, gamma);
  double loss = 0;
  for (std::size_t b = 0; b < kBatch; ++b) {
    Numbers logits(kClasses);
    for (std::size_t f = 0; f < kFlat; ++f) {
      const std::size_t o = f / (kPooled * kPooled), i = f / kPooled % kPooled, j = f % kPooled;
      double most = -1e30;
      for (std::size_t u = 0; u < 4; ++u)
        most = std::max(most, y[((b * kOut + o) * kHalf + 2 * i + u / 2) * kHalf + 2 * j + u % 2]);
      for (std::size_t k = 0; k < kClasses; ++k)
        logits[k] += most * weights[f * kClasses + k];
    }
    double sum = 0;
    for (const double logit : logits)
      sum += std::exp(logit);
    loss += std::log(sum) - logits[d.labels[b]];
  }
  return loss;
}

/// Largest distance of `got` from differences of `loss` as each seventh number of `at` changes.
template <class Loss>
double distance(const std::vector<float> &got, Numbers at, Loss loss) {
  constexpr double kStep = 1e-5;
  double most = 0;
  for (std::size_t i = 0; i < at.size(); i += at.size() < 20 ? 1 : 7) {
    const double value = at[i];
    at[i] = value + kStep;
    const double above = loss(at);
    at[i] = value - kStep;
    const double below = loss(at);
    at[i] = value;
    most = std::max(most, std::fabs((above - below) / (2 * kStep) - got[i]));
  }
  return most;
}

} // namespace

int main() {
  DeviceManager manager;
  auto devices = manager.getDevices(TargetType::IPU, 1);
  auto it = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (it == devices.end()) return 1;
  Device device = std::move(*it);
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  popnn::addCodelets(graph);

  // Forward.
  poplin::PlanningCache cache;
  const OptionFlags options{{"partialsType", "float"}, {"availableMemoryProportion", "0.4"}};
  poplin::ConvParams conv{FLOAT, kBatch, {kSize, kSize}, {kKernel, kKernel}, kIn, kOut, 1};
  conv.inputTransform.paddingLower = {1, 1};
  conv.inputTransform.paddingUpper = {1, 1};
  conv.outputTransform.stride = {2, 2};
  Tensor x = poplin::createInput(graph, conv, "x", options, &cache);
  Tensor kernels = poplin::createWeights(graph, conv, "kernels", options, &cache);
  Sequence prog;
  Tensor y = poplin::convolution(graph, x, kernels, conv, false, prog, "conv", options, &cache);
  Tensor bias = poplin::createBiases(graph, y);
  poplin::addBias(graph, y, bias, prog, "bias");
  const auto [mean, inverse] =
      popnn::bn::batchNormStatistics(graph, y, kEpsilon, prog, false, true, FLOAT, "statistics");
  Tensor gamma = graph.addVariable(FLOAT, {kOut}, VariableMappingMethod::LINEAR, "gamma");
  Tensor beta = graph.addVariable(FLOAT, {kOut}, VariableMappingMethod::LINEAR, "beta");
  graph.setInitialValue(gamma, ArrayRef<double>(Numbers(kOut, kGamma)));
  graph.setInitialValue(beta, ArrayRef<double>(Numbers(kOut, kBeta)));
  auto [normed, whitened] =
      popnn::bn::batchNormalise(graph, y, gamma, beta, mean, inverse, prog, "norm");
  popnn::nonLinearityInPlace(graph, popnn::NonLinearityType::RELU, normed, prog, "relu");
  const popnn::pooling::PoolParams pool(popnn::PoolingType::MAX, {kHalf, kHalf}, {2, 2}, {2, 2},
                                        {0, 0}, {0, 0}, kOut, kBatch, FLOAT);
  Tensor pooled = popnn::pooling::pool(graph, pool, normed, prog, "pool");
  Tensor flat = pooled.flatten(1, 4);
  Tensor weights = poplin::createMatMulInputRHS(graph, FLOAT, flat.shape(), {kFlat, kClasses},
                                                "weights", {}, &cache);
  Tensor guess = popnn::softmax(graph, poplin::matMul(graph, flat, weights, prog, "fc"), prog);
  Tensor labels = graph.addVariable(UNSIGNED_INT, {kBatch}, "labels");
  Tensor loss = graph.addVariable(FLOAT, {kBatch}, "loss");
  Tensor right = graph.addVariable(UNSIGNED_INT, {1}, "right");
  for (const Tensor &t : {labels, loss, right})
    graph.setTileMapping(t, 0);
  Tensor deltas = graph.clone(guess, "deltas");
  popops::zero(graph, right, prog);
  prog.add(popnn::calcLoss(graph, guess, labels, loss, deltas, right,
                           popnn::LossType::CROSS_ENTROPY_LOSS, "loss"));

  // Backward.
  Tensor dWeights = poplin::matMul(graph, flat.transpose(), deltas, prog, "dWeights");
  Tensor dFlat = poplin::matMul(graph, deltas, weights.transpose(), prog, "dFlat");
  Tensor dNormed = popnn::pooling::poolInputGradient(graph, pool, normed, pooled,
                                                     dFlat.reshape(pooled.shape()), false, prog);
  Tensor dRelu =
      popnn::nonLinearityInputGradient(graph, popnn::NonLinearityType::RELU, normed, dNormed, prog);
  const auto norms = popnn::bn::batchNormParamGradients(graph, whitened, dRelu, prog, FLOAT, "dBn");
  Tensor dY = popnn::bn::batchNormGradients(graph, whitened, dRelu, inverse, gamma, prog, FLOAT);
  Tensor dKernels =
      poplin::calculateWeightDeltas(graph, dY, x, conv, prog, "dKernels", options, &cache);

  for (const auto &[name, tensor] :
       std::vector<std::pair<std::string, Tensor>>{{"x", x},
                                                   {"kernels", kernels},
                                                   {"bias", bias},
                                                   {"weights", weights},
                                                   {"labels", labels}})
    graph.createHostWrite(name, tensor);
  for (const auto &[name, tensor] : std::vector<std::pair<std::string, Tensor>>{
           {"loss", loss}, {"dWeights", dWeights}, {"dKernels", dKernels}, {"dGamma", norms.first}})
    graph.createHostRead(name, tensor);
  Engine engine(graph, prog);
  engine.load(device);

  std::mt19937 generator(3);
  const auto write = [&](const char *name, std::size_t n) {
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::vector<float> values(n);
    for (float &v : values)
      v = uniform(generator);
    engine.writeTensor(name, values.data(), values.data() + n);
    return Numbers(values.begin(), values.end());
  };
  Data data{write("x", kBatch * kIn * kSize * kSize),
            write("kernels", kOut * kIn * kKernel * kKernel),
            write("bias", kOut),
            write("weights", kFlat * kClasses),
            {0, 3, 4, 1}};
  engine.writeTensor("labels", data.labels.data(), data.labels.data() + kBatch);
  engine.run();

  const auto read = [&](const char *name, std::size_t n) {
    std::vector<float> values(n);
    engine.readTensor(name, values.data(), values.data() + n);
    return values;
  };
  double sum = 0;
  for (const float l : read("loss", kBatch))
    sum += l;
  const Numbers g(kOut, kGamma);
  const double offLoss = std::fabs(sum - lossOf(data, data.kernels, g, data.weights));
  const double offWeights =
      distance(read("dWeights", kFlat * kClasses), data.weights,
               [&](const Numbers &w) { return lossOf(data, data.kernels, g, w); });
  const double offKernels =
      distance(read("dKernels", data.kernels.size()), data.kernels,
               [&](const Numbers &k) { return lossOf(data, k, g, data.weights); });
  const double offGamma = distance(read("dGamma", kOut), g, [&](const Numbers &n) {
    return lossOf(data, data.kernels, n, data.weights);
  });
  std::cout << "off by " << offLoss << " " << offWeights << " " << offKernels << " " << offGamma
            << std::endl;
  if (offLoss > 1e-3 || std::max({offWeights, offKernels, offGamma}) > 1e-3) return 1;
  std::cout << "gradients as by differences" << std::endl;
}
