// SPDX-License-Identifier: MIT
// A 128-bit content hash: names cache entries and finds damage. Not for secrets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace poplar_emu::codelet {

struct Hash128 {
  std::uint64_t low = 0, high = 0;

  friend bool operator==(Hash128, Hash128) = default;
  /// 32 hexadecimal digits.
  std::string hex() const;
};

struct Hash128Hasher {
  std::size_t operator()(Hash128 h) const { return static_cast<std::size_t>(h.low); }
};

/// MurmurHash3 x64 128. Cost: about a nanosecond for 4 bytes.
Hash128 hashBytes(std::string_view bytes, std::uint64_t seed = 0);

/// Hashes a list of strings so that ("ab","c") and ("a","bc") differ.
class Hasher {
 public:
  Hasher &add(std::string_view bytes);
  Hasher &add(std::uint64_t value);
  Hasher &add(Hash128 hash) { return add(hash.low).add(hash.high); }
  Hash128 finish() const { return state_; }

 private:
  Hash128 state_;
};

} // namespace poplar_emu::codelet
