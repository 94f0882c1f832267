// SPDX-License-Identifier: MIT
// Combines stretches of elements as a ring does: every hop between replicas is a copy.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/collective/Combiners.hpp"
#include "runtime/collective/Rows.hpp"

#include <cstddef>
#include <cstdint>

namespace poplar_emu::runtime {

/// Does what Rows does, bit for bit, without touching what lies with another replica: a partial sum
/// is copied to the next replica of its chain, which adds its own elements; the result is copied
/// from one receiver to the next.
class StagedRows {
 public:
  StagedRows(const plan::CollectiveStep &step, float scale);
  StagedRows(const StagedRows &) = delete;
  StagedRows &operator=(const StagedRows &) = delete;

  void run(const Places &places, std::uint64_t source, std::uint64_t destination,
           std::uint64_t bytes);

 private:
  /// Small, so that all operands are walked through side by side, which the processor foresees.
  static constexpr std::size_t kBlock = 512;

  /// The sum of `count` operands that travels from replica to replica, in one of the two buffers.
  std::byte *sumOf(const std::byte *const *operands, std::size_t count, std::uint64_t source,
                   std::size_t bytes, std::byte *(&&buffers)[2]);
  /// `sum` becomes its combination with `own`.
  void add(std::byte *sum, const std::byte *own, std::size_t bytes) const;
  static void deliver(const std::byte *result, const Places &places, std::uint64_t destination,
                      std::size_t bytes);

  Combiner combiner_;
  float scale_;
  alignas(64) std::byte buffers_[4][kBlock];
  alignas(64) std::byte square_[kBlock];
};

} // namespace poplar_emu::runtime
