// SPDX-License-Identifier: MIT
// From offsets to rows of the table, and rows sorted by block.
#include "SliceRows.hpp"

using namespace poplar;

namespace popops {

/// The rows [first, first + rows.size()) of all lookups' slices. A slice of sizes {s0, s1} from
/// offsets {o0, o1} consists of s0 * s1 rows, and row (i0, i1) of it is row
/// ((o0 + i0) mod d0) * d1 + (o1 + i1) mod d1 of the table. An offset outside its dimension gives
/// rows outside the table, unless it is taken for 0.
class SliceRowsOfOffsets : public MultiVertex {
 public:
  Input<Vector<unsigned>> offsets; // of lookups first / sliceRows, ...
  Output<Vector<unsigned>> rows;
  Vector<unsigned> dims;
  Vector<unsigned> sizes;
  unsigned sliceRows;
  unsigned first;
  unsigned lookupsPerGroup;
  unsigned rowsPerGroup;
  bool remap;
  bool keepPadding;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(rows.size(), worker, numWorkers());
    const unsigned firstLookup = first / sliceRows, rank = dims.size();
    for (unsigned e = part.begin; e < part.end; ++e) {
      const unsigned lookup = (first + e) / sliceRows;
      unsigned inside = (first + e) % sliceRows, row = 0, stride = 1;
      const unsigned *offset = &offsets[0] + (lookup - firstLookup) * rank;
      bool valid = true;
      for (unsigned d = rank; d-- > 0;) {
        unsigned start = offset[d];
        if (start >= dims[d] && remap && !(keepPadding && start == dims[d])) start = 0;
        valid = valid && start < dims[d];
        const unsigned at = inside % sizes[d];
        inside /= sizes[d];
        row += (start < dims[d] - at ? start + at : start - (dims[d] - at)) * stride;
        stride *= dims[d];
      }
      rows[e] = valid ? row + lookup / lookupsPerGroup * rowsPerGroup : 0xffffffffu;
    }
  }
};

/// Sorts lookups by block of rows, stably: those of block b are [starts[b], starts[b + 1]). Lookups
/// outside all blocks are left out.
///
/// places[k] is the position of a lookup. With sources, the blocks belong to partMask + 1 parts in
/// turn and the lookups fall into chunks, and each part has a share of `room` slices for a chunk:
/// that is filled from its beginning on. Slice s of the share of chunk c is place
/// c * placeStep + s of the part, and source part * sourceStep + s of the chunk. Overflow: a share
/// is too small; then places and sources are of no use.
class SortRows : public Vertex {
 public:
  Input<Vector<unsigned>> rows;
  Output<Vector<unsigned>> sortedRows;
  Output<Vector<unsigned>> places;
  Output<Vector<unsigned>> starts; // one more than there are blocks
  Output<Vector<unsigned>> sources;
  Output<Vector<bool>> overflow; // one, or nobody asks
  unsigned rowsPerBlock;
  unsigned numRows;
  unsigned partMask;
  unsigned chunk;
  unsigned room;
  unsigned placeStep;
  unsigned sourceStep;

  void compute() {
    const unsigned blocks = starts.size() - 1, count = rows.size();
    unsigned *next = &starts[0];
    for (unsigned b = 0; b <= blocks; ++b)
      next[b] = 0;
    const double perRow = 1.0 / rowsPerBlock;
    const auto blockOf = [=](unsigned row) {
      // Half a row off the border, a double is exact enough.
      return static_cast<unsigned>((row + 0.5) * perRow);
    };
    for (unsigned i = 0; i < count; ++i)
      if (rows[i] < numRows) ++next[blockOf(rows[i])];
    unsigned sum = 0;
    for (unsigned b = 0; b <= blocks; ++b) {
      const unsigned size = next[b];
      next[b] = sum;
      sum += size;
    }
    // Each start moves to the end of its block, which is the start of the next.
    const bool hasSources = sources.size() != 0;
    bool isFull = false;
    unsigned used[device::kMaxParts];
    unsigned firstPlace = 0;
    for (unsigned begin = 0; begin < count; begin += chunk, firstPlace += placeStep) {
      for (unsigned p = 0; p <= partMask; ++p)
        used[p] = 0;
      const unsigned end = count - begin < chunk ? count : begin + chunk;
      for (unsigned i = begin; i < end; ++i) {
        if (rows[i] >= numRows) {
          if (hasSources) sources[i] = device::kNoSource;
          continue;
        }
        const unsigned block = blockOf(rows[i]), at = next[block]++;
        sortedRows[at] = rows[i];
        places[at] = i;
        if (!hasSources) continue;
        const unsigned part = block & partMask, place = used[part]++;
        places[at] = firstPlace + place;
        sources[i] = part * sourceStep + place;
      }
      for (unsigned p = 0; hasSources && p <= partMask; ++p)
        isFull |= used[p] > room;
    }
    for (unsigned b = blocks; b > 0; --b)
      next[b] = next[b - 1];
    next[0] = 0;
    // The vertices of blocks look at what follows their own lookups.
    for (unsigned at = sum; at < count; ++at) {
      sortedRows[at] = numRows - 1;
      places[at] = 0;
    }
    if (overflow.size() != 0) overflow[0] = isFull;
  }
};

} // namespace popops
