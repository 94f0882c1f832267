// SPDX-License-Identifier: MIT
// Expressions after their types are known: values that are inputs, constants or operations.
#pragma once

#include "map/Kinds.hpp"

#include <poplar/Tensor.hpp>
#include <popops/Expr.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace popops::map_detail {

struct Value {
  enum class Origin { Input, Constant, Operation };

  Origin origin;
  poplar::Type type;
  program::Kind kind = {};

  unsigned input = 0;     ///< Input: index of the tensor
  std::uint64_t bits = 0; ///< Constant: its bits, in the low bytes

  program::Action action = {};
  unsigned op = 0;
  /// Of an Operation; indices of earlier values.
  std::vector<unsigned> operands;
};

/// Equal values occur once.
struct Computation {
  std::vector<Value> values;
  /// Values of the expressions.
  std::vector<unsigned> results;
};

/// Infers types and checks them. Throws poplibs_error, naming `operation`, the expression and the
/// tensors.
Computation typeExpressions(const std::string &operation, const std::vector<expr::Any> &exprs,
                            const std::vector<poplar::Tensor> &ts);

} // namespace popops::map_detail
