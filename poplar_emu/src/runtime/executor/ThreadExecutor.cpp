// SPDX-License-Identifier: MIT
// A pool of plain threads that meet at a barrier before and after each set of chunks.
#include "runtime/executor/ChunkErrors.hpp"
#include "runtime/executor/Executors.hpp"

#include <algorithm>
#include <barrier>
#include <thread>
#include <vector>

namespace poplar_emu::runtime {
namespace {

class ThreadExecutor final : public Pool {
 public:
  explicit ThreadExecutor(std::uint32_t threads)
      : numThreads_(threads), start_(threads), end_(threads) {
    workers_.reserve(threads - 1);
    for (std::uint32_t thread = 1; thread < threads; ++thread)
      workers_.emplace_back([this, thread] { work(thread); });
  }

  ~ThreadExecutor() override {
    body_ = nullptr;
    start_.arrive_and_wait();
    for (std::thread &worker : workers_)
      worker.join();
  }

  void forEachChunk(std::uint32_t numChunks,
                    const std::function<void(std::uint32_t)> &body) override {
    body_ = &body;
    numChunks_ = numChunks;
    start_.arrive_and_wait();
    runShare(0);
    end_.arrive_and_wait();
    errors_.rethrow();
  }

  std::uint32_t numThreads() const override { return numThreads_; }
  std::string_view name() const override { return "thread"; }

 private:
  void work(std::uint32_t thread) {
    for (;;) {
      start_.arrive_and_wait();
      if (body_ == nullptr) return;
      runShare(thread);
      end_.arrive_and_wait();
    }
  }

  void runShare(std::uint32_t thread) {
    const std::uint64_t chunks = numChunks_;
    const std::uint64_t begin = chunks * thread / numThreads_;
    const std::uint64_t end = chunks * (thread + 1) / numThreads_;
    for (std::uint64_t chunk = begin; chunk < end; ++chunk)
      errors_.guard(static_cast<std::uint32_t>(chunk), *body_);
  }

  std::uint32_t numThreads_;
  std::barrier<> start_, end_;
  const std::function<void(std::uint32_t)> *body_ = nullptr; ///< null: the pool ends
  std::uint32_t numChunks_ = 0;
  ChunkErrors errors_;
  std::vector<std::thread> workers_;
};

} // namespace

std::unique_ptr<Pool> makeThreadExecutor(std::uint32_t threads) {
  if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
  return std::make_unique<ThreadExecutor>(threads);
}

} // namespace poplar_emu::runtime
