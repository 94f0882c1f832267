// SPDX-License-Identifier: MIT
// Vertices of losses: one a row of outputs.
#include "popnn/Loss.hpp"

#include <poplar/Vertex.hpp>

#include <cmath>

using namespace poplar;

namespace popnn {

namespace {

constexpr unsigned kMasked = 0xffffffffu;

template <class T>
constexpr float epsilon() {
  return std::is_same<T, float>::value ? 1.17549435e-38f : 5.9605e-8f;
}

} // namespace

template <class T>
class SumSquaredLoss : public Vertex {
 public:
  Input<Vector<T>> outputs;
  Input<unsigned> expected;
  Output<T> loss;
  Output<Vector<T>> deltas;

  void compute() {
    const unsigned label = *expected;
    float sum = 0;
    for (unsigned i = 0; i < outputs.size(); ++i) {
      const T delta = static_cast<T>(outputs[i] - static_cast<T>(i == label ? 1.0f : 0.0f));
      deltas[i] = delta;
      sum += 0.5f * static_cast<float>(delta) * static_cast<float>(delta);
    }
    *loss = static_cast<T>(label == kMasked ? 0.0f : sum);
  }
};

template <class T>
class CrossEntropyLoss : public Vertex {
 public:
  Input<Vector<T>> outputs;
  Input<unsigned> expected;
  Input<T> deltasScale, outputScaling;
  Output<T> loss;
  Output<Vector<T>> deltas;
  /// Whether masked rows have no deltas.
  bool zeroMasked;

  void compute() {
    const unsigned label = *expected;
    const float scaling = static_cast<float>(*outputScaling);
    float factor = static_cast<float>(*deltasScale) / scaling;
    if (label == kMasked && zeroMasked) factor = 0;
    for (unsigned i = 0; i < outputs.size(); ++i) {
      const float e = i == label ? scaling : 0.0f;
      deltas[i] = static_cast<T>(factor * (static_cast<float>(outputs[i]) - e));
    }
    *loss = static_cast<T>(label < outputs.size()
                               ? std::log(scaling) -
                                     std::log(static_cast<float>(outputs[label]) + epsilon<T>())
                               : 0.0f);
  }
};

template class SumSquaredLoss<float>;
template class SumSquaredLoss<half>;
template class CrossEntropyLoss<float>;
template class CrossEntropyLoss<half>;

/// Adds the number of rows whose largest element is the expected one.
class CountCorrect : public Vertex {
 public:
  Input<Vector<unsigned>> largest, expected;
  InOut<unsigned> numCorrect;

  void compute() {
    unsigned count = 0;
    for (unsigned i = 0; i < largest.size(); ++i)
      count += expected[i] != kMasked && largest[i] == expected[i];
    *numCorrect += count;
  }
};

} // namespace popnn
