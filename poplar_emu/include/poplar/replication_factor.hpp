// SPDX-License-Identifier: MIT
// How many times a graph is replicated, told apart from other numbers by its type.
#ifndef POPLAR_REPLICATION_FACTOR_HPP
#define POPLAR_REPLICATION_FACTOR_HPP

namespace poplar {

struct replication_factor {
  unsigned value;

  explicit constexpr replication_factor(unsigned factor) : value(factor) {}

  replication_factor &operator++() {
    ++value;
    return *this;
  }
  replication_factor operator++(int) {
    replication_factor before(*this);
    ++value;
    return before;
  }

  friend constexpr bool operator==(replication_factor a, replication_factor b) {
    return a.value == b.value;
  }
  friend constexpr bool operator!=(replication_factor a, replication_factor b) {
    return a.value != b.value;
  }
  friend constexpr bool operator<(replication_factor a, replication_factor b) {
    return a.value < b.value;
  }
};

} // namespace poplar

#endif
