// SPDX-License-Identifier: MIT
// MurmurHash3 x64 128 (algorithm by Austin Appleby, public domain).
#include "codelet/format/Hash.hpp"

#include <bit>
#include <cstring>

namespace poplar_emu::codelet {
namespace {

constexpr std::uint64_t kC1 = 0x87c37b91114253d5ULL;
constexpr std::uint64_t kC2 = 0x4cf5ad432745937fULL;

std::uint64_t finalMix(std::uint64_t k) {
  k ^= k >> 33;
  k *= 0xff51afd7ed558ccdULL;
  k ^= k >> 33;
  k *= 0xc4ceb9fe1a85ec53ULL;
  k ^= k >> 33;
  return k;
}

std::uint64_t load64(const char *p) {
  std::uint64_t value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

} // namespace

std::string Hash128::hex() const {
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const std::uint64_t half : {high, low})
    for (int shift = 60; shift >= 0; shift -= 4)
      out += digits[(half >> shift) & 15];
  return out;
}

Hash128 hashBytes(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t h1 = seed, h2 = seed;
  const char *p = bytes.data();
  const std::size_t blocks = bytes.size() / 16;
  for (std::size_t i = 0; i < blocks; ++i, p += 16) {
    std::uint64_t k1 = load64(p), k2 = load64(p + 8);
    h1 ^= std::rotl(k1 * kC1, 31) * kC2;
    h1 = (std::rotl(h1, 27) + h2) * 5 + 0x52dce729;
    h2 ^= std::rotl(k2 * kC2, 33) * kC1;
    h2 = (std::rotl(h2, 31) + h1) * 5 + 0x38495ab5;
  }
  // Missing bytes of the last block count as zeros; the length keeps them apart.
  char tail[16] = {};
  const std::size_t rest = bytes.size() % 16;
  if (rest != 0) {
    std::memcpy(tail, p, rest);
    h2 ^= std::rotl(load64(tail + 8) * kC2, 33) * kC1;
    h1 ^= std::rotl(load64(tail) * kC1, 31) * kC2;
  }
  h1 ^= bytes.size();
  h2 ^= bytes.size();
  h1 += h2;
  h2 += h1;
  h1 = finalMix(h1);
  h2 = finalMix(h2);
  h1 += h2;
  h2 += h1;
  return {h1, h2};
}

Hasher &Hasher::add(std::string_view bytes) {
  const Hash128 h = hashBytes(bytes, state_.low);
  state_ = {finalMix(h.low + state_.high), h.high ^ std::rotl(state_.high, 17)};
  return *this;
}

Hasher &Hasher::add(std::uint64_t value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  return add(std::string_view(bytes, sizeof bytes));
}

} // namespace poplar_emu::codelet
