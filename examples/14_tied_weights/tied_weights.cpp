// SPDX-License-Identifier: MIT
// Lesson 14, tied weights: four layers, the first and the last of which use one weight on one IPU.
//
//   layer     embed  dense1  dense2  classify
//   weight    E      w1      w2      E           the first and the last one
//   IPU       0      1       1       0           where: virtual graph
//   stage     0      1       2       3           when: pipeline stage
//
// Two stages that share a weight must be on one IPU, for a pipeline copies no weights. IPU 0 is
// visited twice on the way forward, and twice on the way back.
//
// Neighbouring stages on one IPU, 1 and 2, run in one cycle; so a micro-batch takes five cycles
// there and back, and a step needs five micro-batches at least. Between embed and its backward part
// lie four cycles, in which IPU 0 must keep what embed needs again: in circular buffers of five
// rows. With recomputation these hold inputs of stages only, and stages run forward once more.
//
// Both ways of training must give the losses of one IPU: within 1e-5 in each of the first 32 steps
// and within 5e-3 in the mean of each epoch, for sums are added up in another order (see lesson
// 12).
//
// Arguments: [folder for output, unused] [full: 59904 pictures and 5 epochs, 85 % right].
#include "../11_pipeline/Shared.hpp"
#include "Tied.hpp"

#include <gcl/pipeline/Optimisers.hpp>
#include <poplar/CycleCount.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

using namespace network;

namespace {

struct Way {
  const char *name;
  unsigned ipus;
  ScheduleKind schedule;
  Recompute recompute;
};

constexpr Way kWays[] = {
    {"one IPU", 1, ScheduleKind::Sequential, Recompute::None},
    {"two IPUs, sharded", 2, ScheduleKind::Sequential, Recompute::None},
    {"two IPUs, pipelined", 2, ScheduleKind::Popart, Recompute::None},
    {"  recomputed", 2, ScheduleKind::Popart, Recompute::Stages},
};

struct Outcome {
  std::vector<double> losses; ///< of each step, per picture
  Weights weights;
  double cycles = 0;    ///< of an epoch
  std::size_t kept = 0; ///< bytes of circular buffers
};

void place(Model &model, const Way &way) {
  for (Layer &layer : model.layers)
    if (way.ipus == 1) layer.onVirtualGraph(0).inPipelineStage(0);
}

Outcome train(const Way &way, const Tied &tied, FashionMnist &data, unsigned epochs) {
  const poplar::Device device = attach(way.ipus);
  poplar::Graph graph(device.getTarget());
  addCodelets(graph);
  Model model = tied.make(Mode::Training);
  place(model, way);
  Options options;
  options.schedule = way.schedule;
  options.recompute = way.recompute;
  options.microBatches = kStep / kBatch;
  options.stepsPerRun = static_cast<unsigned>(data.labels.size() / kStep);
  options.update = sgdWithMomentum(0.04f / kStep, 0.9f);
  const Pipeline pipeline = build(graph, model, options);
  if (way.schedule == ScheduleKind::Popart && way.recompute == Recompute::None)
    std::cout << pipeline.schedule << "\n";

  poplar::program::Sequence run{pipeline.program};
  graph.createHostRead("cycles", cycleCount(graph, run, 0, poplar::SyncType::EXTERNAL));
  poplar::Engine engine(graph, run);
  engine.load(device);
  engine.connectStream("picture", data.pictures.data(),
                       data.pictures.data() + data.pictures.size());
  engine.connectStream("label", data.labels.data(), data.labels.data() + data.labels.size());
  std::vector<float> sums(options.stepsPerRun * kBatch);
  engine.connectStream("loss", sums.data(), sums.data() + sums.size());

  Outcome outcome;
  outcome.weights = firstTiedWeights();
  for (auto &[name, values] : outcome.weights)
    engine.writeTensor(name, values.data(), values.data() + values.size());
  for (unsigned epoch = 0; epoch < epochs; ++epoch) {
    engine.run();
    for (auto step = sums.begin(); step != sums.end(); step += kBatch) {
      double sum = 0;
      for (auto loss = step; loss != step + kBatch; ++loss)
        sum += *loss;
      outcome.losses.push_back(sum / kStep);
    }
  }
  std::uint64_t cycles = 0;
  engine.readTensor("cycles", &cycles, &cycles + 1);
  outcome.cycles = static_cast<double>(cycles);
  for (const Stash &stash : pipeline.stashes)
    outcome.kept += stash.bytes;
  for (auto &[name, values] : outcome.weights)
    engine.readTensor(name, values.data(), values.data() + values.size());
  return outcome;
}

double mean(const std::vector<double> &losses, std::size_t first, std::size_t count) {
  double sum = 0;
  for (std::size_t i = first; i < first + count; ++i)
    sum += losses[i];
  return sum / static_cast<double>(count);
}

} // namespace

int main(int argc, char **argv) {
  const bool full = argc > 2 && std::string(argv[2]) == "full";
  const std::size_t steps = full ? 234 : 16;
  const unsigned epochs = full ? 5 : 2;
  FashionMnist training = FashionMnist::read("train", steps * kStep),
               test = FashionMnist::read("t10k", full ? 9984 : 1024);
  const Tied tied(kBatch, meanPictures(training));
  const Model model = tied.make(Mode::Inference);

  std::vector<Outcome> outcomes;
  for (const Way &way : kWays)
    outcomes.push_back(train(way, tied, training, epochs));
  std::printf("%-20s %12s %7s %10s %8s %8s %8s %8s\n", "", "cycles/epoch", "speed", "bytes kept",
              "test", "loss", "steps", "epochs");
  bool good = true;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    Outcome &outcome = outcomes[i];
    const std::vector<double> &first = outcomes[0].losses;
    double ofSteps = 0, ofEpochs = 0;
    for (std::size_t step = 0; step < std::min<std::size_t>(first.size(), 32); ++step)
      ofSteps = std::max(ofSteps, std::fabs(outcome.losses[step] - first[step]));
    for (std::size_t epoch = 0; epoch < first.size(); epoch += steps)
      ofEpochs = std::max(
          ofEpochs, std::fabs(mean(outcome.losses, epoch, steps) - mean(first, epoch, steps)));
    const double part = accuracy(model, 2, outcome.weights, test);
    std::printf("%-20s %12.0f %6.2fx %10zu %7.1f%% %8.4f %8.0e %8.0e\n", kWays[i].name,
                outcome.cycles, outcomes[0].cycles / outcome.cycles, outcome.kept, 100 * part,
                mean(outcome.losses, first.size() - steps, steps), ofSteps, ofEpochs);
    good = good && part >= (full ? 0.85 : 0.5) && ofSteps <= 1e-5 && ofEpochs <= 5e-3;
  }
  good = good && outcomes[2].cycles < outcomes[1].cycles && outcomes[3].kept < outcomes[2].kept;
  std::printf("%s\n", good ? "All learn alike." : "They differ, or learn too little.");
  return good ? 0 : 1;
}
