// SPDX-License-Identifier: MIT
// Race proof for few accesses.
#include "compile/races/VertexAccess.hpp"

namespace poplar_emu::compile {

std::optional<Conflict> findConflictByPairs(const AccessGroup &group) {
  for (std::size_t i = 0; i < group.accesses.size(); ++i) {
    const VertexAccess &a = group.accesses[i];
    for (std::size_t j = i + 1; j < group.accesses.size(); ++j) {
      const VertexAccess &b = group.accesses[j];
      if (a.vertex == b.vertex) continue;
      if (a.kind == AccessKind::Read && b.kind == AccessKind::Read) continue;
      if (intersect(group.region(a), group.region(b))) return Conflict{a, b};
    }
  }
  return std::nullopt;
}

} // namespace poplar_emu::compile
