// SPDX-License-Identifier: MIT
// Caches that programs pass to sparse operations. Plans of these are made in no time, so nothing is
// kept.
#ifndef POPSPARSE_PLANNING_CACHE_HPP
#define POPSPARSE_PLANNING_CACHE_HPP

#include <poplar_emu/Export.hpp>

namespace poplin {
class PlanningCache;
} // namespace poplin

namespace popsparse {
namespace dynamic {

class POPLAR_EMU_EXPORT PlanningCache {
 public:
  PlanningCache() = default;
  PlanningCache(poplin::PlanningCache *) {}
  PlanningCache(const PlanningCache &) = delete;
  PlanningCache &operator=(const PlanningCache &) = delete;
};

} // namespace dynamic

namespace static_ {

class POPLAR_EMU_EXPORT PlanningCache {
 public:
  PlanningCache() = default;
  PlanningCache(const PlanningCache &) = delete;
  PlanningCache &operator=(const PlanningCache &) = delete;
};

} // namespace static_
} // namespace popsparse

#endif
