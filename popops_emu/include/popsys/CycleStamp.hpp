// SPDX-License-Identifier: MIT
// cycleStamp under its old name.
#ifndef POPSYS_CYCLE_STAMP_HPP
#define POPSYS_CYCLE_STAMP_HPP

#include <poplar/CycleCount.hpp>

namespace popsys {

using poplar::cycleStamp;

} // namespace popsys

#endif
