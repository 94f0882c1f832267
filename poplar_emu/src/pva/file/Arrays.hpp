// SPDX-License-Identifier: MIT
// Arrays of numbers as bytes: short where neighbours are equal or alike, as tiles are.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace pva::internal {

// An array is a list of numbers, each in as few bytes as it needs (seven bits a byte, low ones
// first, the top bit set in all but the last byte). The first is how many elements there are. Then
// for each element the difference d to the one before it (the first: to 0), modulo 2^64, as 2d, or
// as -2d - 1 if it is negative. A difference of 0 is followed by the number of further elements
// that are equal too.

std::vector<std::uint8_t> encodeArray(std::span<const std::uint64_t> values);

/// What is stored cannot be what writeProfile() wrote.
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Damage for bytes that encodeArray() did not make.
std::vector<std::uint64_t> decodeArray(std::span<const std::uint8_t> bytes);

} // namespace pva::internal
