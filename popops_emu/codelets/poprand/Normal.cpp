// SPDX-License-Identifier: MIT
// Normal distributions.
#include "Elements.hpp"

using namespace poplar;

namespace poprand {

template <class T>
class Normal : public MultiVertex {
 public:
  Input<Vector<unsigned>> seed;
  Output<Vector<T>> out;
  unsigned modifier;
  unsigned long long first;
  float mean, stdDev;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    if (part.begin == part.end) return;
    const float centre = mean, scale = stdDev;
    device::generate(
        device::streamOf(&seed[0], seed.size(), modifier), first, &out[0], part,
        [=](std::uint64_t bits, unsigned) { return centre + scale * device::gaussian(bits); });
  }
};

template class Normal<float>;
template class Normal<half>;

/// The first of `tries` normal numbers that is at most alpha in size; if none is, a number of a
/// triangular distribution. Results are in [low, high], which are exact in T.
template <class T>
class TruncatedNormal : public MultiVertex {
 public:
  Input<Vector<unsigned>> seed;
  Output<Vector<T>> out;
  unsigned modifier;
  unsigned long long first;
  float mean, stdDev, alpha;
  float low, high;
  unsigned tries;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    if (part.begin == part.end) return;
    const device::Stream stream = device::streamOf(&seed[0], seed.size(), modifier);
    for (unsigned i = part.begin; i < part.end; ++i)
      out[i] = static_cast<T>(
          device::clamp(mean + stdDev * standard(stream.bits(first + i)), low, high));
  }

 private:
  /// One number; further tries have bits of their own.
  float standard(std::uint64_t bits) const {
    for (unsigned i = 0; i < tries; ++i) {
      const float x = device::gaussian(bits);
      if (__builtin_fabsf(x) <= alpha) return x;
      bits = device::mix(bits + 0x9e3779b97f4a7c15u);
    }
    const float a = device::unit(bits), b = device::unit(bits << 24);
    return alpha * (a + b - 1.0f);
  }
};

template class TruncatedNormal<float>;
template class TruncatedNormal<half>;

} // namespace poprand
