// SPDX-License-Identifier: MIT
// Distributions that need one number of random bits an element: uniform, log-uniform, Bernoulli.
#include "Elements.hpp"

using namespace poplar;

namespace poprand {

// Fields of all: `seed` has two words, or none to use the state of the worker; `first` is the
// number of the first element among all of the result.

/// Every number in [low, high], which are exact in T.
template <class T>
class Uniform : public MultiVertex {
 public:
  Input<Vector<unsigned>> seed;
  Output<Vector<T>> out;
  unsigned modifier;
  unsigned long long first;
  float low, high;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    if (part.begin == part.end) return;
    const float lower = low, upper = high;
    device::generate(device::streamOf(&seed[0], seed.size(), modifier), first, &out[0], part,
                     [=](std::uint64_t bits, unsigned) {
                       const float u = device::unit(bits);
                       return device::clamp(lower * (1.0f - u) + upper * u, lower, upper);
                     });
  }
};

template class Uniform<float>;
template class Uniform<half>;

/// Every integer in [low, low + count - 1]; a count of 0 stands for 2^32.
class UniformInt : public MultiVertex {
 public:
  Input<Vector<unsigned>> seed;
  Output<Vector<int>> out;
  unsigned modifier;
  unsigned long long first;
  int low;
  unsigned count;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    if (part.begin == part.end) return;
    const unsigned lower = static_cast<unsigned>(low);
    const std::uint64_t range = count == 0 ? std::uint64_t{1} << 32 : count;
    device::generate(device::streamOf(&seed[0], seed.size(), modifier), first, &out[0], part,
                     [=](std::uint64_t bits, unsigned) {
                       const auto offset = static_cast<unsigned>(((bits >> 32) * range) >> 32);
                       return static_cast<int>(lower + offset);
                     });
  }
};

/// The exponential of a uniform number of [low, high], nearest in T and kept in [least, most].
template <class T>
class LogUniform : public MultiVertex {
 public:
  Input<Vector<unsigned>> seed;
  Output<Vector<T>> out;
  unsigned modifier;
  unsigned long long first;
  float low, high;
  T least, most;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    if (part.begin == part.end) return;
    const device::Stream stream = device::streamOf(&seed[0], seed.size(), modifier);
    for (unsigned i = part.begin; i < part.end; ++i) {
      const float u = device::unit(stream.bits(first + i));
      // In double, so that every int is exact.
      const double x = __builtin_exp(double(low) * (1.0 - u) + double(high) * u);
      const double lower = double(least), upper = double(most);
      const double kept = x < lower ? lower : x > upper ? upper : x;
      out[i] = isInt() ? static_cast<T>(__builtin_floor(kept + 0.5)) : static_cast<T>(kept);
    }
  }

 private:
  static constexpr bool isInt() { return std::is_same<T, int>::value; }
};

template class LogUniform<float>;
template class LogUniform<half>;
template class LogUniform<int>;

/// 1 for `ones` of 65536 elements, otherwise 0.
template <class T>
class Bernoulli : public MultiVertex {
 public:
  Input<Vector<unsigned>> seed;
  Output<Vector<T>> out;
  unsigned modifier;
  unsigned long long first;
  unsigned ones;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    if (part.begin == part.end) return;
    const unsigned limit = ones;
    device::generate(
        device::streamOf(&seed[0], seed.size(), modifier), first, &out[0], part,
        [=](std::uint64_t bits, unsigned) { return (bits >> 48) < limit ? T(1) : T(0); });
  }
};

template class Bernoulli<float>;
template class Bernoulli<half>;
template class Bernoulli<int>;

} // namespace poprand
