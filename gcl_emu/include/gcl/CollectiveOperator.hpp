// SPDX-License-Identifier: MIT
// The operators of collectives. Usable in codelets too.
#ifndef GCL_COLLECTIVE_OPERATOR_HPP
#define GCL_COLLECTIVE_OPERATOR_HPP

namespace gcl {

enum class CollectiveOperator {
  ADD,
  MEAN, ///< the sum divided by the size of the group; only real numbers
  MUL,
  MIN,
  MAX,
  LOGICAL_AND, ///< only boolean
  LOGICAL_OR,  ///< only boolean
  SQUARE_ADD,  ///< the sum of squares
  LOCAL        ///< no reduction: each takes what is its own
};

} // namespace gcl

#endif
