// SPDX-License-Identifier: MIT
// Race proof with an owner an element.
#include "compile/races/VertexAccess.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

/// Calls f(begin, end) for the rows of the region, clipped to the range. Stops when f gives true.
template <class F>
bool anyRow(const ir::Region &region, ElementRange range, F &&f) {
  const std::uint64_t rows = isContiguous(region) ? 1 : region.count;
  const std::uint64_t length = isContiguous(region) ? numElements(region) : region.length;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::uint64_t start = rowStart(region, row);
    const std::uint64_t begin = std::max(start, range.begin);
    const std::uint64_t end = std::min(start + length, range.end);
    if (begin < end && f(begin - range.begin, end - range.begin)) return true;
  }
  return false;
}

} // namespace

std::optional<Conflict> OwnerArray::findConflict(const AccessGroup &group) {
  owners_.assign(group.written.size(), 0);
  std::uint32_t other = 0;
  const auto foreign = [&](std::uint64_t element, const VertexAccess &access) {
    other = owners_[element];
    return other != 0 && group.accesses[other - 1].vertex != access.vertex;
  };
  for (std::uint32_t a = 0; a < group.accesses.size(); ++a) {
    const VertexAccess &access = group.accesses[a];
    if (access.kind != AccessKind::Write) continue;
    const bool found =
        anyRow(group.region(access), group.written, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t e = begin; e < end; ++e) {
            if (foreign(e, access)) return true;
            owners_[e] = a + 1;
          }
          return false;
        });
    if (found) return Conflict{group.accesses[other - 1], access};
  }
  for (const VertexAccess &access : group.accesses) {
    if (access.kind != AccessKind::Read) continue;
    const bool found =
        anyRow(group.region(access), group.written, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t e = begin; e < end; ++e)
            if (foreign(e, access)) return true;
          return false;
        });
    if (found) return Conflict{group.accesses[other - 1], access};
  }
  return std::nullopt;
}

} // namespace poplar_emu::compile
