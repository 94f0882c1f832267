// SPDX-License-Identifier: MIT
// Vertices that combine pieces: a step of a ring, and all contributions at once.
#include "Pieces.hpp"

using namespace poplar;

namespace gcl {

/// sum[i] is combined with element i of piece `*piece` of the tile's elements.
template <CollectiveOperator op, typename T>
class CombinePiece : public MultiVertex {
 public:
  InOut<Vector<T>> sum;
  Input<Vector<T>> elements;
  Input<unsigned> piece;

  void compute(unsigned worker) {
    const device::Share share =
        device::shareOf(sum.size(), *piece, elements.size(), worker, numWorkers());
    if (share.present == 0) return;
    T *out = &sum[0] + share.begin;
    const T *in = &elements[0] + static_cast<unsigned long long>(*piece) * sum.size() + share.begin;
#pragma clang loop vectorize(assume_safety)
    for (unsigned i = 0; i < share.present; ++i)
      out[i] = device::combined<op, T>(out[i], device::contribution<op, T>(in[i]));
  }
};

/// sum[i] is made of element i of all pieces, in their order.
template <CollectiveOperator op, typename T>
class CombineAllPieces : public MultiVertex {
 public:
  Output<Vector<T>> sum;
  Input<Vector<T>> elements;

  void compute(unsigned worker) {
    const unsigned size = sum.size();
    const device::Share share = device::shareOf(size, 0, elements.size(), worker, numWorkers());
    T *out = &sum[0] + share.begin;
    const T *in = &elements[0] + share.begin;
#pragma clang loop vectorize(assume_safety)
    for (unsigned i = 0; i < share.count; ++i) {
      T total = device::contribution<op, T>(in[i]);
      for (unsigned row = size; row < elements.size(); row += size)
        total = device::combined<op, T>(total, device::contribution<op, T>(in[row + i]));
      out[i] = total;
    }
  }
};

GCL_ALL_OPERATORS(CombinePiece)
GCL_ALL_OPERATORS(CombineAllPieces)

} // namespace gcl
