// SPDX-License-Identifier: MIT
// Parameters of normalisations, and what normalisations cost.
#ifndef POPNN_NORMS_HPP
#define POPNN_NORMS_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <poplin/Norms.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace popnn {

/// As poplin's functions of these names.
POPLAR_EMU_EXPORT poplar::Tensor createNormGamma(poplar::Graph &graph, const poplar::Tensor &acts,
                                                 const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor createNormBeta(poplar::Graph &graph, const poplar::Tensor &acts,
                                                const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, poplar::Tensor>
createNormParams(poplar::Graph &graph, const poplar::Tensor acts,
                 const poplar::DebugContext &debugContext = {});

/// Floating-point operations of a normalisation of numActsElements with statsSize statistics.
POPLAR_EMU_EXPORT std::uint64_t
getNormFwdFlops(std::size_t statisticsSize, std::size_t numActsElements, bool computeStats = true);
POPLAR_EMU_EXPORT std::uint64_t getNormBwdFlops(std::size_t statisticsSize,
                                                std::size_t numActsElements);
POPLAR_EMU_EXPORT std::uint64_t getNormWuFlops(std::size_t paramsSize, std::size_t numActsElements);

} // namespace popnn

#endif
