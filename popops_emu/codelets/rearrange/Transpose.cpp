// SPDX-License-Identifier: MIT
// The vertex that transposes matrices.
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace popops {

/// dst[i] is src[i], of [rows, columns], transposed. Workers share the columns of each.
template <typename T>
class Transpose : public MultiVertex {
 public:
  Vector<Input<Vector<T>>> src;
  Vector<Output<Vector<T>>> dst;
  unsigned rows;
  unsigned columns;

  void compute(unsigned worker) {
    // Whole 64-bit words of the result, unless rows are odd: then one worker does it.
    const bool isShared = rows * sizeof(T) % 8 == 0;
    if (!isShared && worker != 0) return;
    const unsigned step = isShared ? numWorkers() : 1;
    for (unsigned i = 0; i < src.size(); ++i) {
      const T *from = &src[i][0];
      for (unsigned c = worker; c < columns; c += step)
        for (unsigned r = 0; r < rows; ++r)
          dst[i][c * rows + r] = from[r * columns + c];
    }
  }
};
template class Transpose<unsigned char>;
template class Transpose<unsigned short>;
template class Transpose<unsigned>;
template class Transpose<unsigned long long>;

} // namespace popops
