// SPDX-License-Identifier: MIT
// Random bits as a function of key and element: the order in which elements are done, and by whom,
// does not matter.
#pragma once

#include <poplar/Vertex.hpp>

#include <cstdint>

namespace poprand {
namespace device {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit depends on every bit.
inline std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class Stream {
 public:
  /// The stream of a seed of two words. Modifiers give streams that have nothing in common.
  Stream(unsigned low, unsigned high, unsigned modifier)
      : key_(mix(mix((std::uint64_t{high} << 32 | low) + kStep) + (modifier + 1) * kStep)) {}
  /// A stream from the state of this worker, which advances.
  Stream() : key_(mix(__builtin_ipu_urand64() + kStep)) {}

  std::uint64_t bits(std::uint64_t element) const { return mix(key_ + element * kStep); }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;
  std::uint64_t key_;
};

/// [0, 1] in steps of 2^-24, both ends included.
inline float unit(std::uint64_t bits) {
  const auto top = static_cast<std::int32_t>(bits >> 40);
  return static_cast<float>(top + (top >> 23)) * 0x1p-24f;
}

/// The sum of twelve numbers of five bits, as the machine makes its normal distribution: mean 0,
/// standard deviation 1, in steps of 1/32, at most 5.8125 in size.
inline float gaussian(std::uint64_t bits) {
  constexpr std::uint64_t kFields = 0x007c1f07c1f07c1fu; // six fields, one every ten bits
  std::uint64_t sums = (bits & kFields) + ((bits >> 5) & kFields);
  // The six sums, of at most 62 each, to the lowest field.
  sums += sums >> 30;
  sums = sums + (sums >> 10) + (sums >> 20);
  return static_cast<float>(static_cast<std::int32_t>(sums & 0x3ff) - 186) * 0.03125f;
}

} // namespace device
} // namespace poprand
