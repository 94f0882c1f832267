// SPDX-License-Identifier: MIT
// Old form of performance estimators: cycles only.
#ifndef POPLAR_CYCLE_ESTIMATE_FUNC_HPP
#define POPLAR_CYCLE_ESTIMATE_FUNC_HPP

#include <cstdint>
#include <functional>

namespace poplar {

class Target;
class VertexIntrospector;

using CycleEstimateFunc = std::function<std::uint64_t(const VertexIntrospector &, const Target &)>;

} // namespace poplar

#endif
