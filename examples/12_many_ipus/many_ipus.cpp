// SPDX-License-Identifier: MIT
// Lesson 12, many IPUs: the network of lesson 11, laid over IPUs in seven ways.
//
//   sharded          the model over two IPUs, one micro-batch at a time       IPU 0 | IPU 1
//   pipelined        the same with several micro-batches under way            layer | layer
//   replicas         whole pipelines side by side: each has a part of a step's micro-batches, and
//                    gradients are added up over them once a step (data parallel)
//   tensor parallel  replicas that see all micro-batches and have half of each layer; they add up
//                    the last layer's results once a micro-batch, and no gradients
//   two processes    two replicas, one in each process: `poprun` starts this program twice
//
// A step is 256 pictures in micro-batches of 16 in every way, so losses are the same but for the
// order in which floating-point numbers are added. Sooner or later that puts one of 131072 features
// of a step on the other side of relu's corner, and from there the ways part, as two runs on one
// IPU do whose first weights differ by a millionth; epochs still cost the same on average
// (docs/decisions/0028). Columns:
//
//   cycles/epoch     modelled, with transfers from the host
//   IPUs busy        part of the IPU-cycles that goes to compute sets and the exchange before them
//   words/step       4 bytes over an IPU-Link; a word that takes two links counts twice
//   wall s/epoch     of this host
//   loss             mean of the last epoch
//   steps, epochs    largest difference from one IPU: of the first 32 steps, of the epochs' means
//
// What goes over links in a step: 256 x 512 words of h and as many of its gradient between the two
// layers; 2 (k - 1) / k of the 407050 gradients from each of k replicas, which a ring by number
// sends over three links of the ladder where it closes; and for the tensor-parallel network no more
// than the 256 x 10 results from each half.
//
// Two steps of the pipelined network are profiled; `poplar-emu report` shows them as a page.
//
// Arguments: [folder for the profile and for what the two processes report] [full: 30720 pictures
// and 6 epochs].
#include "Training.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <vector>

using namespace network;

namespace {

// Tolerances of losses, which start at 2.5 and end at 0.3.
constexpr std::size_t kFirstSteps = 32;
constexpr double kStepTolerance = 1e-5;  ///< of each of the first steps
constexpr double kEpochTolerance = 5e-3; ///< of the mean of each epoch

constexpr Way kWays[] = {{"one IPU", 1, ScheduleKind::Sequential, 1, 1},
                         {"2 IPUs, sharded", 2, ScheduleKind::Sequential, 1, 1},
                         {"2 IPUs, pipelined", 2, ScheduleKind::Popart, 1, 1},
                         {"  2 replicas", 2, ScheduleKind::Popart, 2, 1},
                         {"  4 replicas", 2, ScheduleKind::Popart, 4, 1},
                         {"2 IPUs, tensor par.", 1, ScheduleKind::Sequential, 2, 2}};
constexpr Way kDistributed = {"  2 in 2 processes", 2, ScheduleKind::Popart, 2, 1};

struct Run {
  std::string folder;
  bool full;

  std::size_t pictures() const { return full ? 120 * kStep : 8 * kStep; }
  unsigned epochs() const { return full ? 6 : 2; }
  std::size_t testPictures() const { return full ? 9984 : 1024; }
  double wantedAccuracy() const { return full ? 0.85 : 0.65; }
  std::string report(unsigned instance) const {
    return folder + "/instance" + std::to_string(instance) + ".txt";
  }
};

void write(const Outcome &outcome, const std::string &path) {
  std::ofstream file(path);
  file.precision(std::numeric_limits<double>::max_digits10);
  file << outcome.cycles << ' ' << outcome.busy << ' ' << outcome.words << ' ' << outcome.seconds
       << ' ' << outcome.accuracy;
  for (const double loss : outcome.losses)
    file << ' ' << loss;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

#ifdef POPRUN
Outcome read(const std::string &path) {
  std::ifstream file(path);
  Outcome outcome;
  if (!(file >> outcome.cycles >> outcome.busy >> outcome.words >> outcome.seconds >>
        outcome.accuracy))
    throw std::runtime_error("no report of an instance in " + path);
  for (double loss = 0; file >> loss;)
    outcome.losses.push_back(loss);
  return outcome;
}

/// Each process reports the losses of its own replica.
std::optional<Outcome> trainInProcesses(const Run &run, const std::string &program) {
  constexpr unsigned kInstances = 2;
  for (unsigned instance = 0; instance < kInstances; ++instance)
    std::remove(run.report(instance).c_str());
  const std::string command = std::string("'" POPRUN "'") + " --num-instances 2 --num-replicas 2" +
                              " --ipus-per-replica 2 '" + program + "' '" + run.folder + "'" +
                              (run.full ? " full" : "");
  if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
  Outcome outcome = read(run.report(0));
  const Outcome other = read(run.report(1));
  if (other.losses.size() != outcome.losses.size() || other.accuracy != outcome.accuracy)
    throw std::runtime_error("the two processes have different networks");
  for (std::size_t step = 0; step < other.losses.size(); ++step)
    outcome.losses[step] += other.losses[step];
  outcome.seconds = std::max(outcome.seconds, other.seconds);
  return outcome;
}
#else
std::optional<Outcome> trainInProcesses(const Run &, const std::string &) {
  std::printf("%-20s not run: this build has no MPI\n", kDistributed.name);
  return std::nullopt;
}
#endif

/// Means of `count` losses each.
std::vector<double> means(const std::vector<double> &losses, std::size_t count) {
  std::vector<double> all;
  for (std::size_t first = 0; first + count <= losses.size(); first += count) {
    double sum = 0;
    for (std::size_t i = first; i < first + count; ++i)
      sum += losses[i];
    all.push_back(sum / static_cast<double>(count));
  }
  return all;
}

double largestDifference(const std::vector<double> &a, const std::vector<double> &b,
                         std::size_t count) {
  if (a.size() != b.size()) throw std::runtime_error("the ways have made different steps");
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), count); ++i)
    largest = std::max(largest, std::fabs(a[i] - b[i]));
  return largest;
}

/// Overlap beats waiting, and more replicas take less time, in modelled cycles.
bool getFaster(const std::vector<Outcome> &outcomes) {
  for (std::size_t i = 2; i <= 4; ++i)
    if (outcomes[i].cycles >= outcomes[i - 1].cycles) return false;
  return true;
}

/// Prints a row; false if the network learned something else, or too little.
bool show(const Way &way, const Outcome &outcome, const Outcome &first, const Run &run) {
  const std::size_t epoch = run.pictures() / kStep;
  const std::vector<double> mean = means(outcome.losses, epoch);
  const double steps = largestDifference(outcome.losses, first.losses, kFirstSteps),
               epochs = largestDifference(mean, means(first.losses, epoch), mean.size());
  std::printf("%-20s %4u %12.0f %6.2fx %8.0f%% %11.0f %11.2f %7.1f%% %7.4f %8.0e %8.0e\n", way.name,
              way.ipus * way.replicas, outcome.cycles, first.cycles / outcome.cycles,
              100 * outcome.busy, outcome.words, outcome.seconds, 100 * outcome.accuracy,
              mean.back(), steps, epochs);
  std::fflush(stdout);
  return steps <= kStepTolerance && epochs <= kEpochTolerance &&
         outcome.accuracy >= run.wantedAccuracy();
}

/// Two steps of the pipelined network, for `poplar-emu report`. Profiling takes time, so that the
/// rows of the table go without.
void profilePipeline(const Run &run, FashionMnist &test) {
  const std::string folder = run.folder + "/pipelined";
  train(kWays[2], FashionMnist::read("train", 2 * kStep), 1, test, folder);
  std::printf("\nProfile of two steps of '%s': %s\n", kWays[2].name, folder.c_str());
}

} // namespace

int main(int argc, char **argv) {
  const Run run{argc > 1 ? argv[1] : ".", argc > 2 && std::string(argv[2]) == "full"};
  const FashionMnist training = FashionMnist::read("train", run.pictures());
  FashionMnist test = FashionMnist::read("t10k", run.testPictures());
  const poplar_emu::Distribution share = poplar_emu::distribution();
  if (share.numInstances > 1) {
    write(train(kDistributed, training, run.epochs(), test), run.report(share.instance));
    return 0;
  }

  std::printf("784 -> 512 -> 10 on Fashion-MNIST, %zu pictures, %u epochs\n\n", run.pictures(),
              run.epochs());
  std::printf("%-20s %4s %12s %7s %9s %11s %11s %8s %7s %8s %8s\n", "", "IPUs", "cycles/epoch",
              "speed", "IPUs busy", "words/step", "wall s/ep.", "test", "loss", "steps", "epochs");
  std::vector<Outcome> outcomes;
  bool good = true;
  for (const Way &way : kWays) {
    outcomes.push_back(train(way, training, run.epochs(), test));
    good = show(way, outcomes.back(), outcomes.front(), run) && good;
  }
  if (const std::optional<Outcome> outcome = trainInProcesses(run, argv[0]))
    good = show(kDistributed, *outcome, outcomes.front(), run) && good;
  good = good && getFaster(outcomes);
  profilePipeline(run, test);
  std::printf("\n%s\n", good ? "All learn alike." : "They differ, or learn too little.");
  return good ? 0 : 1;
}
