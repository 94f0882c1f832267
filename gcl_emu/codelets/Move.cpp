// SPDX-License-Identifier: MIT
// Vertices that take pieces out of a tile's elements and put them in, and those that work on
// elements alone.
#include "Pieces.hpp"

using namespace poplar;

namespace gcl {

/// out is piece `*piece` of the tile's elements, and zero where there are none.
template <typename T>
class SelectPiece : public MultiVertex {
 public:
  Output<Vector<T>> out;
  Input<Vector<T>> elements;
  Input<unsigned> piece;

  void compute(unsigned worker) {
    const device::Share share =
        device::shareOf(out.size(), *piece, elements.size(), worker, numWorkers());
    T *to = &out[0] + share.begin;
    const T *from =
        &elements[0] + static_cast<unsigned long long>(*piece) * out.size() + share.begin;
    for (unsigned i = 0; i < share.present; ++i)
      to[i] = from[i];
    for (unsigned i = share.present; i < share.count; ++i)
      to[i] = T(0);
  }
};

/// Piece piece[n] of the tile's elements becomes in[n]; one that is out of range is dropped.
template <typename T>
class PlacePieces : public MultiVertex {
 public:
  Output<Vector<T>> elements;
  Vector<Input<Vector<T>>> in;
  Input<Vector<unsigned>> piece;

  void compute(unsigned worker) {
    for (unsigned n = 0; n < in.size(); ++n) {
      const unsigned size = in[n].size();
      const device::Share share =
          device::shareOf(size, piece[n], elements.size(), worker, numWorkers());
      if (share.present == 0) continue;
      T *to = &elements[0] + static_cast<unsigned long long>(piece[n]) * size + share.begin;
      const T *from = &in[n][0] + share.begin;
      for (unsigned i = 0; i < share.present; ++i)
        to[i] = from[i];
    }
  }
};

GCL_CARRIERS(SelectPiece)
GCL_CARRIERS(PlacePieces)

/// Each element is squared.
template <typename T>
class Square : public MultiVertex {
 public:
  InOut<Vector<T>> data;

  void compute(unsigned worker) {
    const device::Share share = device::shareOf(data.size(), 0, data.size(), worker, numWorkers());
    T *x = &data[0] + share.begin;
#pragma clang loop vectorize(assume_safety)
    for (unsigned i = 0; i < share.count; ++i)
      x[i] = device::contribution<CollectiveOperator::SQUARE_ADD, T>(x[i]);
  }
};

/// Each element is multiplied by a number: the last step of a mean.
template <typename T>
class Scale : public MultiVertex {
 public:
  InOut<Vector<T>> data;
  float by;

  void compute(unsigned worker) {
    const device::Share share = device::shareOf(data.size(), 0, data.size(), worker, numWorkers());
    T *x = &data[0] + share.begin;
#pragma clang loop vectorize(assume_safety)
    for (unsigned i = 0; i < share.count; ++i)
      x[i] = static_cast<T>(static_cast<float>(x[i]) * by);
  }
};

template class Square<float>;
template class Square<half>;
template class Square<int>;
template class Square<unsigned>;
template class Square<long long>;
template class Square<unsigned long long>;
template class Scale<float>;
template class Scale<half>;

} // namespace gcl
