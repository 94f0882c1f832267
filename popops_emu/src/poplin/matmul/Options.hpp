// SPDX-License-Identifier: MIT
// Options of matrix products and convolutions.
#pragma once

#include <poplar/OptionFlags.hpp>
#include <poplar/Type.hpp>

#include <string>

namespace poplin {

enum class FullyConnectedPass {
  None,
  InferenceForward,
  TrainingForward,
  TrainingBackward,
  TrainingWeightUpdate
};

/// What plans depend on.
struct ProductOptions {
  double memoryProportion = 0.6;
  poplar::Type partialsType = poplar::FLOAT;
};

struct MatMulOptions : ProductOptions {
  FullyConnectedPass pass = FullyConnectedPass::None;
  bool rhsIsPreArranged = false;
};

/// Both throw poplar::invalid_option for unknown keys and bad values.
MatMulOptions parseMatMulOptions(const poplar::OptionFlags &flags);
ProductOptions parseConvOptions(const poplar::OptionFlags &flags);

} // namespace poplin
