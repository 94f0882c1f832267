// SPDX-License-Identifier: MIT
// The operations of reductions. Usable in codelets too.
#ifndef POPOPS_OPERATION_DEF_HPP
#define POPOPS_OPERATION_DEF_HPP

namespace popops {

enum class Operation {
  ADD,
  MUL,
  MIN,
  MAX,
  LOGICAL_AND, ///< only boolean
  LOGICAL_OR,  ///< only boolean
  SQUARE_ADD,  ///< the sum of squares
  LOG_ADD      ///< the logarithm of the sum of exponentials
};

} // namespace popops

#endif
