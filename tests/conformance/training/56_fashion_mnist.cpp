// SPDX-License-Identifier: MIT
// The MNIST tutorial's classifier on real pictures: softmax regression trained on the tiles, then
// tested on pictures that it has not seen. Arguments: folder of the data set, pictures to train on,
// epochs, least accuracy in percent.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/codelets.hpp>
#include <popnn/Loss.hpp>
#include <popnn/NonLinearity.hpp>
#include <popnn/codelets.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

/// The bytes of a compressed IDX file behind its header: a magic number and one size a dimension,
/// of four bytes each with the highest first.
static std::vector<unsigned char> readIdx(const std::string &path, unsigned dims, unsigned count) {
  gzFile file = gzopen(path.c_str(), "rb");
  if (!file) throw std::runtime_error("cannot open " + path);
  std::vector<unsigned char> header(4 + 4 * dims);
  std::vector<unsigned> sizes;
  bool good = gzread(file, header.data(), header.size()) == int(header.size()) && header[3] == dims;
  for (unsigned d = 0; good && d < dims; ++d) {
    const unsigned char *s = &header[4 + 4 * d];
    sizes.push_back(unsigned(s[0]) << 24 | s[1] << 16 | s[2] << 8 | s[3]);
  }
  std::vector<unsigned char> bytes;
  if (good && count <= sizes[0]) {
    std::size_t size = count;
    for (unsigned d = 1; d < dims; ++d)
      size *= sizes[d];
    bytes.resize(size);
    good = gzread(file, bytes.data(), size) == int(size);
  } else {
    good = false;
  }
  gzclose(file);
  if (!good) throw std::runtime_error(path + " is not what was expected");
  return bytes;
}

struct Pictures {
  std::vector<float> pixels; // 0 to 1
  std::vector<int> labels;

  Pictures(const std::string &prefix, unsigned count) {
    for (const unsigned char p : readIdx(prefix + "-images-idx3-ubyte.gz", 3, count))
      pixels.push_back(p / 255.0f);
    const auto bytes = readIdx(prefix + "-labels-idx1-ubyte.gz", 1, count);
    labels.assign(bytes.begin(), bytes.end());
  }

  void shuffle(std::mt19937 &random, std::size_t size) {
    for (std::size_t i = labels.size() - 1; i > 0; --i) {
      const std::size_t j = random() % (i + 1);
      std::swap(labels[i], labels[j]);
      std::swap_ranges(&pixels[i * size], &pixels[i * size] + size, &pixels[j * size]);
    }
  }
};

int main(int argc, char **argv) {
  const std::string folder = argc > 1 ? argv[1] : "/usr/share/datasets/fashion-mnist";
  const unsigned trainCount = argc > 2 ? std::atoi(argv[2]) : 60000;
  const unsigned epochs = argc > 3 ? std::atoi(argv[3]) : 5;
  const double least = argc > 4 ? std::atof(argv[4]) : 80;
  const unsigned batchSize = 100, inputSize = 28 * 28, classes = 10, testCount = 2000;
  const float learningRate = 0.1f;
  Pictures train(folder + "/train", trainCount / batchSize * batchSize);
  Pictures test(folder + "/t10k", testCount);

  auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) return 1;
  Graph graph(device->getTarget());
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  popnn::addCodelets(graph);

  Tensor x =
      poplin::createMatMulInputLHS(graph, FLOAT, {batchSize, inputSize}, {inputSize, classes}, "x");
  Tensor weights = poplin::createMatMulInputRHS(graph, FLOAT, {batchSize, inputSize},
                                                {inputSize, classes}, "weights");
  Tensor biases = graph.addVariable(FLOAT, {classes}, "biases");
  Tensor expected = graph.addVariable(INT, {batchSize}, "expected");
  Tensor loss = graph.addVariable(FLOAT, {batchSize}, "loss");
  Tensor deltas = graph.addVariable(FLOAT, {batchSize, classes}, "deltas");
  Tensor numCorrect = graph.addVariable(UNSIGNED_INT, {1}, "numCorrect");
  for (const Tensor &t : {biases, expected, loss, deltas, numCorrect})
    poputil::mapTensorLinearly(graph, t);
  graph.setInitialValue(biases, ArrayRef<float>(std::vector<float>(classes, 0.0f)));
  graph.setInitialValue(weights.flatten(),
                        ArrayRef<float>(std::vector<float>(inputSize * classes, 0.0f)));
  graph.setInitialValue(numCorrect, ArrayRef<unsigned>({0u}));

  DataStream dataIn = graph.addHostToDeviceFIFO("data", FLOAT, batchSize * inputSize);
  DataStream labelsIn = graph.addHostToDeviceFIFO("labels", INT, batchSize);
  DataStream correctOut = graph.addDeviceToHostFIFO("correct", UNSIGNED_INT, 1);

  // What training and testing share: from a batch to probabilities, errors and hits.
  Sequence forward;
  forward.add(Copy(dataIn, x));
  forward.add(Copy(labelsIn, expected));
  Tensor wx = poplin::matMul(graph, x, weights, forward, "Wx");
  popops::addInPlace(graph, wx, biases, forward, "Wx+b");
  Tensor y = popnn::nonLinearity(graph, popnn::NonLinearityType::SOFTMAX, wx, forward, "softmax");
  forward.add(popnn::calcLoss(graph, y, expected, loss, deltas, numCorrect,
                              popnn::CROSS_ENTROPY_LOSS, "dE/d(Wx+b)"));
  Function classify = graph.addFunction(forward);

  Sequence step{Call(classify)};
  poplin::matMulAcc(graph, weights, -learningRate / batchSize, x.transpose(), deltas, step, "dW");
  Tensor slope = popops::reduce(graph, deltas, {0}, {popops::Operation::ADD}, step, "db");
  popops::mulInPlace(graph, slope, -learningRate / batchSize, step);
  popops::addInPlace(graph, biases, slope, step, "b");
  Tensor zero = graph.addConstant(UNSIGNED_INT, {1}, 0);
  graph.setTileMapping(zero, 0);
  const auto count = [&](unsigned batches, const Program &batch) {
    return Sequence{Copy(zero, numCorrect), Repeat(batches, batch), Copy(numCorrect, correctOut)};
  };
  Engine engine(
      graph, {count(trainCount / batchSize, step), count(testCount / batchSize, Call(classify))});
  engine.load(*device);
  unsigned correct = 0;
  engine.connectStream("correct", &correct, &correct + 1);
  const auto run = [&](unsigned program, Pictures &pictures) {
    engine.connectStream("data", pictures.pixels.data(),
                         pictures.pixels.data() + pictures.pixels.size());
    engine.connectStream("labels", pictures.labels.data(),
                         pictures.labels.data() + pictures.labels.size());
    engine.run(program);
    return 100.0 * correct / pictures.labels.size();
  };

  const double untrained = run(1, test); // weights of zero: all classes are alike
  std::mt19937 random(1);
  double first = 0, last = 0;
  for (unsigned e = 0; e < epochs; ++e) {
    train.shuffle(random, inputSize);
    last = run(0, train);
    if (e == 0) first = last;
    std::cout << "epoch " << e << ": " << last << "% of the training pictures\n";
  }
  const double accuracy = run(1, test);
  std::cout << "untrained " << untrained << "%, trained " << accuracy << "% of " << testCount
            << " test pictures\n";
  if (untrained > 25 || last <= first || accuracy < least || run(1, test) != accuracy) {
    std::cout << "it did not learn\n";
    return 1;
  }
  std::cout << "learned\n";
  return 0;
}
