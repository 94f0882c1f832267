// SPDX-License-Identifier: MIT
// Vertices that work on one element of each row of a matrix.
#include "../Loops.hpp"

#include <poplar/HalfFloat.hpp>

using namespace poplar;

namespace popops {

namespace {

/// MASKED_LABEL_CODE of popops/EncodingConstants.hpp.
constexpr unsigned kMasked = 0xffffffffu;

} // namespace

/// out[r] = params[r][indices[r]]; 0 for a masked row, NaN for an index outside.
template <typename T>
class SelectFromRows : public MultiVertex {
 public:
  Input<Vector<T>> params;
  Input<Vector<unsigned>> indices;
  Output<Vector<T>> out;
  unsigned width;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(indices.size(), worker, numWorkers());
    for (unsigned r = part.begin; r < part.end; ++r) {
      const unsigned index = indices[r];
      if (index < width)
        out[r] = params[r * width + index];
      else
        out[r] = static_cast<T>(index == kMasked ? 0.0f : __builtin_nanf(""));
    }
  }
};

/// params[r][indices[r]] -= 1; nothing for a masked row, a row of NaN for an index outside.
template <typename T>
class UpdateInRows : public MultiVertex {
 public:
  InOut<Vector<T>> params;
  Input<Vector<unsigned>> indices;
  unsigned width;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(indices.size(), worker, numWorkers());
    for (unsigned r = part.begin; r < part.end; ++r) {
      T *row = &params[0] + r * width;
      const unsigned index = indices[r];
      if (index < width)
        row[index] = static_cast<T>(static_cast<float>(row[index]) - 1.0f);
      else if (index != kMasked)
        for (unsigned c = 0; c < width; ++c)
          row[c] = static_cast<T>(__builtin_nanf(""));
    }
  }
};

template class SelectFromRows<float>;
template class SelectFromRows<half>;
template class UpdateInRows<float>;
template class UpdateInRows<half>;

/// The row of the source for each of the rows [first, first + rows.size()) of a sequence slice:
/// that of the last run which covers it, or none.
class SequenceRows : public MultiVertex {
 public:
  Input<Vector<unsigned>> lengths;
  Input<Vector<unsigned>> from;
  Input<Vector<unsigned>> to;
  Output<Vector<unsigned>> rows;
  unsigned first;
  unsigned numSourceRows;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(rows.size(), worker, numWorkers());
    for (unsigned r = part.begin; r < part.end; ++r) {
      rows[r] = 0xffffffffu;
      for (unsigned i = lengths.size(); i-- > 0;) {
        const unsigned inside = first + r - to[i];
        if (first + r < to[i] || inside >= lengths[i]) continue;
        // In 64 bits: offsets are any number.
        const unsigned long long row = static_cast<unsigned long long>(from[i]) + inside;
        if (row >= numSourceRows) continue;
        rows[r] = static_cast<unsigned>(row);
        break;
      }
    }
  }
};

} // namespace popops
