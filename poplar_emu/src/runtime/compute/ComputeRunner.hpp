// SPDX-License-Identifier: MIT
// Runs supersteps: gathers, batches of vertices and scatters, chunk by chunk on all threads.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/CodeTable.hpp"
#include "runtime/RuntimeSettings.hpp"
#include "runtime/compute/StepCounts.hpp"
#include "runtime/compute/TileStates.hpp"
#include "runtime/executor/Executors.hpp"
#include "runtime/memory/Replicas.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace poplar_emu::runtime {

/// Text that a vertex printed.
struct PrintedText {
  std::uint32_t tile = 0;
  std::uint32_t worker = 0;
  std::uint32_t vertex = 0; ///< VertexId: creation order
  std::string text;
};

/// The first vertex of its type in a chunk whose compute() returned false.
struct FalseVertex {
  const plan::Batch *batch = nullptr;
  std::uint32_t instance = 0;
};

/// What a chunk of a superstep has to say when all have ended.
struct ChunkOutcome {
  std::vector<PrintedText> printed;
  std::vector<FalseVertex> falseVertices;
};

/// Where vertices' text goes.
struct ComputeOutputs {
  std::ostream *print = nullptr;
  std::ostream *warnings = nullptr;
};

class ComputeRunner {
 public:
  ComputeRunner(const plan::Plan &plan, const CodeTable &code, const RuntimeSettings &settings,
                const Replicas &replicas, Pool &pool);

  void load();
  /// See Runtime::configure.
  void configure(const RuntimeSettings &settings);
  void beginRun();
  /// Whether a vertex may have to stop at a floating-point exception.
  bool raisesFpExceptions() const {
    return tiles_.mayTrap() && settings_.fpExceptions == FpExceptions::Raise;
  }
  /// One superstep on every replica. `cycles` is the modelled counter that codelets see. Returns
  /// its cycles, counted if they can be.
  ComputeCycles run(std::uint32_t compute, std::uint64_t cycles, ByTile byTile,
                    const ComputeOutputs &outputs);
  /// What is known of them without running.
  ComputeCycles estimated(std::uint32_t compute, ByTile byTile);

  TileStates &tiles() { return tiles_; }

 private:
  class Chunk;

  /// All that a batch needs of its type, in one place of the cache.
  struct TypeCode {
    BatchFunction batch, trapping, counting;
    std::uint32_t stride;
    bool usesContext, hasMutableStatics;
    bool fetchesAhead; ///< see FetchAhead
  };

  void runChunks(std::uint32_t compute, std::uint32_t numChunks, std::uint64_t cost,
                 const std::function<void(std::uint32_t)> &body);
  void report(const plan::ComputeStep &step, const ComputeOutputs &outputs);
  void reportFalse(const plan::ComputeStep &step, const FalseVertex &vertex, std::uint32_t replica,
                   const ComputeOutputs &outputs);
  void storeStatus(const plan::ComputeStep &step) const;
  bool countsSlots(std::uint32_t compute) const;

  const plan::Plan *plan_;
  std::vector<TypeCode> types_; ///< by index into Plan::vertexTypes
  RuntimeSettings settings_;
  const Replicas *replicas_;
  Pool *pool_;
  TileStates tiles_;
  std::optional<StepCounts> counts_; ///< of engines that count

  std::uint64_t cycles_ = 0;
  std::vector<std::uint64_t> tileCycles_; ///< of the superstep at hand, if they are estimated
  std::vector<ChunkOutcome> outcomes_;    ///< by replica * chunks + chunk
  std::atomic<bool> somethingToSay_ = false;
  std::vector<std::uint8_t> slowRuns_; ///< by compute step: in a row, although it looks small
  std::vector<std::uint8_t> reported_; ///< by vertex type: returned false in this run
};

} // namespace poplar_emu::runtime
