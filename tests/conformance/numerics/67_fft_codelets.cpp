// SPDX-License-Identifier: MIT
// The butterflies of scenario 67: lists of vectors without a size, and named template arguments.
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

namespace fft {

using namespace poplar;

template <typename T, bool Forward>
class [[poplar::constraint("elem(**in) != elem(**out)")]] Butterfly : public Vertex {
 public:
  Butterfly();

  /// Real and imaginary parts of two points.
  Vector<Input<Vector<T>>, VectorLayout::ONE_PTR> in;
  Vector<Output<Vector<T, VectorLayout::ONE_PTR>>, VectorLayout::ONE_PTR> out;
  const T cosine;
  const T sine;

  bool compute() {
    const auto &ar = in[0], &ai = in[1], &br = in[2], &bi = in[3];
    const T s = Forward ? -sine : sine;
    for (unsigned k = 0; k != ar.size(); ++k) {
      const T dr = ar[k] - br[k], di = ai[k] - bi[k];
      out[0][k] = ar[k] + br[k];
      out[1][k] = ai[k] + bi[k];
      out[2][k] = cosine * dr - s * di;
      out[3][k] = cosine * di + s * dr;
    }
    return true;
  }
};

template class Butterfly<float, true>;
template class Butterfly<float, false>;
template class Butterfly<half, true>;

} // namespace fft
