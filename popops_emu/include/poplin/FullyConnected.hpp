// SPDX-License-Identifier: MIT
// Products of a fully connected layer.
#ifndef POPLIN_FULLY_CONNECTED_HPP
#define POPLIN_FULLY_CONNECTED_HPP

#include <poplar/OptionFlags.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <poplin/MatMul.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace poplin {
namespace fc {

struct FullyConnectedParams {
  std::size_t numGroups;
  std::size_t batchSize;
  std::size_t inputSize;
  std::size_t outputSize;
};

/// The products of the forward pass and, unless inferenceOnly, of the backward pass and the weight
/// update, in this order, with their options (fullyConnectedPass is set).
POPLAR_EMU_EXPORT std::vector<std::pair<MatMulParams, poplar::OptionFlags>>
getMatMulPrePlanParameters(FullyConnectedParams parameters, poplar::OptionFlags matmulOptions,
                           poplar::Type type, bool inferenceOnly);

} // namespace fc
} // namespace poplin

#endif
