// SPDX-License-Identifier: MIT
// Vertices that work on whole rows: softmax, its logarithm and its gradient.
#include <poplar/Vertex.hpp>

#include <cmath>

using namespace poplar;

namespace popnn {

namespace {

template <class Row>
float largest(const Row &row) {
  float most = -__builtin_inff();
  for (unsigned i = 0; i < row.size(); ++i)
    most = std::fmax(most, static_cast<float>(row[i]));
  return most;
}

} // namespace

/// Row by row: exp(x - m) / sum * scale, with m the largest x if `subtract`, otherwise 0. Rows of
/// `out` may be where those of `in` are.
template <class T>
class Softmax : public MultiVertex {
 public:
  Vector<Input<Vector<T>>> in;
  Vector<Output<Vector<T>>> out;
  bool subtract;
  float scale;

  void compute(unsigned worker) {
    for (unsigned r = worker; r < in.size(); r += numWorkers()) {
      const float most = subtract ? largest(in[r]) : 0.0f;
      float sum = 0;
      for (unsigned i = 0; i < in[r].size(); ++i)
        sum += std::exp(static_cast<float>(in[r][i]) - most);
      const float factor = scale / sum;
      for (unsigned i = 0; i < in[r].size(); ++i)
        out[r][i] = static_cast<T>(std::exp(static_cast<float>(in[r][i]) - most) * factor);
    }
  }
};

/// Row by row: x - m - log(sum of exp(x - m)), m the largest x.
template <class T>
class LogSoftmax : public MultiVertex {
 public:
  Vector<Input<Vector<T>>> in;
  Vector<Output<Vector<T>>> out;

  void compute(unsigned worker) {
    for (unsigned r = worker; r < in.size(); r += numWorkers()) {
      const float most = largest(in[r]);
      float sum = 0;
      for (unsigned i = 0; i < in[r].size(); ++i)
        sum += std::exp(static_cast<float>(in[r][i]) - most);
      const float logSum = std::log(sum);
      for (unsigned i = 0; i < in[r].size(); ++i)
        out[r][i] = static_cast<T>(static_cast<float>(in[r][i]) - most - logSum);
    }
  }
};

/// Row by row: y * (g - sum of y * g).
template <class T>
class SoftmaxGradient : public MultiVertex {
 public:
  Vector<Input<Vector<T>>> act, outGradient;
  Vector<Output<Vector<T>>> inGradient;

  void compute(unsigned worker) {
    for (unsigned r = worker; r < act.size(); r += numWorkers()) {
      float sum = 0;
      for (unsigned i = 0; i < act[r].size(); ++i)
        sum += static_cast<float>(act[r][i]) * static_cast<float>(outGradient[r][i]);
      for (unsigned i = 0; i < act[r].size(); ++i)
        inGradient[r][i] = static_cast<T>(static_cast<float>(act[r][i]) *
                                          (static_cast<float>(outGradient[r][i]) - sum));
    }
  }
};

template class Softmax<float>;
template class Softmax<half>;
template class LogSoftmax<float>;
template class LogSoftmax<half>;
template class SoftmaxGradient<float>;
template class SoftmaxGradient<half>;

} // namespace popnn
