// SPDX-License-Identifier: MIT
// Large blocks of zeroed memory that cost nothing until they are touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace poplar_emu::runtime {

/// Owns mapped zero pages. Blocks of kLeastHuge bytes or more ask for huge pages.
class MappedMemory {
 public:
  /// Smaller blocks would waste a good part of their huge pages.
  static constexpr std::uint64_t kLeastHuge = std::uint64_t{8} << 20;

  MappedMemory() = default;
  /// The block starts at a multiple of 64 bytes, `skew` bytes (a multiple of 64) after a page.
  /// Throws PE0407 when the host has no room.
  explicit MappedMemory(std::uint64_t bytes, std::uint64_t skew = 0);
  ~MappedMemory();
  MappedMemory(MappedMemory &&other) noexcept { swap(other); }
  MappedMemory &operator=(MappedMemory &&other) noexcept {
    swap(other);
    return *this;
  }

  std::byte *data() const { return data_; }
  std::uint64_t size() const { return bytes_; }
  std::span<std::byte> bytes() const { return {data_, bytes_}; }
  /// Gives the pages back; they read as zero again.
  void zero();

 private:
  void swap(MappedMemory &other) noexcept {
    std::swap(mapping_, other.mapping_);
    std::swap(mappedBytes_, other.mappedBytes_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  void *mapping_ = nullptr;
  std::uint64_t mappedBytes_ = 0;
  std::byte *data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

} // namespace poplar_emu::runtime
