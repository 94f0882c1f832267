// SPDX-License-Identifier: MIT
// What the race proof compares: one region of one variable, used by one vertex.
#pragma once

#include "compile/compute/operands/Regions.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace poplar_emu::compile {

enum class AccessKind : std::uint8_t { Read, Write };

struct VertexAccess {
  std::uint32_t vertex = 0;
  std::uint32_t edge = 0;   ///< index into ir::VertexTable::edges
  std::uint32_t region = 0; ///< index into ir::VertexTable::regions
  AccessKind kind = AccessKind::Read;
};

/// Two accesses of different vertices that share an element, at least one of them a write.
struct Conflict {
  VertexAccess first, second;
};

/// All accesses of one compute set to one variable, none of them empty.
struct AccessGroup {
  std::span<const VertexAccess> accesses;
  std::span<const ir::Region> regions; ///< of the whole vertex table
  ElementRange written;                ///< hull of all writes

  const ir::Region &region(const VertexAccess &access) const { return regions[access.region]; }
};

/// Compares all pairs by arithmetic. For few accesses, however large.
std::optional<Conflict> findConflictByPairs(const AccessGroup &group);

/// Sorts the runs of all accesses and sweeps over them. About 0.1 us a run.
std::optional<Conflict> findConflictBySweep(const AccessGroup &group);

/// Whether all accesses are columns of one matrix: as many rows as far apart, starting in one row.
bool isColumns(const AccessGroup &group);
/// Sorts and sweeps over the columns, whatever their height.
std::optional<Conflict> findConflictByColumns(const AccessGroup &group);

/// One entry an element says who writes it: 4 bytes an element between the first and the last
/// written.
class OwnerArray {
 public:
  std::optional<Conflict> findConflict(const AccessGroup &group);

 private:
  std::vector<std::uint32_t> owners_; ///< index of the writing access plus 1; reused
};

} // namespace poplar_emu::compile
