// SPDX-License-Identifier: MIT
// All pieces of a collective as runs in the order of their addresses, cut into tasks.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/collective/Combiners.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::runtime {

/// What elements are combined, and who gets the result. Positions count the replicas of a group.
struct Recipe {
  std::vector<std::vector<std::uint32_t>> chains;
  std::vector<std::uint32_t> receivers;

  auto operator<=>(const Recipe &) const = default;
};

/// A walk over memory that meets every cache line once, whatever pieces share it. A piece of a ring
/// is a part of every tile's elements: piece after piece, it would meet each line many times.
struct Sweep {
  std::vector<Recipe> recipes;
  std::vector<Run> runs; ///< by source, or by destination where more is written than read
  std::vector<std::uint32_t> tasks; ///< task t is runs[tasks[t], tasks[t + 1]); about equal
};

/// Whether the order of combination leaves no trace. Integers wrap and truth values are bits; sums
/// and products of two numbers are what they are either way. Which of several NaNs becomes the
/// result is left open here and wherever the compiler may swap operands.
bool isOrderFree(const plan::CollectiveStep &step,
                 const std::vector<std::vector<std::uint32_t>> &chains);

/// Pieces of more runs than this (of single elements, mostly) stay as they are.
inline constexpr std::uint64_t kMostRuns = std::uint64_t{1} << 20;

/// Without runs if there are more than `mostRuns`. Neighbours of one recipe are one run, and so
/// are, where the order of combination cannot be seen, those of recipes that differ in it only.
/// Cost: sorts the runs.
/// \param numTasks  as many tasks, if each is worth its start
Sweep makeSweep(const plan::CollectiveStep &step, std::uint32_t numTasks,
                std::uint64_t mostRuns = kMostRuns);

} // namespace poplar_emu::runtime
