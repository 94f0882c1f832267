// SPDX-License-Identifier: MIT
// How the elements of a collective travel through processes until all receivers have them.
#pragma once

#include "runtime/collective/Sweep.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace poplar_emu::runtime {

/// What one process does with the elements of a recipe: it combines what has come from another
/// process with its own, stores it, and sends it on.
struct Hop {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// Combined from left to right, and then the chains are.
  struct Chain {
    std::uint32_t from = kNone; ///< hop of another process whose result comes first
    std::vector<std::uint32_t> replicas;

    auto operator<=>(const Chain &) const = default;
  };

  unsigned instance = 0;
  std::uint32_t stage = 0; ///< hops of one stage do not depend on each other
  std::vector<Chain> chains;
  std::vector<std::uint32_t> receivers; ///< replicas of this process
  std::vector<unsigned> next;           ///< processes that need the result
  bool scales = false;                  ///< it makes the final result

  auto operator<=>(const Hop &) const = default;
};

/// Hops in an order in which each comes after those that it needs. A ring over two processes:
///
///     chain 2 3 4 5 0 1, replicas 0 1 2 | 3 4 5          stage
///     process 0:  x2                                       0     sends
///     process 1:  ((x2 + x3) + x4) + x5                    1     sends
///     process 0:  (.. + x0) + x1, stores for 0 1 2         2     sends
///     process 1:  stores for 3 4 5                         3
///
/// Where one replica is left for the end, it need not wait:
///
///     chain 1 2 3 4 5 0
///     process 0:  x1 + x2, and x0                          0     sends both
///     process 1:  (((.. + x3) + x4) + x5) + x0, stores     1     sends
///     process 0:  stores                                   2
///
struct Route {
  std::vector<Hop> hops;

  std::uint32_t numStages() const;
  /// Without the replicas that are combined: equal for routes through the same processes to the
  /// same receivers.
  Route way() const;

  auto operator<=>(const Route &) const = default;
};

/// The order of the recipe is kept: floating-point sums have the bits that they have in one
/// process.
/// \param group  replicas by position
Route routeOf(const Recipe &recipe, const std::vector<std::uint32_t> &group,
              const std::function<unsigned(std::uint32_t)> &instanceOf);

/// The same where the order leaves no trace: every process sends the sum of its own replicas to one
/// of those that need the result; a route for each of them, to share the work.
std::vector<Route> orderFreeRoutesOf(const Recipe &recipe, const std::vector<std::uint32_t> &group,
                                     const std::function<unsigned(std::uint32_t)> &instanceOf);

} // namespace poplar_emu::runtime
