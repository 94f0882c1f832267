// SPDX-License-Identifier: MIT
// The public face of the cache of plans.
#include "matmul/Cache.hpp"

namespace poplin {

PlanningCache::PlanningCache() : impl(new PlanningCacheImpl) {}
PlanningCache::~PlanningCache() = default;

std::size_t PlanningCache::size() const {
  return impl->plans.size();
}

namespace matmul {

PlanningCache::PlanningCache() = default;
PlanningCache::~PlanningCache() = default;

poplin::PlanningCache &PlanningCache::getImpl() {
  return *this;
}

} // namespace matmul

Plan planFor(const poplar::Target &target, const Problem &problem, double memoryProportion,
             PlanningCache *cache) {
  if (!cache) return makePlan(target, problem, memoryProportion);
  const PlanningCacheImpl::Key key(target, problem.groups, problem.m, problem.k, problem.n,
                                   problem.in, problem.partial, problem.out, memoryProportion);
  const auto found = cache->impl->plans.find(key);
  if (found != cache->impl->plans.end()) return found->second;
  return cache->impl->plans[key] = makePlan(target, problem, memoryProportion);
}

} // namespace poplin
