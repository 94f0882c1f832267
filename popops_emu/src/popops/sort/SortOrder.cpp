// SPDX-License-Identifier: MIT
// Text of orders and of parameters of topK.
#include <popops/TopK.hpp>

#include <ostream>

namespace popops {

std::ostream &operator<<(std::ostream &os, const SortOrder &order) {
  static const char *const names[] = {"NONE", "ASCENDING", "DESCENDING"};
  return os << names[static_cast<unsigned>(order)];
}

std::ostream &operator<<(std::ostream &os, const TopKParams &params) {
  return os << "{k=" << params.k << ", largest=" << (params.largest ? "true" : "false")
            << ", sortOrder=" << params.sortOrder
            << ", stableSort=" << (params.stableSort ? "true" : "false") << "}";
}

} // namespace popops
