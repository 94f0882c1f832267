// SPDX-License-Identifier: MIT
// One chunk of a superstep on one replica: the innermost loop of the emulator.
#pragma once

#include "runtime/compute/ComputeRunner.hpp"
#include "runtime/compute/CrashGuard.hpp"

#include <array>
#include <string_view>

namespace poplar_emu::runtime {

class ComputeRunner::Chunk final : public GuardedWork {
 public:
  /// `slots`: of the step's vertices on the replica; null when they are not counted.
  Chunk(ComputeRunner &runner, const plan::ComputeStep &step, std::uint32_t replica,
        std::uint32_t begin, std::uint32_t end, ChunkOutcome &outcome, std::uint64_t *slots);

  /// Runs work[begin, end). Throws PE0602, PE0604.
  void runAndReport();

 private:
  void run() override;
  void runBatch(const plan::Batch &batch, bool mayTrap);
  void prepareContext(const plan::Batch &batch);
  void runTrapping(const plan::Batch &batch);
  void runFetching(const plan::Batch &batch);
  void runCounting(const plan::Batch &batch);
  void runPart(const plan::Batch &batch, std::uint32_t first, std::uint32_t count,
               BatchFunction function);
  std::uint32_t call(BatchFunction function, std::byte *instances, std::uint32_t count,
                     std::uint32_t stride, const std::uint8_t *workers);
  [[noreturn]] void raiseCrash(const char *cause, std::string_view what,
                               std::string_view advice) const;
  void runWatched(const plan::Batch &batch, std::uint32_t vertex, std::uint32_t enabled);
  void noteFalse(const plan::Batch &batch, std::uint32_t instance);
  static void print(TileContext *context, const char *text, std::size_t length);

  ComputeRunner &runner_;
  const plan::ComputeStep &step_;
  std::uint32_t replica_, begin_, end_;
  ChunkOutcome &outcome_;
  std::uint64_t *slots_;
  std::byte *memory_;
  bool fetchesAhead_; ///< the step is large enough
  const plan::Batch *batch_ = nullptr;
  std::uint32_t firstInstance_ = 0; ///< of the call under way, in its batch
  TileContext context_;
  std::array<std::uint32_t, POPLAR_EMU_CSR_COUNT> csr_; ///< filled for code that can see it
};

} // namespace poplar_emu::runtime
