// SPDX-License-Identifier: MIT
// The vertices of one-hot encodings and of counting.
#include "../Loops.hpp"

#include <poplar/HalfFloat.hpp>

using namespace poplar;

namespace popops {

/// Elements of a row-major [rows, classes] from `first` on, counted in the first row concerned;
/// `indices` are those of the rows.
template <typename Index, typename T>
class EncodeOneHot : public MultiVertex {
 public:
  Input<Vector<Index>> indices;
  Input<T> on;
  Input<T> off;
  Output<Vector<T>> out;
  unsigned first;
  unsigned classes;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    const T one = on, zero = off;
    T *elements = &out[0];
    for (unsigned i = part.begin; i < part.end; ++i)
      elements[i] = zero;
    // Offsets count from the start of the first row.
    const unsigned begin = first + part.begin, end = first + part.end;
    for (unsigned row = begin / classes; row * classes < end; ++row) {
      const unsigned column = static_cast<unsigned>(static_cast<Index>(indices[row]));
      if (column >= classes) continue;
      const unsigned place = row * classes + column;
      if (place >= begin && place < end) elements[place - first] = one;
    }
  }
};

#define INSTANTIATE(T)                                                                             \
  template class EncodeOneHot<int, T>;                                                             \
  template class EncodeOneHot<unsigned, T>;
INSTANTIATE(float)
INSTANTIATE(half)
INSTANTIATE(int)
INSTANTIATE(unsigned)
#undef INSTANTIATE

/// out[i][j] = offsets[i] + j.
template <typename OutType>
class Iota : public Vertex {
 public:
  Vector<Output<Vector<OutType>>> out;
  Vector<OutType> offsets;

  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      for (unsigned j = 0; j < out[i].size(); ++j)
        out[i][j] = static_cast<OutType>(static_cast<unsigned>(offsets[i]) + j);
  }
};
template class Iota<int>;
template class Iota<unsigned>;

} // namespace popops
