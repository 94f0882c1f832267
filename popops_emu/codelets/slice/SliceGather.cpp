// SPDX-License-Identifier: MIT
// Vertices that read rows of a table. Elements are carriers of as many bytes as the real type.
#include "SliceRows.hpp"

using namespace poplar;

namespace popops {

/// out[i] = table[rows[i] - firstRow], for rows of the table; others are zeroed or left.
template <typename T>
class GatherRows : public MultiVertex {
 public:
  Input<Vector<T>> table;
  Input<Vector<unsigned>> rows;
  Output<Vector<T>> out;
  unsigned firstRow;
  unsigned numRows;
  unsigned width;
  bool zeroOthers;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(rows.size(), worker, numWorkers());
    const T *from = &table[0];
    for (unsigned i = part.begin; i < part.end; ++i) {
      if (i + device::kFetchAhead < part.end) {
        const unsigned next = rows[i + device::kFetchAhead] - firstRow;
        if (next < numRows) device::fetchRow(from + next * width, width);
      }
      const unsigned row = rows[i] - firstRow;
      T *to = &out[0] + i * width;
      if (row < numRows)
        device::copyRow(to, from + row * width, width);
      else if (zeroOthers)
        device::zeroRow(to, width);
    }
  }
};

/// As GatherRows for a few columns of a table: its rows come one by one.
template <typename T>
class GatherColumns : public MultiVertex {
 public:
  Vector<Input<Vector<T>>> table;
  Input<Vector<unsigned>> rows;
  Output<Vector<T>> out;
  unsigned width;
  bool zeroOthers;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(rows.size(), worker, numWorkers());
    const unsigned numRows = table.size();
    for (unsigned i = part.begin; i < part.end; ++i) {
      T *to = &out[0] + i * width;
      if (rows[i] < numRows)
        device::copyRow(to, &table[rows[i]][0], width);
      else if (zeroOthers)
        device::zeroRow(to, width);
    }
  }
};

/// out[place] = table[row] for the lookups that hit this block of rows; see forEachHit. A place is
/// a source: a row of `out` and a place in it.
template <typename T>
class GatherBlock : public Vertex {
 public:
  Input<Vector<T>> table;
  Input<Vector<unsigned>> range;
  Input<Vector<unsigned>> rows;
  Input<Vector<unsigned>> places;
  Vector<Output<Vector<T>>> out; // of one size
  unsigned firstRow;
  unsigned numRows;
  unsigned width;

  void compute() {
    const T *from = &table[0];
    const auto placeAt = [this](unsigned place) {
      return &out[device::partOfSource(place)][0] + device::placeOfSource(place) * width;
    };
    if (range.size() == 0) {
      device::forEachHit(range, rows, places, firstRow, numRows, [=](unsigned row, unsigned place) {
        device::copyRow(placeAt(place), from + row * width, width);
      });
      return;
    }
    const unsigned begin = range[0], end = range[1], count = rows.size();
    if (begin == end) return;
    // What the next vertices on this core of the host will touch: lookups of the blocks that follow
    // come after this block's own, and their tables and outputs after this one's. A hint may be
    // wrong.
    const unsigned *row = &rows[0], *place = &places[0];
    constexpr unsigned kAhead = 2 * device::kFetchAhead;
    const std::size_t slices = out[0].size();
    const float perBlock = 1.0f / numRows;
    for (unsigned i = begin; i < end; ++i) {
      if (i + kAhead < count) {
        const std::size_t next = row[i + kAhead] - firstRow;
        const auto block = static_cast<unsigned>(next * perBlock);
        device::fetchRow(from + next * width, width);
        device::fetchRowToWrite(placeAt(place[i + kAhead]) + block * slices, width);
      }
      device::copyRow(placeAt(place[i]), from + (row[i] - firstRow) * width, width);
    }
  }
};

/// out[i] = parts[k][i], where rows[i] is one of rowsPerPart from firstRow + k * rowsPerPart on.
template <typename T>
class SelectRows : public MultiVertex {
 public:
  Vector<Input<Vector<T>>> parts;
  Input<Vector<unsigned>> rows;
  Output<Vector<T>> out;
  unsigned firstRow;
  unsigned numRows;
  unsigned rowsPerPart;
  unsigned width;
  bool zeroOthers;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(rows.size(), worker, numWorkers());
    // Workers come one after the other: the first fetches for those behind it.
    const unsigned count = rows.size();
    for (unsigned i = worker == 0 ? 0 : part.begin + device::kFetchAhead;
         i < part.end + device::kFetchAhead && i < count; ++i) {
      const unsigned row = rows[i] - firstRow;
      if (row < numRows) device::fetchRow(&parts[row / rowsPerPart][0] + i * width, width);
    }
    for (unsigned i = part.begin; i < part.end; ++i) {
      const unsigned row = rows[i] - firstRow;
      T *to = &out[0] + i * width;
      if (row < numRows)
        device::copyRow(to, &parts[row / rowsPerPart][0] + i * width, width);
      else if (zeroOthers)
        device::zeroRow(to, width);
    }
  }
};

/// out[i] = the slice at sources[i]; see SortRows. Sources behind those of `out` are of the vertex
/// that comes next on this core of the host, from the same parts.
template <typename T>
class SelectSources : public MultiVertex {
 public:
  Vector<Input<Vector<T>>> parts;
  Input<Vector<unsigned>> sources;
  Output<Vector<T>> out;
  unsigned count;
  unsigned width;
  bool zeroOthers;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(count, worker, numWorkers());
    const auto sliceAt = [this](unsigned source) {
      return &parts[device::partOfSource(source)][0] + device::placeOfSource(source) * width;
    };
    // Workers come one after the other: the first fetches for those behind it.
    const unsigned known = sources.size();
    for (unsigned i = worker == 0 ? 0 : part.begin + device::kFetchAhead;
         i < part.end + device::kFetchAhead && i < known; ++i)
      if (sources[i] != device::kNoSource) device::fetchRow(sliceAt(sources[i]), width);
    for (unsigned i = part.begin; i < part.end; ++i) {
      T *to = &out[0] + i * width;
      if (sources[i] != device::kNoSource)
        device::copyRow(to, sliceAt(sources[i]), width);
      else if (zeroOthers)
        device::zeroRow(to, width);
    }
  }
};

#define CARRIER(T)                                                                                 \
  template class GatherRows<T>;                                                                    \
  template class GatherColumns<T>;                                                                 \
  template class GatherBlock<T>;                                                                   \
  template class SelectRows<T>;                                                                    \
  template class SelectSources<T>;
CARRIER(unsigned char)
CARRIER(unsigned short)
CARRIER(unsigned)
CARRIER(unsigned long long)

} // namespace popops
