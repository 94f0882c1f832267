// SPDX-License-Identifier: MIT
// From the arguments of a convolution to the product behind it.
#pragma once

#include "conv/Views.hpp"
#include "matmul/MatMul.hpp"

#include <poplin/Convolution.hpp>

namespace poplin {

/// Validated parameters, options and the problem of the forward pass.
struct Convolution {
  Convolution(const std::string &operation, const ConvParams &params,
              const poplar::OptionFlags &flags);

  ConvParams params;
  ProductOptions options;
  ConvSizes sizes;
  Problem problem;
};

/// The product that gives the gradient of the weights.
Problem weightProblem(const Convolution &convolution);

/// All throw poplibs_error when a tensor does not fit the parameters.
void checkInput(const std::string &operation, const ConvParams &params, const poplar::Tensor &in);
void checkOutput(const std::string &operation, const ConvParams &params, const poplar::Tensor &out);
/// Returns the weights with a dimension of groups, transposed and flipped if asked for.
poplar::Tensor checkedWeights(const std::string &operation, const ConvParams &params,
                              const poplar::Tensor &weights, bool transposeAndFlipWeights);

} // namespace poplin
