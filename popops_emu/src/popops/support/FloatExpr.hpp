// SPDX-License-Identifier: MIT
// Expressions that compute in float, whatever the element type.
#pragma once

#include <poplar/Tensor.hpp>
#include <popops/Expr.hpp>

namespace popops::support {

/// `e`, which stands for elements of `t`, as float.
inline expr::Any asFloat(const expr::Expr &e, const poplar::Tensor &t) {
  if (t.elementType() == poplar::FLOAT) return expr::Any(e);
  return expr::Cast(e, poplar::FLOAT);
}
/// The float `e` in the element type of `t`.
inline expr::Any rounded(const expr::Expr &e, const poplar::Tensor &t) {
  if (t.elementType() == poplar::FLOAT) return expr::Any(e);
  return expr::Cast(e, t.elementType());
}

} // namespace popops::support
