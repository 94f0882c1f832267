// SPDX-License-Identifier: MIT
// Dropout, masks, and the seeds of workers.
#include "Elements.hpp"

using namespace poplar;

namespace poprand {

/// in * scale for `kept` of 65536 elements, otherwise 0.
template <class T>
class Dropout : public MultiVertex {
 public:
  Input<Vector<unsigned>> seed;
  Input<Vector<T>> in;
  Output<Vector<T>> out;
  unsigned modifier;
  unsigned long long first;
  unsigned kept;
  float scale;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    if (part.begin == part.end) return;
    const unsigned limit = kept;
    const float factor = scale;
    const T *from = &in[0];
    device::generate(device::streamOf(&seed[0], seed.size(), modifier), first, &out[0], part,
                     [=](std::uint64_t bits, unsigned i) {
                       const float x = static_cast<float>(from[i]) * factor;
                       return (bits >> 48) < limit ? x : 0.0f;
                     });
  }
};

template class Dropout<float>;
template class Dropout<half>;

/// in * scale where the mask is not 0, otherwise 0.
template <class T>
class ApplyMask : public MultiVertex {
 public:
  Input<Vector<T>> in, mask;
  Output<Vector<T>> out;
  float scale;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned i = part.begin; i < part.end; ++i)
      out[i] = static_cast<T>(mask[i] != T(0) ? static_cast<float>(in[i]) * scale : 0.0f);
  }
};

template class ApplyMask<float>;
template class ApplyMask<half>;

/// Gives each worker of a tile a state of its own.
class SetSeed : public MultiVertex {
 public:
  Input<Vector<unsigned>> seed;
  unsigned modifier;
  unsigned tile;

  void compute(unsigned worker) {
    __builtin_ipu_put(seed[0], CSR_W_PRNG_0_0__INDEX);
    __builtin_ipu_put(seed[1], CSR_W_PRNG_0_1__INDEX);
    __builtin_ipu_put(((tile << 4) ^ 0xaaaaaaa0u) | worker, CSR_W_PRNG_1_0__INDEX);
    __builtin_ipu_put(modifier ^ 0x55555555u, CSR_W_PRNG_1_1__INDEX);
    for (unsigned i = 0; i < 15; ++i)
      __builtin_ipu_urand64();
  }
};

} // namespace poprand
