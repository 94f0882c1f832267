// SPDX-License-Identifier: MIT
// usage: Training 4   trains a pipeline of two IPUs in four replicas, with optimisers whose state
// is whole or sharded and with gradients that are added up in one level or two; prints all weights.
#include "../unit/gcl/pipeline/Network.hpp"

#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar_emu/Distributed.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;

constexpr unsigned kReplicas = 4, kSteps = 2, kMicroBatches = 3;

/// Neighbours share their gradients first, then those of equal place do.
void reduceInTwoLevels(poplar::Graph &graph, std::vector<poplar::Tensor> &gradients,
                       poplar::program::Sequence &program) {
  const gcl::CommGroup near(gcl::CommGroupType::CONSECUTIVE, 2),
      far(gcl::CommGroupType::ORTHOGONAL, 2);
  for (const poplar::Tensor &gradient : gradients) {
    poplar::Tensor part = gcl::reduceScatterCrossReplica(
        graph, gradient.flatten(), gcl::CollectiveOperator::ADD, program, near);
    gcl::allReduceInPlaceCrossReplica(graph, part, gcl::CollectiveOperator::ADD, program, far);
    program.add(poplar::program::Copy(gcl::allGatherCrossReplica(graph, part, program, near)
                                          .flatten()
                                          .slice(0, gradient.numElements()),
                                      gradient.flatten()));
  }
}

poplar::Device attach() {
  for (poplar::Device &device :
       poplar::DeviceManager().getDevices(poplar::TargetType::IPU, 2 * kReplicas))
    if (device.attach()) return std::move(device);
  std::abort();
}

void train(const char *name, const Options &options) {
  const poplar_emu::Distribution share = poplar_emu::distribution();
  const unsigned local = kReplicas / share.numInstances;
  const poplar::Device device = attach();
  poplar::Graph graph(device.getTarget(), poplar::replication_factor(kReplicas));
  gcl::addCodelets(graph);
  Model model = chainModel(2);
  place(model, {0, 1});
  poplar::Engine engine(graph, build(graph, model, options).program);
  engine.load(device);
  // The data of all replicas for each transfer; this process has some of them.
  std::vector<Floats> inputs;
  for (unsigned i = 0; i < 2; ++i) {
    const Floats all = sampleData(std::size_t{kSteps} * kMicroBatches * kReplicas, i);
    inputs.emplace_back();
    for (std::size_t first = share.instance * local * kWidth; first < all.size();
         first += kReplicas * kWidth)
      inputs[i].insert(inputs[i].end(), all.begin() + static_cast<long>(first),
                       all.begin() + static_cast<long>(first + local * kWidth));
    engine.connectStream(model.inputs[i].name, inputs[i].data(),
                         inputs[i].data() + inputs[i].size());
  }
  Floats losses(inputs[0].size());
  engine.connectStream("loss", losses.data(), losses.data() + losses.size());
  Weights weights;
  for (const auto &[weight, values] : sampleWeights(2)) {
    for (unsigned r = 0; r < local; ++r)
      weights[weight].insert(weights[weight].end(), values.begin(), values.end());
    engine.writeTensor(weight, weights[weight].data(),
                       weights[weight].data() + weights[weight].size());
  }
  engine.run();
  for (auto &[weight, values] : weights) {
    engine.readTensor(weight, values.data(), values.data() + values.size());
    for (unsigned r = 0; r < local; ++r) {
      std::printf("replica %u: %s, %s", share.firstReplica + r, name, weight.c_str());
      for (std::size_t i = 0; i < kWidth; ++i)
        std::printf(" %a", static_cast<double>(values[r * kWidth + i]));
      std::printf("\n");
    }
  }
}

} // namespace

int main() {
  Options options;
  options.microBatches = kMicroBatches;
  options.stepsPerRun = kSteps;
  options.update = sgdWithMomentum(1.0f / 2048, 0.5f);
  train("momentum", options);
  options.reduceGradients = reduceInTwoLevels;
  train("momentum in two levels", options);
  options.reduceGradients = {};
  options.optimiserState = OptimiserState::Sharded;
  train("momentum, sharded", options);
  options.update = adam(1.0f / 256);
  train("adam, sharded", options);
  options.optimiserState = OptimiserState::Replicated;
  train("adam", options);
  return 0;
}
