// SPDX-License-Identifier: MIT
// How a clone's elements are ordered in memory.
#ifndef POPLAR_TENSOR_CLONE_METHOD_HPP
#define POPLAR_TENSOR_CLONE_METHOD_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>

namespace poplar {

enum class TensorCloneMethod {
  PRESERVE_ORDER_AND_ALIASES,
  CREATE_NEW_ORDER,
  PRESERVE_ORDER_UNLESS_ALIASES,
  GATHER_AND_PRESERVE_TILE_ORDER_AND_ALIASES
};

/// How the copies that cloneN makes lie in memory.
enum class TensorCloneDuplicationMethod {
  DUPLICATE_BY_OUTER_DIMENSION,
  DUPLICATE_BY_TILE_CONTIGUOUS_REGION
};

POPLAR_EMU_EXPORT std::string toString(TensorCloneMethod value);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, TensorCloneMethod value);
POPLAR_EMU_EXPORT std::string toString(TensorCloneDuplicationMethod value);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, TensorCloneDuplicationMethod value);

} // namespace poplar

#endif
