// SPDX-License-Identifier: MIT
// Plans by target, problem and memory.
#pragma once

#include "matmul/Plan.hpp"

#include <poplin/PlanningCache.hpp>

#include <map>
#include <tuple>

namespace poplin {

class PlanningCacheImpl {
 public:
  using Key = std::tuple<poplar::Target, std::size_t, std::size_t, std::size_t, std::size_t,
                         poplar::Type, poplar::Type, poplar::Type, double>;

  std::map<Key, Plan> plans;
};

/// The plan from the cache, or a new one that goes there. The cache may be null.
Plan planFor(const poplar::Target &target, const Problem &problem, double memoryProportion,
             PlanningCache *cache);

} // namespace poplin
