// SPDX-License-Identifier: MIT
// The vertex that writes one value to all its elements.
#include "Loops.hpp"

#include <poplar/HalfFloat.hpp>

using namespace poplar;

namespace popops {

template <typename FillType>
class Fill : public MultiVertex {
 public:
  FillType in;
  Output<Vector<FillType>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    const FillType value = in;
    FillType *elements = &out[0];
    for (unsigned i = part.begin; i < part.end; ++i)
      elements[i] = value;
  }
};

template class Fill<bool>;
template class Fill<char>;
template class Fill<signed char>;
template class Fill<unsigned char>;
template class Fill<short>;
template class Fill<unsigned short>;
template class Fill<int>;
template class Fill<unsigned>;
template class Fill<long long>;
template class Fill<unsigned long long>;
template class Fill<half>;
template class Fill<float>;

} // namespace popops
