// SPDX-License-Identifier: MIT
// Which bytes of a replica's memory were ever written.
#pragma once

#include "plan/Memory.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>

namespace poplar_emu::check {

/// A byte for every byte of memory: 1 when it was written. Pages that nothing touches take no
/// memory.
class Shadow {
 public:
  /// Nothing was written.
  explicit Shadow(std::uint64_t bytes)
      : written_(static_cast<std::uint8_t *>(std::calloc(bytes + 1, 1))) {
    if (!written_) throw std::bad_alloc();
  }

  void define(plan::Address address, std::uint64_t bytes) {
    std::memset(written_.get() + address, 1, bytes);
  }
  void undefine(plan::Address address, std::uint64_t bytes) {
    std::memset(written_.get() + address, 0, bytes);
  }
  void copy(plan::Address source, plan::Address destination, std::uint64_t bytes) {
    std::memmove(written_.get() + destination, written_.get() + source, bytes);
  }

  std::optional<plan::Address> firstUndefined(plan::Address address, std::uint64_t bytes) const {
    const void *found = std::memchr(written_.get() + address, 0, bytes);
    if (found == nullptr) return std::nullopt;
    return static_cast<const std::uint8_t *>(found) - written_.get();
  }
  /// Consecutive undefined bytes from `address` on, up to `limit` of them.
  std::uint64_t undefinedRun(plan::Address address, std::uint64_t limit) const {
    const void *found = std::memchr(written_.get() + address, 1, limit);
    if (found == nullptr) return limit;
    return static_cast<std::uint64_t>(static_cast<const std::uint8_t *>(found) -
                                      (written_.get() + address));
  }
  std::uint64_t countUndefined(plan::Address address, std::uint64_t bytes) const {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < bytes; ++i)
      count += written_[address + i] == 0;
    return count;
  }

 private:
  struct Free {
    void operator()(std::uint8_t *memory) const { std::free(memory); }
  };
  std::unique_ptr<std::uint8_t[], Free> written_;
};

} // namespace poplar_emu::check
