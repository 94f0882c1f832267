// SPDX-License-Identifier: MIT
// What the replicas of a graph get from a stream.
#ifndef POPLAR_REPLICATED_STREAM_MODE_HPP
#define POPLAR_REPLICATED_STREAM_MODE_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>

namespace poplar {

/// REPLICATE: each replica has its own data. BROADCAST: all get the same.
enum class ReplicatedStreamMode { REPLICATE, BROADCAST };

POPLAR_EMU_EXPORT std::string toString(ReplicatedStreamMode value);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, ReplicatedStreamMode value);

} // namespace poplar

#endif
