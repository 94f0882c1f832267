// SPDX-License-Identifier: MIT
// Sorting compares unsigned numbers: how keys of each type become ones, and come back.
#pragma once

#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

namespace popops {
namespace device {

// Keys as unsigned numbers in the same order: -inf < ... < -0 < +0 < ... < inf < NaN. All NaNs get
// a clear sign bit, so that they come last.
inline unsigned rankOf(unsigned x) {
  return x;
}
inline unsigned rankOf(int x) {
  return static_cast<unsigned>(x) ^ 0x80000000u;
}
inline unsigned rankOf(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x), magnitude = bits & 0x7fffffffu;
  const unsigned u = magnitude > 0x7f800000u ? magnitude : bits;
  return u ^ (static_cast<unsigned>(static_cast<int>(u) >> 31) | 0x80000000u);
}
inline unsigned rankOf(half x) {
  const unsigned bits = __builtin_bit_cast(unsigned short, x), magnitude = bits & 0x7fffu;
  const unsigned u = magnitude > 0x7c00u ? magnitude : bits;
  return u & 0x8000u ? u ^ 0xffffu : u | 0x8000u;
}

inline void keyOf(unsigned rank, unsigned &key) {
  key = rank;
}
inline void keyOf(unsigned rank, int &key) {
  key = static_cast<int>(rank ^ 0x80000000u);
}
inline void keyOf(unsigned rank, float &key) {
  key = __builtin_bit_cast(float, rank & 0x80000000u ? rank ^ 0x80000000u : ~rank);
}
inline void keyOf(unsigned rank, half &key) {
  const unsigned bits = rank & 0x8000u ? rank ^ 0x8000u : rank ^ 0xffffu;
  key = __builtin_bit_cast(half, static_cast<unsigned short>(bits));
}

// Equal keys have equal plain ranks: -0 has that of +0.
inline bool isNegativeZero(unsigned) {
  return false;
}
inline bool isNegativeZero(int) {
  return false;
}
inline bool isNegativeZero(float x) {
  return __builtin_bit_cast(unsigned, x) == 0x80000000u;
}
inline bool isNegativeZero(half x) {
  return __builtin_bit_cast(unsigned short, x) == 0x8000u;
}
template <class Key>
inline unsigned plainRankOf(Key x) {
  return rankOf(x) + (isNegativeZero(x) ? 1u : 0u);
}

using Pair = unsigned long long;

inline Pair pairOf(unsigned rank, unsigned payload) {
  return static_cast<Pair>(rank) << 32 | payload;
}

/// A key with its index in the row: equal keys compare by index, the sign of zero is below.
template <class Key>
inline Pair indexedPair(Key key, unsigned index, unsigned flip) {
  return pairOf(plainRankOf(key) ^ flip, index << 1 | (isNegativeZero(key) ? 1u : 0u));
}

/// A key with a value; equal keys compare by the bits of the value.
template <class Key>
inline Pair valuedPair(Key key, unsigned value, unsigned flip) {
  return pairOf(rankOf(key) ^ flip, value);
}

} // namespace device
} // namespace popops
