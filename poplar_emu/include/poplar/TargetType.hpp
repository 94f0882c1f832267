// SPDX-License-Identifier: MIT
// Kinds of targets.
#ifndef POPLAR_TARGET_TYPE_HPP
#define POPLAR_TARGET_TYPE_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>

namespace poplar {

enum class TargetType { IPU, IPU_MODEL, CPU };

POPLAR_EMU_EXPORT std::string toString(TargetType type);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, TargetType type);

} // namespace poplar

#endif
