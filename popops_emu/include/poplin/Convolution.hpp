// SPDX-License-Identifier: MIT
// Convolutions and their gradients.
#ifndef POPLIN_CONVOLUTION_HPP
#define POPLIN_CONVOLUTION_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Target.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <poplin/ConvParams.hpp>
#include <poplin/PlanningCache.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <set>
#include <tuple>

namespace poplin {

using ConvPlanParams =
    std::tuple<const poplar::Target *, const ConvParams, const poplar::OptionFlags *>;

} // namespace poplin

#endif
