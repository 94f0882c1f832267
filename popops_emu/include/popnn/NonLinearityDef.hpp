// SPDX-License-Identifier: MIT
// Kinds of non-linearities; for programs and codelets.
#ifndef POPNN_NON_LINEARITY_DEF_HPP
#define POPNN_NON_LINEARITY_DEF_HPP

namespace popnn {

/// y(x), and what the gradient needs: the output y, or the input x.
enum class NonLinearityType {
  SIGMOID,        ///< 1 / (1 + exp(-x)); y
  HARD_SIGMOID,   ///< 0.2 x + 0.5, kept in [0, 1]; x
  RELU,           ///< x if x > 0, otherwise 0; x or y
  TANH,           ///< y
  GELU,           ///< 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))); x
  GELU_ERF,       ///< 0.5 x (1 + erf(x / sqrt(2))); x
  SWISH,          ///< x / (1 + exp(-x)); x
  SOFTMAX,        ///< exp(x) / sum of exp(x) along the innermost dimension; y
  SOFTMAX_STABLE, ///< the same, with the largest x subtracted first; y
  SOFTMAX_SCALED  ///< SOFTMAX_STABLE times 62000, for more accuracy in HALF; y
};

} // namespace popnn

#endif
