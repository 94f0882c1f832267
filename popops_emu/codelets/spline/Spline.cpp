// SPDX-License-Identifier: MIT
// The vertices of spline bases and of convolutions with them.
#include "../Loops.hpp"

#include <poplar/HalfFloat.hpp>

#include <cmath>

using namespace poplar;

namespace popops {
namespace device {

/// The k-th of degree + 1 uniform B-splines at the fraction v.
template <unsigned Degree>
inline float spline(float v, unsigned k) {
  if (Degree == 1) return k == 0 ? 1.0f - v : v;
  if (Degree == 2) {
    if (k == 0) return 0.5f * v * v - v + 0.5f;
    return k == 1 ? -v * v + v + 0.5f : 0.5f * v * v;
  }
  const float w = 1.0f - v;
  if (k == 0) return w * w * w / 6.0f;
  if (k == 1) return (3.0f * v * v * v - 6.0f * v * v + 4.0f) / 6.0f;
  if (k == 2) return (-3.0f * v * v * v + 3.0f * v * v + 3.0f * v + 1.0f) / 6.0f;
  return v * v * v / 6.0f;
}

} // namespace device

/// Results [first, first + basis.size()) of the row-major [E, S]; pseudo are the rows concerned.
template <typename T, unsigned Degree>
class SplineBasis : public MultiVertex {
 public:
  Input<Vector<T>> pseudo;
  Input<Vector<int>> kernelSize;
  Input<Vector<unsigned char>> isOpenSpline;
  Output<Vector<T>> basis;
  Output<Vector<int>> weightIndex;
  unsigned first;
  unsigned splines;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(basis.size(), worker, numWorkers());
    const unsigned dims = kernelSize.size();
    for (unsigned i = part.begin; i < part.end; ++i) {
      const unsigned edge = (first + i) / splines;
      unsigned s = (first + i) % splines;
      float product = 1.0f;
      int index = 0, radix = 1;
      for (unsigned d = 0; d < dims; ++d) {
        const unsigned k = s % (Degree + 1);
        s /= Degree + 1;
        const int size = kernelSize[d];
        const int reach = size - static_cast<int>(Degree) * (isOpenSpline[d] != 0 ? 1 : 0);
        const float v = static_cast<float>(pseudo[edge * dims + d]) * static_cast<float>(reach);
        const float whole = std::floor(v);
        index += size > 0 ? (static_cast<int>(whole) + static_cast<int>(k)) % size * radix : 0;
        radix *= size;
        product *= device::spline<Degree>(v - whole, k);
      }
      basis[i] = static_cast<T>(product);
      weightIndex[i] = index;
    }
  }
};

/// Edges of this vertex by some output channels; weight is [K, inputs, outputs].
template <typename T>
class SplineWeighting : public MultiVertex {
 public:
  Input<Vector<T>> input;
  Input<Vector<T>> weight;
  Input<Vector<T>> basis;
  Input<Vector<int>> weightIndex;
  Output<Vector<T>> out;
  unsigned inputs;
  unsigned outputs;
  unsigned splines;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    const unsigned matrix = inputs * outputs, kernels = weight.size() / matrix;
    for (unsigned i = part.begin; i < part.end; ++i) {
      const unsigned edge = i / outputs, o = i % outputs;
      float sum = 0.0f;
      for (unsigned s = 0; s < splines; ++s) {
        const unsigned k = static_cast<unsigned>(static_cast<int>(weightIndex[edge * splines + s]));
        if (k >= kernels) continue;
        float product = 0.0f;
        for (unsigned c = 0; c < inputs; ++c)
          product += static_cast<float>(input[edge * inputs + c]) *
                     static_cast<float>(weight[k * matrix + c * outputs + o]);
        sum += static_cast<float>(basis[edge * splines + s]) * product;
      }
      out[i] = static_cast<T>(sum);
    }
  }
};

#define INSTANTIATE(T)                                                                             \
  template class SplineBasis<T, 1>;                                                                \
  template class SplineBasis<T, 2>;                                                                \
  template class SplineBasis<T, 3>;                                                                \
  template class SplineWeighting<T>;
INSTANTIATE(float)
INSTANTIATE(half)
#undef INSTANTIATE

} // namespace popops
