// SPDX-License-Identifier: MIT
// Gradients of sparse weights: products of rows of two dense matrices, where there are non-zeros.
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace popsparse {

/// values = dy * x', for the blocks that `meta` tells of; the rest of values becomes 0. dy and x
/// have rows of `width` elements. Fields as of SparseDenseMatMul.
template <class T, class Meta>
class SparseGradW : public MultiVertex {
 public:
  Input<Vector<Meta>> meta;
  Input<Vector<T>> dy, x;
  Output<Vector<float>> values;
  unsigned width, blockRows, blockColumns;

  void compute(unsigned worker) {
    const unsigned size = blockRows * blockColumns, count = meta[0];
    const unsigned blocks = values.size() / size;
    for (unsigned i = worker; i < blocks; i += numWorkers()) {
      float *block = &values[i * size];
      for (unsigned j = 0; j < size; ++j)
        block[j] = i < count ? element(meta[1 + 2 * i] * blockRows + j / blockColumns,
                                       meta[2 + 2 * i] * blockColumns + j % blockColumns)
                             : 0.0f;
    }
  }

 private:
  float element(unsigned row, unsigned column) const {
    float sum = 0;
    for (unsigned j = 0; j < width; ++j)
      sum += static_cast<float>(dy[row * width + j]) * static_cast<float>(x[column * width + j]);
    return sum;
  }
};
template class SparseGradW<float, unsigned short>;
template class SparseGradW<float, unsigned>;
template class SparseGradW<half, unsigned short>;
template class SparseGradW<half, unsigned>;

} // namespace popsparse
