// SPDX-License-Identifier: MIT
// Moving rows of a table, and finding the lookups that hit a block of its rows.
#pragma once

#include "../Loops.hpp"

#include <poplar/Vertex.hpp>

namespace popops {
namespace device {

/// Rows of a few words are too short for a call of memcpy.
template <class T>
inline void copyRow(T *to, const T *from, unsigned width) {
  char *out = reinterpret_cast<char *>(to);
  const char *in = reinterpret_cast<const char *>(from);
  unsigned bytes = width * sizeof(T);
  if (bytes >= 1024) {
    __builtin_memcpy(out, in, bytes);
    return;
  }
  for (; bytes >= 64; bytes -= 64, out += 64, in += 64)
    __builtin_memcpy(out, in, 64);
  for (; bytes >= 8; bytes -= 8, out += 8, in += 8)
    __builtin_memcpy(out, in, 8);
  for (; bytes > 0; --bytes)
    *out++ = *in++;
}

template <class T>
inline void zeroRow(T *to, unsigned width) {
  __builtin_memset(to, 0, width * sizeof(T));
}

/// Starts to fetch a row that is copied soon; rows lie anywhere, so the hardware cannot guess.
template <class T>
inline void fetchRow(const T *row, unsigned width) {
  const char *at = reinterpret_cast<const char *>(row);
  const unsigned bytes = width * sizeof(T) < 512 ? width * sizeof(T) : 512;
  for (unsigned i = 0; i < bytes; i += 64)
    __builtin_prefetch(at + i);
}

/// The same for a row that will be written.
template <class T>
inline void fetchRowToWrite(T *row, unsigned width) {
  char *at = reinterpret_cast<char *>(row);
  const unsigned bytes = width * sizeof(T) < 512 ? width * sizeof(T) : 512;
  for (unsigned i = 0; i < bytes; i += 64)
    __builtin_prefetch(at + i, 1);
}

constexpr unsigned kFetchAhead = 16;

/// Where a slice is found: in which row of a two-level field, and at which place of it.
constexpr unsigned kMaxParts = 64;
constexpr unsigned kNoSource = 0xffffffffu;
constexpr unsigned kPlaceBits = 26;
inline unsigned partOfSource(unsigned source) {
  return source >> kPlaceBits;
}
inline unsigned placeOfSource(unsigned source) {
  return source & ((1u << kPlaceBits) - 1);
}

/// Fetches rows of table and slices for the lookups some places behind the one at hand. Sorted
/// lookups of the blocks that follow come after this block's own, and those blocks after this one:
/// they belong to the vertices that come next on this core of the host. A hint may be wrong.
template <class T>
class FetchAhead {
 public:
  template <class Words>
  FetchAhead(const Words &range, const Words &rows, const Words &places, T *table,
             unsigned firstRow, const T *slices, unsigned width)
      : rows_(&rows[0]), places_(&places[0]), count_(rows.size()),
        next_(range.size() == 0 ? count_ : range[0] + kFetchAhead), table_(table),
        firstRow_(firstRow), slices_(slices), width_(width) {}

  void operator()() {
    if (next_ >= count_) return;
    fetchRowToWrite(table_ + std::size_t{rows_[next_] - firstRow_} * width_, width_);
    fetchRow(slices_ + std::size_t{places_[next_]} * width_, width_);
    ++next_;
  }

 private:
  const unsigned *rows_, *places_;
  unsigned count_, next_;
  T *table_;
  unsigned firstRow_;
  const T *slices_;
  unsigned width_;
};

/// Calls f(row in the block, place) for each lookup of the block's rows, in the order of places.
/// With a range, [range[0], range[1]) of the lists are exactly those; without, all rows are looked
/// through and the place is the position.
template <class Words, class F>
inline void forEachHit(const Words &range, const Words &rows, const Words &places,
                       unsigned firstRow, unsigned numRows, F f) {
  if (range.size() == 0) {
    const unsigned count = rows.size();
    for (unsigned i = 0; i < count; ++i) {
      const unsigned row = rows[i] - firstRow;
      if (row < numRows) f(row, i);
    }
    return;
  }
  for (unsigned i = range[0], end = range[1]; i < end; ++i)
    f(rows[i] - firstRow, places[i]);
}

} // namespace device
} // namespace popops
