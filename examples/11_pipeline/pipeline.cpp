// SPDX-License-Identifier: MIT
// Lesson 11, pipelines: a network on two IPUs, where (virtual graph) and when (pipeline stage).
//
// A virtual graph says on which IPU a layer lies. That alone makes room, not speed: with one
// micro-batch in the model at a time, IPU 1 waits for IPU 0 on the way forward, and IPU 0 for IPU 1
// on the way back.
//
//   one IPU     F0F1B1B0|F0F1B1B0|...          sharded   IPU 0  F0.... B0|F0.... B0|
//                                                        IPU 1  ..F1B1 ..|..F1B1 ..|
//
// A pipeline stage says in which cycle a layer works on a micro-batch. Several are under way then,
// and IPUs overlap. Weights change after all micro-batches of a step: results stay the same.
//
//   pipelined   IPU 0  F0:0  F0:1  F0:2+B0:0  F0:3+B0:1  B0:2  B0:3
//               IPU 1  ....  FB:0  FB:1       FB:2       FB:3  ....
//
// Trains on Fashion-MNIST three times and compares. Arguments: [folder for output, unused]
// [pictures, 30720 unless given] [epochs, 6].
#include "Shared.hpp"

#include <gcl/pipeline/Optimisers.hpp>

#include <poplar/CycleCount.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>

using namespace poplar;
using namespace network;

constexpr unsigned kMicroBatches = kStep / kBatch;

/// How the two layers are placed.
struct Placing {
  const char *name;
  unsigned ipus;
  ScheduleKind schedule;
};

struct Outcome {
  std::vector<float> losses; ///< of each step, per picture
  Weights weights;
  double cycles = 0, wallSeconds = 0, busy = 0, words = 0; ///< of an epoch; a part; a step
};

Outcome train(const Placing &placing, FashionMnist &data, unsigned epochs) {
  const Device device = attach(placing.ipus);
  Graph graph(device.getTarget());
  addCodelets(graph);
  Model model = make(Mode::Training, kBatch);
  place(model, placing.ipus);

  Options options;
  options.schedule = placing.schedule;
  options.microBatches = kMicroBatches;
  options.stepsPerRun = static_cast<unsigned>(data.labels.size() / kStep);
  options.update = sgdWithMomentum(0.15f / kStep, 0.9f);
  const Pipeline pipeline = build(graph, model, options);
  if (placing.schedule == ScheduleKind::Popart)
    std::cout << "\nThe schedule of a step:\n" << pipeline.schedule << "\n";

  program::Sequence run{pipeline.program};
  graph.createHostRead("cycles", cycleCount(graph, run, 0, SyncType::EXTERNAL));
  Engine engine(graph, run);
  engine.load(device);
  engine.connectStream("picture", data.pictures.data(),
                       data.pictures.data() + data.pictures.size());
  engine.connectStream("label", data.labels.data(), data.labels.data() + data.labels.size());
  std::vector<float> sums(options.stepsPerRun * kBatch);
  engine.connectStream("loss", sums.data(), sums.data() + sums.size());

  Outcome outcome;
  outcome.weights = firstWeights();
  for (auto &weight : outcome.weights)
    engine.writeTensor(weight.first, weight.second.data(),
                       weight.second.data() + weight.second.size());
  const auto start = std::chrono::steady_clock::now();
  for (unsigned epoch = 0; epoch < epochs; ++epoch) {
    engine.run();
    for (unsigned step = 0; step < options.stepsPerRun; ++step) {
      double sum = 0;
      for (std::size_t i = 0; i < kBatch; ++i)
        sum += sums[step * kBatch + i];
      outcome.losses.push_back(static_cast<float>(sum / kStep));
    }
  }
  outcome.wallSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / epochs;
  std::uint64_t cycles = 0;
  engine.readTensor("cycles", &cycles, &cycles + 1);
  outcome.cycles = static_cast<double>(cycles);
  outcome.busy = utilisation(pipeline.schedule);
  for (const InterIpuCopy &copy : pipeline.copies)
    outcome.words += static_cast<double>(copy.bytes) / 4 * kMicroBatches;
  for (auto &weight : outcome.weights)
    engine.readTensor(weight.first, weight.second.data(),
                      weight.second.data() + weight.second.size());
  return outcome;
}

int main(int argc, char **argv) {
  const std::size_t pictures = argc > 2 ? std::stoul(argv[2]) / kStep * kStep : 120 * kStep;
  const auto epochs = static_cast<unsigned>(argc > 3 ? std::stoul(argv[3]) : 6);
  FashionMnist training = FashionMnist::read("train", pictures),
               test = FashionMnist::read("t10k", 9984);

  const Placing placings[] = {{"one IPU", 1, ScheduleKind::Sequential},
                              {"two IPUs, sharded", 2, ScheduleKind::Sequential},
                              {"two IPUs, pipelined", 2, ScheduleKind::Popart}};
  std::vector<Outcome> outcomes;
  for (const Placing &placing : placings)
    outcomes.push_back(train(placing, training, epochs));

  std::printf("%-20s %12s %10s %11s %12s %8s %9s\n", "", "cycles/epoch", "speed", "IPUs busy",
              "words/step", "wall s", "test");
  bool good = true;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    Outcome &outcome = outcomes[i];
    const double part = accuracy(outcome.weights, test);
    std::printf("%-20s %12.0f %9.2fx %10.0f%% %12.0f %8.2f %8.1f%%\n", placings[i].name,
                outcome.cycles, outcomes[1].cycles / outcome.cycles, 100 * outcome.busy,
                outcome.words, outcome.wallSeconds, 100 * part);
    good = good && part >= 0.85;
    for (std::size_t step = 0; step < outcome.losses.size(); ++step)
      good = good && std::fabs(outcome.losses[step] - outcomes[0].losses[step]) <= 1e-3f;
  }
  good = good && outcomes[2].cycles < outcomes[1].cycles;
  std::printf(
      "\nIPU 0 has most of the arithmetic (784 x 512 of 784 x 512 + 512 x 10) and loads the "
      "pictures:\na cycle is as long as its stages, so the gain is far below the 1.8 that "
      "equal stages would have.\nloss:");
  for (unsigned epoch = 0; epoch < epochs; ++epoch)
    std::printf(" %.4f", outcomes[2].losses[(epoch + 1) * outcomes[2].losses.size() / epochs - 1]);
  std::printf("\n%s\n", good ? "All three learn alike." : "They differ, or learn too little.");
  return good ? 0 : 1;
}
