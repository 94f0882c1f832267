// SPDX-License-Identifier: MIT
// Fetches the rows that the next vertex touches while one computes.
#pragma once

#include "plan/Plan.hpp"
#include "support/Alignment.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace poplar_emu::runtime {

/// Blocks of a large matrix are rows of a few cache lines, each a row of the matrix behind the
/// last: the processor's own prefetching follows none of them, and a vertex would wait for each.
/// Asked for one vertex ahead, they are there when they are needed. A hint: nothing but time
/// depends on it.
class FetchAhead {
 public:
  /// Smaller steps find their data in the caches of the cores.
  static constexpr std::uint64_t kLeastBytes = std::uint64_t{2} << 20;

  static bool pays(const plan::VertexTypeUse &type) {
    for (const plan::FieldUse &field : type.fields)
      if (field.shape == plan::FieldShape::Vectors) return true;
    return false;
  }

  /// Whether there is something to fetch for a loaded instance, and so for its like.
  static bool hasShortRows(const std::byte *instance, const plan::VertexTypeUse &type) {
    for (const plan::FieldUse &field : type.fields) {
      if (field.shape != plan::FieldShape::Vectors) continue;
      const auto table = read(instance + field.offset);
      if (table.size != 0 && read(table.data).size * field.elementBytes <= kLongRow) return true;
    }
    return false;
  }

  /// The rows of all two-level fields of a loaded instance. Inlined, for g++ takes a function that
  /// only prefetches for one without effects, and drops its calls.
  [[gnu::always_inline]] static void rows(const std::byte *instance,
                                          const plan::VertexTypeUse &type) {
    for (const plan::FieldUse &field : type.fields) {
      if (field.shape != plan::FieldShape::Vectors) continue;
      const auto table = read(instance + field.offset);
      for (std::size_t r = 0; r < table.size; ++r) {
        const auto row = read(table.data + r * field.rowBytes);
        const std::size_t bytes = row.size * field.elementBytes;
        if (field.access == plan::FieldAccess::Read)
          toRead(row.data, bytes);
        else
          toWrite(row.data, bytes);
      }
    }
  }

 private:
  static constexpr std::size_t kLongRow = 4096; ///< the processor follows these

  [[gnu::always_inline]] static void toRead(const std::byte *begin, std::size_t bytes) {
    if (bytes > kLongRow) return;
    for (std::size_t at = 0; at < bytes; at += kCacheLine)
      __builtin_prefetch(begin + at, 0, 2);
  }
  [[gnu::always_inline]] static void toWrite(const std::byte *begin, std::size_t bytes) {
    if (bytes > kLongRow) return;
    for (std::size_t at = 0; at < bytes; at += kCacheLine)
      __builtin_prefetch(begin + at, 1);
  }

  struct Span {
    const std::byte *data;
    std::size_t size;
  };
  static Span read(const std::byte *place) {
    Span span;
    std::memcpy(&span, place, sizeof span);
    return span;
  }
};

} // namespace poplar_emu::runtime
