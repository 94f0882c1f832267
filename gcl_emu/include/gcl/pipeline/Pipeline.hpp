// SPDX-License-Identifier: MIT
// Makes a Poplar program of a model and a schedule.
#ifndef GCL_PIPELINE_PIPELINE_HPP
#define GCL_PIPELINE_PIPELINE_HPP

#include <gcl/pipeline/Error.hpp>
#include <gcl/pipeline/Model.hpp>
#include <gcl/pipeline/Schedule.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gcl {
namespace pipeline {

/// Stages: only inputs of stages are kept, and a stage's forward part runs once more before its
/// backward part (PopART's RecomputationType::Pipeline). Random numbers must then come from a seed
/// that is an input of the model. None: everything that backward functions ask for is kept.
enum class Recompute { None, Stages };
/// On: weights change once a step, after `microBatches` micro-batches; results equal those of one
/// IPU. Off: each micro-batch changes them, as soon as its gradient is known: stages see weights of
/// different ages, and only the first micro-batch equals one IPU's.
enum class Accumulation { On, Off };
/// What an update gets, over the micro-batches of a step and all replicas.
enum class Reduction { Sum, Mean };

/// Where optimisers keep their state on replicated graphs. Sharded: each replica of a data-parallel
/// group has an equal part of it, updates that part of the weights and sends it to the others;
/// gradients are scattered instead of all-reduced. The same words travel, and state takes one part
/// in as many of the memory. With one replica it is Replicated.
enum class OptimiserState { Replicated, Sharded };

/// Adds up gradients over replicas, in place: appends to the program.
using ReduceFunction =
    std::function<void(poplar::Graph &graph, std::vector<poplar::Tensor> &gradients,
                       poplar::program::Sequence &program)>;

struct Options {
  ScheduleKind schedule = ScheduleKind::Popart;
  Mode mode = Mode::Training;
  unsigned microBatches = 1; ///< in a step
  unsigned stepsPerRun = 1;  ///< PopART's batchesPerStep
  Recompute recompute = Recompute::None;
  Accumulation accumulation = Accumulation::On;
  Reduction reduction = Reduction::Sum;
  UpdateFunction update; ///< in training, unless each layer has one; see Optimisers.hpp
  /// Replicas that hold one copy of the model together, 0 to n - 1, n to 2n - 1, ...: see
  /// TensorParallel.hpp. Data-parallel groups are those of equal place, {0, n, 2n, ...}.
  unsigned tensorParallel = 1;
  /// Instead of an all-reduce over the data-parallel groups, once a weight update.
  ReduceFunction reduceGradients;
  OptimiserState optimiserState = OptimiserState::Replicated;
  /// Tiles of each IPU for data from and to the host, 0 for none. Micro-batch m + 1 is loaded and
  /// m - 1 stored while m is computed, which takes two timing slots more. Even, at least 32, fewer
  /// than the IPU has.
  unsigned numIoTiles = 0;
};

/// A circular buffer.
struct Stash {
  std::string tensor;
  unsigned virtualGraph;
  unsigned depth;    ///< micro-batches
  std::size_t bytes; ///< of all of them
};
/// What moves once a micro-batch from one IPU to another.
struct InterIpuCopy {
  std::string tensor;
  unsigned from, to;
  std::size_t bytes;
};

/// The program, and what is worth knowing about it. Streams and handles for the host:
///   * each input: a stream to the device, one transfer a micro-batch;
///   * each output: a stream from the device, one transfer a micro-batch (Anchor::All) or a step;
///   * each weight: Engine::writeTensor and readTensor.
/// A run takes data of [stepsPerRun, microBatches, micro-batch] from each input, and for each
/// replica one after the other on replicated graphs (rows of one transfer).
struct Pipeline {
  Schedule schedule;
  poplar::program::Program program; ///< stepsPerRun steps
  std::map<std::string, poplar::Tensor> weights;
  std::vector<Stash> stashes;
  std::vector<InterIpuCopy> copies;
};

/// Builds the program on the graph, whose target has the model's IPUs.
///
/// In each cycle of the schedule: inputs of the active stages arrive, active stages run in
/// ascending order, outputs leave, then all that goes to the next IPU is copied in one exchange. A
/// step has straight code for fill and flush and a Repeat for main, all of which call the same
/// functions: size and compile time do not depend on the number of micro-batches.
///
/// Data goes from an IPU to a later one through all timing slots in between, one each cycle. What
/// an IPU needs again in a later slot is kept there in a circular buffer of as many rows as
/// micro-batches are under way (stashDepth), read and written at a counter. Backward functions run
/// in the opposite order of forward ones.
///
/// Throws pipeline_error for what placeLayers and makeSchedule refuse, and for functions that do
/// not do what their layer declares; and what Poplar throws inside functions. Registers popops'
/// codelets with the graph.
///
/// Cost: functions are called once each; a step takes numCycles() cycles, each as long as the
/// slowest IPU's active stages, plus the copies.
POPLAR_EMU_EXPORT Pipeline build(poplar::Graph &graph, const Model &model, const Options &options,
                                 const poplar::DebugContext &debugContext = {});

} // namespace pipeline
} // namespace gcl

#endif
