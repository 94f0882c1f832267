// SPDX-License-Identifier: MIT
// A single-layer classifier in the manner of the MNIST tutorial: product, softmax, cross entropy,
// and the weight update as another product, on pictures of ten noisy patterns.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/Program.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/codelets.hpp>
#include <popnn/Loss.hpp>
#include <popnn/NonLinearity.hpp>
#include <popnn/codelets.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poprand/RandomGen.hpp>
#include <poprand/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cstdlib>
#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main() {
  const unsigned batchSize = 16, inputSize = 64, classes = 10, batches = 40, epochs = 6;
  const float learningRate = 0.5f;

  // Pattern k is a fixed picture; samples are patterns with every pixel disturbed.
  std::srand(1);
  const auto noise = []() { return static_cast<float>(std::rand()) / RAND_MAX - 0.5f; };
  std::vector<float> patterns(classes * inputSize);
  for (float &pixel : patterns)
    pixel = noise() > 0 ? 1.0f : 0.0f;
  std::vector<float> pictures(batches * batchSize * inputSize);
  std::vector<int> labels(batches * batchSize);
  for (unsigned i = 0; i < labels.size(); ++i) {
    labels[i] = static_cast<int>(i * 7 % classes);
    for (unsigned p = 0; p < inputSize; ++p)
      pictures[i * inputSize + p] =
          patterns[static_cast<unsigned>(labels[i]) * inputSize + p] + 1.2f * noise();
  }

  IPUModel ipuModel;
  ipuModel.tilesPerIPU = 32;
  Device device = ipuModel.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  popnn::addCodelets(graph);
  poprand::addCodelets(graph);

  Tensor x =
      poplin::createMatMulInputLHS(graph, FLOAT, {batchSize, inputSize}, {inputSize, classes}, "x");
  Tensor weights = poplin::createMatMulInputRHS(graph, FLOAT, {batchSize, inputSize},
                                                {inputSize, classes}, "weights");
  Tensor biases = graph.addVariable(FLOAT, {classes}, "biases");
  poputil::mapTensorLinearly(graph, biases);
  graph.setInitialValue<float>(biases, ArrayRef<float>(std::vector<float>(classes, 0.0f)));
  Tensor expected = graph.addVariable(INT, {batchSize}, "expected");
  poputil::mapTensorLinearly(graph, expected);
  Tensor loss = graph.addVariable(FLOAT, {batchSize}, "loss");
  poputil::mapTensorLinearly(graph, loss);
  Tensor deltas = graph.addVariable(FLOAT, {batchSize, classes}, "deltas");
  Tensor numCorrect = graph.addVariable(UNSIGNED_INT, {1}, "numCorrect");
  graph.setTileMapping(numCorrect, 0);
  Tensor zero = graph.addConstant(UNSIGNED_INT, {1}, 0);
  graph.setTileMapping(zero, 0);

  DataStream dataIn = graph.addHostToDeviceFIFO("data", FLOAT, batchSize * inputSize);
  DataStream labelsIn = graph.addHostToDeviceFIFO("labels", INT, batchSize);
  DataStream correctOut = graph.addDeviceToHostFIFO("correct", UNSIGNED_INT, 1);

  Sequence init;
  Tensor seed = graph.addConstant<unsigned>(UNSIGNED_INT, {2}, {42, 1});
  graph.setTileMapping(seed, 0);
  Tensor start = poprand::uniform(graph, &seed, 0, weights, FLOAT, -0.05, 0.05, init, "start");
  init.add(Copy(start, weights));

  Sequence step;
  step.add(Copy(dataIn, x));
  step.add(Copy(labelsIn, expected));
  Tensor wx = poplin::matMul(graph, x, weights, step, "Wx");
  popops::addInPlace(graph, wx, biases, step, "Wx+b");
  Tensor y = popnn::nonLinearity(graph, popnn::NonLinearityType::SOFTMAX, wx, step, "softmax");
  step.add(popnn::calcLoss(graph, y, expected, loss, deltas, numCorrect, popnn::CROSS_ENTROPY_LOSS,
                           "dE/d(Wx+b)"));
  poplin::matMulAcc(graph, weights, -learningRate / batchSize, x.transpose(), deltas, step, "dW");
  Tensor ones = graph.addConstant(FLOAT, {1, batchSize}, 1.0f);
  graph.setTileMapping(ones, 0);
  poplin::matMulAcc(graph, biases.expand({0}), -learningRate / batchSize, ones, deltas, step, "db");

  Sequence epoch;
  epoch.add(Copy(zero, numCorrect));
  epoch.add(Repeat(batches, step));
  epoch.add(Copy(numCorrect, correctOut));

  Engine engine(graph, {init, epoch});
  engine.load(device);
  unsigned correct = 0;
  engine.connectStream("data", pictures.data(), pictures.data() + pictures.size());
  engine.connectStream("labels", labels.data(), labels.data() + labels.size());
  engine.connectStream("correct", &correct, &correct + 1);
  engine.run(0);
  unsigned first = 0;
  for (unsigned e = 0; e < epochs; ++e) {
    engine.run(1);
    std::cout << "Epoch " << e << ": " << 100.0 * correct / labels.size() << "% accuracy\n";
    if (e == 0) first = correct;
  }
  if (correct <= first || correct < labels.size() * 97 / 100) {
    std::cout << "it did not learn\n";
    return 1;
  }
  std::cout << "Learned.\n";
  return 0;
}
