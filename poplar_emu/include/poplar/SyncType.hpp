// SPDX-License-Identifier: MIT
// Which tiles and IPUs take part in a sync.
#ifndef POPLAR_SYNC_TYPE_HPP
#define POPLAR_SYNC_TYPE_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>

namespace poplar {

enum class SyncType { INTERNAL, EXTERNAL, GLOBAL };

POPLAR_EMU_EXPORT std::string toString(SyncType value);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, SyncType value);

} // namespace poplar

#endif
