// SPDX-License-Identifier: MIT
// Trains the network in one way of laying it over IPUs, and measures.
#pragma once

#include "../11_pipeline/Shared.hpp"
#include "Parallel.hpp"

#include <gcl/pipeline/Optimisers.hpp>
#include <poplar/CycleCount.hpp>
#include <poplar_emu/Distributed.hpp>
#include <poplar_emu/Observe.hpp>

#include <algorithm>
#include <chrono>

namespace network {

struct Way {
  const char *name;
  unsigned ipus; ///< of a replica
  ScheduleKind schedule;
  unsigned replicas, ranks; ///< all of them; those that share one copy of the weights

  unsigned copies() const { return replicas / ranks; }
};

struct Outcome {
  std::vector<double> losses; ///< of each step, per picture: the part of the replicas that run here
  double cycles = 0;          ///< of an epoch
  double busy = 0;            ///< part of all IPUs' cycles that goes to compute sets
  double words = 0;           ///< over links, a step
  double seconds = 0;         ///< of the host, an epoch
  double accuracy = 0;
};

/// Replicas of a way that run in this process.
struct Local {
  unsigned first, count;

  explicit Local(const Way &way) {
    const poplar_emu::Distribution share = poplar_emu::distribution();
    count = way.replicas / share.numInstances;
    first = share.instance * count;
  }
};

/// A transfer has a micro-batch for each replica that runs here; ranks get the same. Pictures go to
/// copies of the model in the order in which one copy would see them.
template <class T>
std::vector<T> forReplicas(const std::vector<T> &data, std::size_t perPicture, const Way &way) {
  const Local local(way);
  const std::size_t block = kBatch * perPicture;
  std::vector<T> all;
  all.reserve(data.size() * local.count / way.copies());
  for (std::size_t first = 0; first < data.size(); first += way.copies() * block)
    for (unsigned replica = local.first; replica < local.first + local.count; ++replica) {
      const T *from = data.data() + first + replica / way.ranks * block;
      all.insert(all.end(), from, from + block);
    }
  return all;
}

/// The profile of the training goes to the folder `profile`, unless that is empty.
inline Outcome train(const Way &way, const FashionMnist &training, unsigned epochs,
                     FashionMnist &test, const std::string &profile = "") {
  const poplar::Device device = attach(way.ipus * way.replicas);
  poplar::Graph graph(device.getTarget(), poplar::replication_factor(way.replicas));
  addCodelets(graph);
  Model model = way.ranks > 1 ? makeParallel(kBatch, way.ranks) : make(Mode::Training, kBatch);
  place(model, way.ipus);
  Options options;
  options.schedule = way.schedule;
  options.microBatches = static_cast<unsigned>(kStep / kBatch / way.copies());
  options.stepsPerRun = static_cast<unsigned>(training.labels.size() / kStep);
  options.tensorParallel = way.ranks;
  options.update = sgdWithMomentum(0.06f / kStep, 0.9f);
  poplar::program::Sequence run{build(graph, model, options).program};
  graph.createHostRead("cycles", cycleCount(graph, run, 0, poplar::SyncType::EXTERNAL));
  poplar::OptionFlags flags;
  if (!profile.empty()) flags = {{"autoReport.all", "true"}, {"autoReport.directory", profile}};
  poplar::Engine engine(graph, run, flags);
  engine.load(device);

  const Local local(way);
  std::vector<float> pictures = forReplicas(training.pictures, FashionMnist::kPixels, way);
  std::vector<std::int32_t> labels = forReplicas(training.labels, 1, way);
  std::vector<float> sums(options.stepsPerRun * local.count * kBatch);
  engine.connectStream("picture", pictures.data(), pictures.data() + pictures.size());
  engine.connectStream("label", labels.data(), labels.data() + labels.size());
  engine.connectStream("loss", sums.data(), sums.data() + sums.size());
  Weights weights = spread(firstWeights(), local.count, way.ranks);
  for (auto &[name, values] : weights)
    engine.writeTensor(name, values.data(), values.data() + values.size());

  Outcome outcome;
  double busyCycles = 0, bytes = 0;
  poplar_emu::observe(engine, [&](const poplar_emu::Superstep &step) {
    bytes += static_cast<double>(step.linkBytes);
    if (step.kind == poplar_emu::Superstep::Kind::Compute)
      busyCycles += static_cast<double>(step.cycles) * (step.ipus == 0 ? way.ipus : step.ipus);
  });
  const auto start = std::chrono::steady_clock::now();
  for (unsigned epoch = 0; epoch < epochs; ++epoch) {
    engine.run();
    const std::size_t perStep = sums.size() / options.stepsPerRun;
    for (std::size_t step = 0; step < sums.size(); step += perStep) {
      double sum = 0;
      for (std::size_t i = step; i < step + perStep; ++i)
        sum += sums[i];
      outcome.losses.push_back(sum / (kStep * way.ranks));
    }
  }
  outcome.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / epochs;
  std::vector<std::uint64_t> cycles(local.count);
  engine.readTensor("cycles", cycles.data(), cycles.data() + cycles.size());
  outcome.cycles = static_cast<double>(*std::max_element(cycles.begin(), cycles.end()));
  outcome.busy = busyCycles / epochs / way.ipus / outcome.cycles;
  outcome.words = bytes / 4 / epochs / options.stepsPerRun;
  for (auto &[name, values] : weights)
    engine.readTensor(name, values.data(), values.data() + values.size());
  weights = joined(weights, local.count, way.ranks);
  outcome.accuracy = accuracy(weights, test);
  return outcome;
}

} // namespace network
