// SPDX-License-Identifier: MIT
// Loop nests around moves in one canonical form, and the table that shares equal ones.
#pragma once

#include "plan/Moves.hpp"
#include "view/InlineVector.hpp"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace poplar_emu::compile {

using Loops = view::InlineVector<plan::MoveLoop, 4>;

/// A move of any size with the loops around it, outermost first.
struct NestedMove {
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
  std::uint64_t bytes = 0;
  Loops loops;

  /// How often the inner move is executed.
  std::uint64_t iterations() const {
    std::uint64_t n = 1;
    for (const plan::MoveLoop &loop : loops)
      n *= loop.count;
    return n;
  }
};

/// Largest contiguous move: Move::bytes has 32 bits, and chunks are smaller anyhow.
inline constexpr std::uint64_t kMaxMoveBytes = std::uint64_t{1} << 30;

/// Brings a nest into canonical form: no loop of one iteration, none that another or the move
/// itself could express, no negative destination stride, destination strides descending. The two
/// innermost loops of a transpose are
///
///     for i < n (source stride bytes)
///       for j < m (destination stride bytes)
///
/// whatever loops stand around them: a kernel recognises it by these two strides.
void canonicalise(NestedMove &nest);

/// Patterns of nests; equal ones are one.
class PatternPool {
 public:
  std::uint32_t intern(const Loops &loops);
  std::span<const plan::MoveLoop> loops(std::uint32_t pattern) const {
    const plan::Pattern &p = patterns_[pattern];
    return std::span(loops_).subspan(p.first, p.count);
  }
  /// A pattern of another kind, not shared.
  std::uint32_t add(const plan::Pattern &pattern);
  const plan::Pattern &pattern(std::uint32_t index) const { return patterns_[index]; }

  void moveInto(plan::MoveList &list) &&;

 private:
  std::vector<plan::Pattern> patterns_;
  std::vector<plan::MoveLoop> loops_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> byHash_;
};

} // namespace poplar_emu::compile
