// SPDX-License-Identifier: MIT
// Keeps the exception of the lowest chunk, so that every executor reports the same one.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>

namespace poplar_emu::runtime {

class ChunkErrors {
 public:
  /// Calls body(chunk); what it throws waits for rethrow().
  template <class Body>
  void guard(std::uint32_t chunk, Body &&body) noexcept {
    try {
      body(chunk);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (chunk < chunk_) {
        chunk_ = chunk;
        error_ = std::current_exception();
      }
    }
  }

  /// To be called when all chunks have ended.
  void rethrow() {
    if (!error_) return;
    // Moved out first: the exception must not outlive this object through it.
    const std::exception_ptr error = std::move(error_);
    error_ = nullptr;
    chunk_ = std::numeric_limits<std::uint32_t>::max();
    std::rethrow_exception(error);
  }

 private:
  std::mutex mutex_;
  std::uint32_t chunk_ = std::numeric_limits<std::uint32_t>::max();
  std::exception_ptr error_;
};

} // namespace poplar_emu::runtime
