// SPDX-License-Identifier: MIT
// Vertices of non-linearities that work on one element at a time.
#include "Functions.hpp"

using namespace poplar;

namespace popnn {

/// `out` may be where `in` is.
template <class T, NonLinearityType type>
class NonLinearity : public MultiVertex {
 public:
  Input<Vector<T>> in;
  Output<Vector<T>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
#pragma clang loop vectorize(assume_safety)
    for (unsigned i = part.begin; i < part.end; ++i)
      out[i] = static_cast<T>(device::nonLinearity<type>(static_cast<float>(in[i])));
  }
};

template <class T, NonLinearityType type>
class NonLinearityGradient : public MultiVertex {
 public:
  Input<Vector<T>> act, outGradient;
  Output<Vector<T>> inGradient;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(inGradient.size(), worker, numWorkers());
#pragma clang loop vectorize(assume_safety)
    for (unsigned i = part.begin; i < part.end; ++i)
      inGradient[i] = static_cast<T>(static_cast<float>(outGradient[i]) *
                                     device::derivative<type>(static_cast<float>(act[i])));
  }
};

#define INSTANTIATE(TYPE)                                                                          \
  template class NonLinearity<float, NonLinearityType::TYPE>;                                      \
  template class NonLinearity<half, NonLinearityType::TYPE>;                                       \
  template class NonLinearityGradient<float, NonLinearityType::TYPE>;                              \
  template class NonLinearityGradient<half, NonLinearityType::TYPE>;

INSTANTIATE(SIGMOID)
INSTANTIATE(HARD_SIGMOID)
INSTANTIATE(RELU)
INSTANTIATE(TANH)
INSTANTIATE(GELU)
INSTANTIATE(GELU_ERF)
INSTANTIATE(SWISH)

} // namespace popnn
