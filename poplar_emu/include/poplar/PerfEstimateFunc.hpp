// SPDX-License-Identifier: MIT
// Estimates of what a vertex costs.
#ifndef POPLAR_PERF_ESTIMATE_FUNC_HPP
#define POPLAR_PERF_ESTIMATE_FUNC_HPP

#include <cstdint>
#include <functional>

namespace poplar {

class Target;
class VertexIntrospector;

/// Cycles and floating-point operations of one execution of a vertex.
struct VertexPerfEstimate {
  std::uint64_t cycles;
  std::uint64_t flops;

  VertexPerfEstimate() : cycles(0), flops(0) {}
  VertexPerfEstimate(std::uint64_t cycleCount, std::uint64_t flopCount = 0)
      : cycles(cycleCount), flops(flopCount) {}
};

/// May be called late and from any thread.
using PerfEstimateFunc =
    std::function<VertexPerfEstimate(const VertexIntrospector &, const Target &)>;

} // namespace poplar

#endif
