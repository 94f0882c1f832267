// SPDX-License-Identifier: MIT
// What single leaves of the program tree move: leaves of one step share its exchange.
#pragma once

#include "pva/data/Profile.hpp"

#include <algorithm>

namespace pva::internal {

struct LeafBytes {
  std::uint64_t moved = 0;       ///< between tiles, also of several IPUs
  std::uint64_t betweenIpus = 0; ///< of `moved`
  std::uint64_t host = 0;

  bool operator==(const LeafBytes &) const = default;
};

/// Summed over the leaves of a step: the bytes of its exchange.
inline LeafBytes bytesOf(const ProgramInfo &leaf, const ExchangeInfo &exchange) {
  switch (leaf.type) {
  case ProgramType::StreamCopyMid:
    return {0, 0, exchange.hostBytes};
  case ProgramType::GlobalExchange: // alone for copies between replicas
    return {exchange.interIpuBytes != 0 ? exchange.interIpuBytes : exchange.totalBytes,
            exchange.interIpuBytes, 0};
  default:
    return {exchange.totalBytes - std::min(exchange.totalBytes, exchange.interIpuBytes), 0, 0};
  }
}

} // namespace pva::internal
