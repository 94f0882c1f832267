// SPDX-License-Identifier: MIT
// Registration of estimators, and what unpacking a field costs.
#include <poputil/cyclesTables.hpp>

namespace poputil {
namespace internal {

std::size_t registerPerfFunctions(poplar::Graph &graph, const PerfEstimatorTable &table) {
  std::size_t registered = 0;
  for (const auto &entry : table) {
    if (!graph.hasCodelet(entry.first)) continue;
    graph.registerPerfEstimator(entry.first, entry.second);
    ++registered;
  }
  return registered;
}

// A full pointer is one load that the load of the next operand hides; a scaled one is shifted and
// added to a base.
std::uint64_t getUnpackCost(const poplar::layout::Vector layout) {
  switch (layout) {
  case poplar::layout::Vector::ScaledPtr32:
  case poplar::layout::Vector::ScaledPtr64:
  case poplar::layout::Vector::ScaledPtr128:
    return 2;
  case poplar::layout::Vector::ShortSpan:
    return 2;
  default:
    return 0;
  }
}

std::uint64_t getVectorListDeltaUnpackCost(const poplar::layout::VectorList layout) {
  switch (layout) {
  case poplar::layout::VectorList::DeltaN:
    return 5;
  case poplar::layout::VectorList::DeltaNElements:
    return 7;
  default:
    return 0;
  }
}

} // namespace internal
} // namespace poputil
