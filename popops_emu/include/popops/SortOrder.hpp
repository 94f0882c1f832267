// SPDX-License-Identifier: MIT
// The order of results.
#ifndef POPOPS_SORT_ORDER_HPP
#define POPOPS_SORT_ORDER_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>

namespace popops {

/// NONE: any order.
enum class SortOrder { NONE, ASCENDING, DESCENDING };

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &os, const SortOrder &order);

} // namespace popops

#endif
