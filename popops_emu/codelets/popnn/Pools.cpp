// SPDX-License-Identifier: MIT
// Vertices of pooling. A window's elements come one from each row: row k has the k-th element of
// the window of every output.
#include "Functions.hpp"
#include "popnn/PoolingDef.hpp"

using namespace poplar;

namespace popnn {

/// counts: number of real elements of each window. Padding is 0 for sums and -inf for maxima.
template <class T, PoolingType type>
class Pool : public MultiVertex {
 public:
  Vector<Input<Vector<T, VectorLayout::ONE_PTR>>> in;
  Input<Vector<unsigned>> counts;
  Output<Vector<T>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned i = part.begin; i < part.end; ++i) {
      float result = static_cast<float>(in[0][i]);
      for (unsigned k = 1; k < in.size(); ++k) {
        const float x = static_cast<float>(in[k][i]);
        if (type == PoolingType::MAX)
          result = std::fmax(result, x);
        else
          result += x;
      }
      if (type == PoolingType::AVG) result /= static_cast<float>(counts[i]);
      out[i] = static_cast<T>(counts[i] == 0 ? 0.0f : result);
    }
  }
};

template class Pool<float, PoolingType::MAX>;
template class Pool<half, PoolingType::MAX>;
template class Pool<float, PoolingType::AVG>;
template class Pool<half, PoolingType::AVG>;
template class Pool<float, PoolingType::SUM>;
template class Pool<half, PoolingType::SUM>;

/// The gradient of a mean for one element of its window.
template <class T>
class ShareGradient : public MultiVertex {
 public:
  Input<Vector<T>> gradient;
  Input<Vector<unsigned>> counts;
  Output<Vector<T>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned i = part.begin; i < part.end; ++i)
      out[i] =
          counts[i] == 0
              ? T(0.0f)
              : static_cast<T>(static_cast<float>(gradient[i]) / static_cast<float>(counts[i]));
  }
};

template class ShareGradient<float>;
template class ShareGradient<half>;

/// The gradient of a maximum for one of the elements that are equal to it.
template <class T>
class ShareMaxGradient : public MultiVertex {
 public:
  Vector<Input<Vector<T, VectorLayout::ONE_PTR>>> in;
  Input<Vector<T>> pooled, gradient;
  Output<Vector<T>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned i = part.begin; i < part.end; ++i) {
      unsigned equal = 0;
      for (unsigned k = 0; k < in.size(); ++k)
        equal += static_cast<float>(in[k][i]) == static_cast<float>(pooled[i]);
      out[i] = equal == 0
                   ? T(0.0f)
                   : static_cast<T>(static_cast<float>(gradient[i]) / static_cast<float>(equal));
    }
  }
};

template class ShareMaxGradient<float>;
template class ShareMaxGradient<half>;

/// Sums over the windows that an element is in; row k has those in which it is the k-th. With MAX
/// only windows count whose maximum it is; where there is no window the gradient is 0.
template <class T, PoolingType type>
class PoolGradient : public MultiVertex {
 public:
  Vector<Input<Vector<T, VectorLayout::ONE_PTR>>> gradients;
  Vector<Input<Vector<T, VectorLayout::ONE_PTR>>> pooled;
  Input<Vector<T>> in;
  Output<Vector<T>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned i = part.begin; i < part.end; ++i) {
      float sum = 0;
      for (unsigned k = 0; k < gradients.size(); ++k)
        if (type != PoolingType::MAX ||
            static_cast<float>(pooled[k][i]) == static_cast<float>(in[i]))
          sum += static_cast<float>(gradients[k][i]);
      out[i] = static_cast<T>(sum);
    }
  }
};

template class PoolGradient<float, PoolingType::MAX>;
template class PoolGradient<half, PoolingType::MAX>;
template class PoolGradient<float, PoolingType::SUM>;
template class PoolGradient<half, PoolingType::SUM>;

} // namespace popnn
