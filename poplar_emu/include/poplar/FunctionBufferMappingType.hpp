// SPDX-License-Identifier: MIT
// Where the code of a function is kept.
#ifndef POPLAR_FUNCTION_BUFFER_MAPPING_TYPE_HPP
#define POPLAR_FUNCTION_BUFFER_MAPPING_TYPE_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>

namespace poplar {

enum class FunctionBufferMappingType { REMOTE };

POPLAR_EMU_EXPORT std::string toString(FunctionBufferMappingType value);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, FunctionBufferMappingType value);

} // namespace poplar

#endif
