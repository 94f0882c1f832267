// SPDX-License-Identifier: MIT
// A model of six layers on four IPUs in two replicas, as a PopART user would set it up: virtual
// graphs and pipeline stages, gradient accumulation, recomputation, batches per step, I/O tiles.
#include <gcl/codelets.hpp>
#include <gcl/pipeline/Optimisers.hpp>
#include <gcl/pipeline/Pipeline.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/codelets.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>

#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace poplar;
using namespace gcl::pipeline;

const unsigned IPUS = 4, REPLICAS = 2, LAYERS = 6, ACCUMULATE = 9, BATCHES_PER_STEP = 2;
const std::size_t MICRO = 3, FEATURES = 8;
const float RATE = 0.05f;

typedef std::vector<float> Floats;

std::string weightName(unsigned layer) {
  return "w" + std::to_string(layer);
}
std::string tensorName(unsigned layer) {
  return layer == 0 ? "x" : "h" + std::to_string(layer);
}

void addLayer(Model &model, unsigned layer, unsigned ipu, unsigned stage) {
  const std::string in = tensorName(layer), out = tensorName(layer + 1), w = weightName(layer);
  model.weight(w, [](Graph &graph, const std::string &name) {
    return poplin::createMatMulInputRHS(graph, FLOAT, {MICRO, FEATURES}, {FEATURES, FEATURES},
                                        name);
  });
  model.layer("layer" + std::to_string(layer))
      .onVirtualGraph(ipu)
      .inPipelineStage(stage)
      .reads({in})
      .makes({out})
      .uses({w})
      .forward([=](const Forward &at) {
        at.output(out, poplin::matMul(at.graph(), at.input(in), at.weight(w), at.program()));
      })
      .backward([=](const Backward &at) {
        Tensor dy = at.gradient(out);
        poplin::matMulAcc(at.graph(), at.accumulator(w), 1.0f, at.input(in).transpose(), dy,
                          at.program());
        at.inputGradient(in,
                         poplin::matMul(at.graph(), dy, at.weight(w).transpose(), at.program()));
      });
}

Model makeModel() {
  Model model;
  model.input("x", FLOAT, {MICRO, FEATURES}).input("t", FLOAT, {MICRO, FEATURES});
  const std::vector<unsigned> ipus = virtualGraphsFromCounts({1, -1, 2, 1}, LAYERS);
  for (unsigned layer = 0; layer < LAYERS; ++layer)
    addLayer(model, layer, ipus[layer], ipus[layer]);
  const std::string y = tensorName(LAYERS);
  model.layer("loss")
      .onVirtualGraph(IPUS - 1)
      .inPipelineStage(IPUS - 1)
      .reads({y, "t"})
      .makes({"loss"})
      .forward([=](const Forward &at) {
        Tensor d = popops::sub(at.graph(), at.input(y), at.input("t"), at.program());
        at.keep("d", d);
        at.output("loss", popops::mul(at.graph(), d, d, at.program()));
      })
      .backward([=](const Backward &at) { at.inputGradient(y, at.kept("d")); });
  model.output("loss");
  return model;
}

Device getDevice() {
  DeviceManager manager = DeviceManager::createDeviceManager();
  for (auto &device : manager.getDevices(TargetType::IPU, IPUS * REPLICAS))
    if (device.attach()) return std::move(device);
  throw poplar_error("no device");
}

Floats product(const Floats &a, const Floats &b, bool transposeA, bool transposeB, std::size_t rows,
               std::size_t inner) {
  Floats c(rows * FEATURES);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < FEATURES; ++j)
      for (std::size_t k = 0; k < inner; ++k)
        c[i * FEATURES + j] += a[transposeA ? k * rows + i : i * inner + k] *
                               b[transposeB ? j * inner + k : k * FEATURES + j];
  return c;
}

// All micro-batches of all replicas of a step, one after the other, then the mean of their
// gradients.
double trainOnHost(std::vector<Floats> &w, const Floats &x, const Floats &t) {
  double loss = 0;
  const std::size_t size = MICRO * FEATURES, perStep = ACCUMULATE * REPLICAS;
  for (unsigned step = 0; step < BATCHES_PER_STEP; ++step) {
    std::vector<Floats> gradients(LAYERS, Floats(FEATURES * FEATURES));
    for (std::size_t m = step * perStep; m < (step + 1) * perStep; ++m) {
      std::vector<Floats> h(1, Floats(x.begin() + static_cast<long>(m * size),
                                      x.begin() + static_cast<long>((m + 1) * size)));
      for (unsigned layer = 0; layer < LAYERS; ++layer)
        h.push_back(product(h[layer], w[layer], false, false, MICRO, FEATURES));
      Floats d = h[LAYERS];
      for (std::size_t i = 0; i < size; ++i) {
        d[i] -= t[m * size + i];
        loss += d[i] * d[i];
      }
      for (unsigned layer = LAYERS; layer-- > 0;) {
        const Floats g = product(h[layer], d, true, false, FEATURES, MICRO);
        for (std::size_t i = 0; i < g.size(); ++i)
          gradients[layer][i] += g[i];
        d = product(d, w[layer], false, true, MICRO, FEATURES);
      }
    }
    for (unsigned layer = 0; layer < LAYERS; ++layer)
      for (std::size_t i = 0; i < gradients[layer].size(); ++i)
        w[layer][i] -= RATE / perStep * gradients[layer][i];
  }
  return loss;
}

bool train(const Options &options, const char *name) {
  Device device = getDevice();
  Graph graph(device.getTarget(), replication_factor(REPLICAS));
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  gcl::addCodelets(graph);
  const Pipeline pipeline = build(graph, makeModel(), options);
  if (options.recompute == Recompute::Stages) std::cout << pipeline.schedule;
  Engine engine(graph, pipeline.program);
  engine.load(device);

  // [batches per step, accumulation, replicas, micro-batch, features]
  const std::size_t count = BATCHES_PER_STEP * ACCUMULATE * REPLICAS * MICRO * FEATURES;
  Floats x(count), t(count), loss(count);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = static_cast<float>(i * 29 % 41) / 20.0f - 1.0f;
    t[i] = static_cast<float>(i * 31 % 37) / 18.0f - 1.0f;
  }
  std::vector<Floats> weights(LAYERS, Floats(FEATURES * FEATURES));
  for (unsigned layer = 0; layer < LAYERS; ++layer) {
    for (std::size_t i = 0; i < weights[layer].size(); ++i)
      weights[layer][i] = (i % (FEATURES + 1) == 0 ? 0.9f : 0.0f) +
                          static_cast<float>((i * 7 + layer * 5) % 11) / 100.0f - 0.05f;
    Floats all = weights[layer];
    for (unsigned r = 1; r < REPLICAS; ++r)
      all.insert(all.end(), weights[layer].begin(), weights[layer].end());
    engine.writeTensor(weightName(layer), all.data(), all.data() + all.size());
  }
  engine.connectStream("x", x.data(), x.data() + count);
  engine.connectStream("t", t.data(), t.data() + count);
  engine.connectStream("loss", loss.data(), loss.data() + count);
  engine.run(0);

  const double wanted = trainOnHost(weights, x, t);
  double got = 0, largest = 0;
  for (std::size_t i = 0; i < count; ++i)
    got += loss[i];
  for (unsigned layer = 0; layer < LAYERS; ++layer) {
    Floats all(REPLICAS * FEATURES * FEATURES);
    engine.readTensor(weightName(layer), all.data(), all.data() + all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      largest = std::max(largest, std::fabs(static_cast<double>(
                                      all[i] - weights[layer][i % (FEATURES * FEATURES)])));
  }
  const bool good = largest < 1e-5 && std::fabs(got - wanted) < 1e-4 * wanted;
  std::cout << name << (good ? " as on the host\n" : " differs\n");
  return good;
}

int main() {
  Options options;
  options.microBatches = ACCUMULATE;
  options.stepsPerRun = BATCHES_PER_STEP;
  options.reduction = Reduction::Mean;
  options.update = sgd(RATE);
  bool good = train(options, "kept");
  options.recompute = Recompute::Stages;
  good = train(options, "recomputed") && good;
  options.numIoTiles = 64;
  options.optimiserState = OptimiserState::Sharded;
  good = train(options, "with I/O tiles and sharded state") && good;
  options.numIoTiles = 0;
  options.microBatches = 6;
  try {
    train(options, "too few");
    good = false;
  } catch (const pipeline_error &error) {
    std::cout << "refused: " << error.what() << "\n";
  }
  return good ? 0 : 1;
}
