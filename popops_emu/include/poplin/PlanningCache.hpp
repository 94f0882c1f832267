// SPDX-License-Identifier: MIT
// Remembers how products and convolutions are spread over tiles.
#ifndef POPLIN_PLANNING_CACHE_HPP
#define POPLIN_PLANNING_CACHE_HPP

#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <memory>

namespace poplin {

class PlanningCacheImpl;

/// Plans that were made once and need not be made again. It never changes a result and may serve
/// several graphs, matrix products and convolutions alike. Not for use by several threads at once.
class POPLAR_EMU_EXPORT PlanningCache {
 public:
  PlanningCache();
  PlanningCache(const PlanningCache &) = delete;
  PlanningCache &operator=(const PlanningCache &) = delete;
  ~PlanningCache();

  /// Number of plans.
  std::size_t size() const;

  std::unique_ptr<PlanningCacheImpl> impl;
};

namespace matmul {

/// Old name of poplin::PlanningCache.
class POPLAR_EMU_EXPORT PlanningCache : public poplin::PlanningCache {
 public:
  PlanningCache();
  ~PlanningCache();
  poplin::PlanningCache &getImpl();
};

} // namespace matmul
} // namespace poplin

#endif
