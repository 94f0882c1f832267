// SPDX-License-Identifier: MIT
// How a new variable is mapped to tiles.
#ifndef POPLAR_VARIABLE_MAPPING_METHOD_HPP
#define POPLAR_VARIABLE_MAPPING_METHOD_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>

namespace poplar {

/// LINEAR spreads the elements evenly over all tiles, in order.
enum class VariableMappingMethod { NONE, LINEAR };

POPLAR_EMU_EXPORT std::string toString(VariableMappingMethod value);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, VariableMappingMethod value);

} // namespace poplar

#endif
