// SPDX-License-Identifier: MIT
// The executor for debuggers, and the choice among the three.
#include "runtime/executor/ChunkErrors.hpp"
#include "runtime/executor/Executors.hpp"

namespace poplar_emu::runtime {
namespace {

class SerialExecutor final : public Pool {
 public:
  void forEachChunk(std::uint32_t numChunks,
                    const std::function<void(std::uint32_t)> &body) override {
    ChunkErrors errors;
    for (std::uint32_t chunk = 0; chunk < numChunks; ++chunk)
      errors.guard(chunk, body);
    errors.rethrow();
  }
  std::uint32_t numThreads() const override { return 1; }
  std::string_view name() const override { return "serial"; }
};

} // namespace

std::unique_ptr<Pool> makeSerialExecutor() {
  return std::make_unique<SerialExecutor>();
}

std::unique_ptr<Pool> makeExecutor(ExecutorKind kind, std::uint32_t threads) {
  switch (kind) {
  case ExecutorKind::Tbb:
    return makeTbbExecutor(threads);
  case ExecutorKind::Thread:
    return makeThreadExecutor(threads);
  case ExecutorKind::Serial:
    break;
  }
  return makeSerialExecutor();
}

} // namespace poplar_emu::runtime
