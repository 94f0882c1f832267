// SPDX-License-Identifier: MIT
// The parts of the verifier, one a table of the plan; each throws Fault at the first thing amiss.
#pragma once

#include "plan/Plan.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace poplar_emu::plan {

struct Fault {
  std::string text;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args &&...args) {
  throw Fault{fmt::format(format, std::forward<Args>(args)...)};
}

/// Bytes that each side of a move may touch: [begin, end).
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// True if [address, address + bytes) lies in the extent; does not overflow.
constexpr bool contains(const Extent &extent, std::uint64_t address, std::uint64_t bytes) {
  return address >= extent.begin && address <= extent.end && bytes <= extent.end - address;
}

/// a * b, or the largest integer when that does not fit.
constexpr std::uint64_t saturatingProduct(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? ~std::uint64_t{0} : product;
}

void verifyMemory(const Plan &plan);
void verifyMoves(const MoveList &list, const Extent &source, const Extent &destination,
                 const std::string &where);
void verifyComputes(const Plan &plan);
void verifyTransfers(const Plan &plan);
void verifyExchanges(const Plan &plan);
void verifySequences(const Plan &plan);
/// Sequences must have been found to be acyclic.
void verifyCollectives(const Plan &plan);

/// The whole memory of a replica.
inline Extent memoryOf(const Plan &plan) {
  return {0, plan.memory.bytes};
}
std::uint32_t numTiles(const Plan &plan);
void verifyTile(const Plan &plan, TileId tile, const std::string &where);
void verifyScalar(const Plan &plan, const Scalar &scalar, const std::string &where);

} // namespace poplar_emu::plan
