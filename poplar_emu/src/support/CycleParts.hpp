// SPDX-License-Identifier: MIT
// Cycles by what they were spent on. The parts of every figure add up to its total exactly.
#pragma once

#include <cstdint>

namespace poplar_emu {

struct CycleParts {
  std::uint64_t compute = 0;        ///< vertices of the slowest tile, launch included
  std::uint64_t exchange = 0;       ///< between tiles of an IPU
  std::uint64_t globalExchange = 0; ///< between IPUs
  std::uint64_t host = 0;           ///< between the host and tiles
  std::uint64_t sync = 0;           ///< barriers, and waiting for another IPU before them
  std::uint64_t control = 0;        ///< branches, iterations, stamps

  std::uint64_t total() const {
    return compute + exchange + globalExchange + host + sync + control;
  }
  CycleParts &operator+=(const CycleParts &other) {
    compute += other.compute;
    exchange += other.exchange;
    globalExchange += other.globalExchange;
    host += other.host;
    sync += other.sync;
    control += other.control;
    return *this;
  }
  CycleParts &operator-=(const CycleParts &other) {
    compute -= other.compute;
    exchange -= other.exchange;
    globalExchange -= other.globalExchange;
    host -= other.host;
    sync -= other.sync;
    control -= other.control;
    return *this;
  }
  bool operator==(const CycleParts &) const = default;
};

} // namespace poplar_emu
