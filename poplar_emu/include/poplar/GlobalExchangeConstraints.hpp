// SPDX-License-Identifier: MIT
// Limits on the data rate between IPUs.
#ifndef POPLAR_GLOBAL_EXCHANGE_CONSTRAINTS_HPP
#define POPLAR_GLOBAL_EXCHANGE_CONSTRAINTS_HPP

#include <poplar/ArrayRef.hpp>

#include <vector>

namespace poplar {

/// Data from one IPU to another.
struct GlobalExchangeFlow {
  unsigned src;
  unsigned dst;

  GlobalExchangeFlow(unsigned source, unsigned destination) : src(source), dst(destination) {}

  friend bool operator==(const GlobalExchangeFlow &a, const GlobalExchangeFlow &b) {
    return a.src == b.src && a.dst == b.dst;
  }
  friend bool operator!=(const GlobalExchangeFlow &a, const GlobalExchangeFlow &b) {
    return !(a == b);
  }
  friend bool operator<(const GlobalExchangeFlow &a, const GlobalExchangeFlow &b) {
    return a.src < b.src || (a.src == b.src && a.dst < b.dst);
  }
};

/// Flows that share one bandwidth, in bits a second.
struct GlobalExchangeConstraint {
  double bandwidth;
  std::vector<GlobalExchangeFlow> flows;

  GlobalExchangeConstraint(double bitsPerSecond, ArrayRef<GlobalExchangeFlow> sharingFlows)
      : bandwidth(bitsPerSecond), flows(sharingFlows.begin(), sharingFlows.end()) {}

  friend bool operator==(const GlobalExchangeConstraint &a, const GlobalExchangeConstraint &b) {
    return a.bandwidth == b.bandwidth && a.flows == b.flows;
  }
  friend bool operator!=(const GlobalExchangeConstraint &a, const GlobalExchangeConstraint &b) {
    return !(a == b);
  }
  friend bool operator<(const GlobalExchangeConstraint &a, const GlobalExchangeConstraint &b) {
    return a.bandwidth < b.bandwidth || (a.bandwidth == b.bandwidth && a.flows < b.flows);
  }
};

} // namespace poplar

#endif
