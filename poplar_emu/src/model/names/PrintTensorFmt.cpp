// SPDX-License-Identifier: MIT
// The print format that changes nothing.
#include <poplar/PrintTensor.hpp>

#include <limits>

namespace poplar {

PrintTensorFmt PrintTensorFmt::disableFormatting() {
  constexpr unsigned kNoLimit = std::numeric_limits<unsigned>::max();
  return PrintTensorFmt(kNoLimit, kNoLimit, kNoLimit, 9, FloatFormat::None);
}

} // namespace poplar
