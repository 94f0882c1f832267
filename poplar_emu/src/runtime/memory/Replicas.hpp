// SPDX-License-Identifier: MIT
// The memories of all replicas that this process runs.
#pragma once

#include "plan/Executor.hpp"
#include "plan/Plan.hpp"
#include "runtime/memory/MappedMemory.hpp"
#include "runtime/moves/MoveKernels.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace poplar_emu::runtime {

/// Replicas are counted from 0 in this process, but where a function says "global".
class Replicas {
 public:
  /// All replicas of the plan.
  explicit Replicas(const plan::Plan &plan) : Replicas(plan, 0, plan.machine.replicationFactor) {}
  /// The global replicas [first, first + count).
  Replicas(const plan::Plan &plan, std::uint32_t first, std::uint32_t count)
      : plan_(&plan), first_(first), count_(count) {}

  /// Zero pages, then initial data, replica indices, instances with their pointers.
  void load();
  void unload();

  std::uint32_t first() const { return first_; }
  std::uint32_t count() const { return count_; }
  std::byte *memory(std::uint32_t replica) const { return memories_[replica].data(); }
  /// Of a global replica that runs here.
  std::byte *memoryOf(std::uint32_t replica) const { return memory(replica - first_); }
  std::span<const std::byte> bytes(std::uint32_t replica) const {
    return memories_[replica].bytes();
  }

  /// Within each replica's memory.
  std::span<const MoveBases> within() const { return within_; }
  /// From each global replica of the map to the one that it maps to.
  std::vector<MoveBases> across(const std::map<unsigned, unsigned> &sourceToDestination) const;
  /// From (to) blocks of `stride` bytes, one a replica; stride 0: all replicas use the same block.
  void fromHost(const plan::MoveList &moves, const std::byte *host, std::uint64_t stride,
                plan::Executor &executor) const;
  void toHost(const plan::MoveList &moves, std::byte *host, std::uint64_t stride,
              plan::Executor &executor) const;
  /// The same for one replica.
  void fromHostToOne(const plan::MoveList &moves, const std::byte *host, std::uint32_t replica,
                     plan::Executor &executor) const;
  void fromOneToHost(const plan::MoveList &moves, std::byte *host, std::uint32_t replica,
                     plan::Executor &executor) const;

 private:
  void fill(std::uint32_t replica);

  const plan::Plan *plan_;
  std::uint32_t first_, count_;
  std::vector<MappedMemory> memories_;
  std::vector<MoveBases> within_;
};

} // namespace poplar_emu::runtime
