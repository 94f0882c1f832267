// SPDX-License-Identifier: MIT
// Conversions from and to quarters, whose metadata lies in tile memory.
#include "Functions.hpp"
#include "Loops.hpp"

#include <poplar/QuarterFloat.hpp>

using namespace poplar;

namespace popops {

template <typename SrcType, typename DstType>
class CastQuarter1D : public MultiVertex {
 public:
  Input<Vector<SrcType>> src;
  Output<Vector<DstType>> dst;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(dst.size(), worker, numWorkers());
    for (unsigned i = part.begin; i < part.end; ++i)
      store(i, load(i));
  }

 private:
  float load(unsigned i) {
    if constexpr (std::is_same_v<SrcType, quarter>)
      return toFloat(src[i], *src.getMetadata());
    else
      return static_cast<float>(src[i]);
  }

  void store(unsigned i, float value) {
    if constexpr (std::is_same_v<DstType, quarter>)
      dst[i] = toQuarter(value, *dst.getMetadata());
    else
      dst[i] = device::convert<DstType>(value);
  }
};

template class CastQuarter1D<quarter, quarter>;
template class CastQuarter1D<quarter, float>;
template class CastQuarter1D<quarter, half>;
template class CastQuarter1D<quarter, char>;
template class CastQuarter1D<quarter, signed char>;
template class CastQuarter1D<quarter, unsigned char>;
template class CastQuarter1D<float, quarter>;
template class CastQuarter1D<half, quarter>;
template class CastQuarter1D<char, quarter>;
template class CastQuarter1D<signed char, quarter>;
template class CastQuarter1D<unsigned char, quarter>;

} // namespace popops
