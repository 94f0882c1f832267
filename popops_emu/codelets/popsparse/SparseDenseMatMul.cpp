// SPDX-License-Identifier: MIT
// Sparse times dense: a tile's rows of the result from one bucket of non-zeros.
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace popsparse {

/// y += S * x, for the block rows [firstRow, endRow) of S that are in the bucket.
///
///  meta    number of blocks, then row and column of each, counted in blocks
///  values  blocks in the same order, each row-major
///  x       rows of `width` elements
///  y       the rows of the result, of `width` elements
///  swap    S is the transposed of what is given
template <class T, class Meta>
class SparseDenseMatMul : public MultiVertex {
 public:
  Input<Vector<Meta>> meta;
  Input<Vector<T>> values, x;
  InOut<Vector<float>> y;
  unsigned firstRow, endRow, width, blockRows, blockColumns;
  bool swap;

  void compute(unsigned worker) {
    const unsigned count = meta[0];
    // Workers have rows of their own.
    for (unsigned i = 0; i < count; ++i) {
      const unsigned row = meta[1 + 2 * i + (swap ? 1 : 0)];
      if (row < firstRow || row >= endRow || (row - firstRow) % numWorkers() != worker) continue;
      multiply(&values[i * blockRows * blockColumns], row - firstRow,
               meta[1 + 2 * i + (swap ? 0 : 1)]);
    }
  }

 private:
  void multiply(const T *block, unsigned row, unsigned column) {
    const unsigned rows = swap ? blockColumns : blockRows;
    const unsigned columns = swap ? blockRows : blockColumns;
    for (unsigned r = 0; r < rows; ++r) {
      float *out = &y[(row * rows + r) * width];
      for (unsigned c = 0; c < columns; ++c) {
        const float value =
            static_cast<float>(swap ? block[c * blockColumns + r] : block[r * blockColumns + c]);
        const T *in = &x[(column * columns + c) * width];
        for (unsigned j = 0; j < width; ++j)
          out[j] += value * static_cast<float>(in[j]);
      }
    }
  }
};
template class SparseDenseMatMul<float, unsigned short>;
template class SparseDenseMatMul<float, unsigned>;
template class SparseDenseMatMul<half, unsigned short>;
template class SparseDenseMatMul<half, unsigned>;

} // namespace popsparse
