// SPDX-License-Identifier: MIT
// cycleCount under its old name.
#ifndef POPSYS_CYCLE_COUNT_HPP
#define POPSYS_CYCLE_COUNT_HPP

#include <poplar/CycleCount.hpp>

namespace popsys {

using poplar::cycleCount;

} // namespace popsys

#endif
