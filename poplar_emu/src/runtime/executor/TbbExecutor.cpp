// SPDX-License-Identifier: MIT
// The default executor. The only file that knows oneTBB.
#include "runtime/executor/ChunkErrors.hpp"
#include "runtime/executor/Executors.hpp"

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <optional>

namespace poplar_emu::runtime {
namespace {

/// Without a wish for a number of threads, the calling thread's own arena serves: its workers are
/// awake.
class TbbExecutor final : public Pool {
 public:
  explicit TbbExecutor(std::uint32_t threads) {
    // oneTBB makes no more threads than cores, and says so on every run if asked for them.
    const int most = tbb::info::default_concurrency();
    if (threads != 0) arena_.emplace(std::min(static_cast<int>(threads), most));
  }

  void inside(const std::function<void()> &body) override {
    if (!arena_) return body();
    const InsideScope scope(inside_);
    arena_->execute(body);
  }

  void forEachChunk(std::uint32_t numChunks,
                    const std::function<void(std::uint32_t)> &body) override {
    ChunkErrors errors;
    const auto runAll = [&] {
      tbb::parallel_for(
          tbb::blocked_range<std::uint32_t>(0, numChunks),
          [&](const tbb::blocked_range<std::uint32_t> &range) {
            for (std::uint32_t chunk = range.begin(); chunk < range.end(); ++chunk)
              errors.guard(chunk, body);
          },
          tbb::static_partitioner());
    };
    if (arena_ && !inside_)
      arena_->execute(runAll);
    else
      runAll();
    errors.rethrow();
  }

  std::uint32_t numThreads() const override {
    return static_cast<std::uint32_t>(arena_ ? arena_->max_concurrency()
                                             : tbb::this_task_arena::max_concurrency());
  }
  std::string_view name() const override { return "tbb"; }

 private:
  /// Only the thread that called run() asks for chunks, so a plain flag will do.
  struct InsideScope {
    explicit InsideScope(bool &flag) : flag(flag) { flag = true; }
    ~InsideScope() { flag = false; }
    bool &flag;
  };

  std::optional<tbb::task_arena> arena_;
  bool inside_ = false;
};

} // namespace

std::unique_ptr<Pool> makeTbbExecutor(std::uint32_t threads) {
  return std::make_unique<TbbExecutor>(threads);
}

} // namespace poplar_emu::runtime
