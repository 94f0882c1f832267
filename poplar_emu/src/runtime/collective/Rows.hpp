// SPDX-License-Identifier: MIT
// Combines stretches of elements that lie in many memories, block by block in the cache.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/collective/Combiners.hpp"
#include "runtime/moves/StreamingCopy.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poplar_emu::runtime {

/// The memories of operands and receivers.
struct Places {
  std::vector<const std::byte *> operands; ///< chain after chain
  std::vector<std::size_t> counts;         ///< of operands, by chain; none: receivers get zeros
  std::vector<std::byte *> receivers;
  /// Of SquareAdd, by operand: it is a sum already, and is not squared. Empty: none is.
  std::vector<bool> isSum;

  Operands operandsFor(float scale, std::uint64_t source = 0) const {
    return {operands.data(), counts[0], scale, counts.data() + 1, counts.size() - 1, source};
  }
};

/// The arithmetic of one collective on one thread. What it stores past the cache is seen by others
/// once it is destroyed.
class Rows {
 public:
  Rows(const plan::CollectiveStep &step, float scale, Stores stores);
  Rows(const Rows &) = delete;
  Rows &operator=(const Rows &) = delete;
  ~Rows();

  /// Combines, scales and delivers elements that are contiguous in every memory: from `source` on
  /// in those of the operands to `destination` in those of the receivers.
  void run(const Places &places, std::uint64_t source, std::uint64_t destination,
           std::uint64_t bytes);

 private:
  void runBlocks(const Places &places, std::uint64_t source, std::uint64_t destination,
                 std::uint64_t bytes);
  void combine(const Places &places, std::uint64_t source, const Receivers &to, std::size_t bytes);
  void copy(const Places &places, std::uint64_t source, std::uint64_t destination,
            std::uint64_t bytes) const;
  void deliver(const std::byte *from, const Places &places, std::uint64_t destination,
               std::uint64_t bytes) const;

  static constexpr std::size_t kBlock = 1024; ///< of all operands, so that they fit into the cache

  Combiner combiner_;
  float scale_;
  Stores stores_;
  std::vector<std::byte> squares_; ///< of the operands of a block
  std::vector<const std::byte *> squared_;
  alignas(64) std::byte sum_[kBlock];
};

} // namespace poplar_emu::runtime
