// SPDX-License-Identifier: MIT
// Plans of convolutions and products ahead of their use.
#ifndef POPLIN_CONV_PREPLAN_HPP
#define POPLIN_CONV_PREPLAN_HPP

#include <poplar_emu/Export.hpp>
#include <poplin/Convolution.hpp>
#include <poplin/MatMul.hpp>

#include <set>

namespace poplin {

/// Puts a plan of each into the cache.
POPLAR_EMU_EXPORT void preplan(const std::set<ConvPlanParams> &convs,
                               const std::set<MatMulPlanParams> &matmuls, PlanningCache &cache);

} // namespace poplin

#endif
