// SPDX-License-Identifier: MIT
// Sorted elements of an indexed field.
#include "compile/compute/instances/IndexedField.hpp"

#include <algorithm>

namespace poplar_emu::compile {

IndexedField::IndexedField(const ir::VertexTable &table, VertexId vertex, std::uint32_t field) {
  const ir::Vertex &row = table[vertex];
  for (std::uint32_t e = row.firstEdge; e != ir::kNone; e = table.edges[e].next)
    if (table.edges[e].field == field) entries_.push_back({table.edges[e].index, e});
  for (std::uint32_t v = row.firstValue; v != ir::kNone; v = table.values[v].next)
    if (table.values[v].field == field && table.values[v].index != ir::kNone)
      entries_.push_back({table.values[v].index, ir::kNone});
  std::sort(entries_.begin(), entries_.end());
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> IndexedField::connectedTwice() const {
  for (std::size_t i = 1; i < entries_.size(); ++i)
    if (entries_[i].index == entries_[i - 1].index && entries_[i].edge != ir::kNone)
      return std::pair(entries_[i - 1].edge, entries_[i].edge);
  return std::nullopt;
}

std::optional<std::uint32_t> IndexedField::firstBeyond(std::uint32_t size) const {
  for (const Entry &entry : entries_)
    if (entry.index >= size) return entry.index;
  return std::nullopt;
}

std::optional<std::uint32_t> IndexedField::firstMissing(std::uint32_t size,
                                                        ir::Direction direction) const {
  std::uint32_t expected = 0;
  for (const Entry &entry : entries_) {
    if (ir::isWritten(direction) && entry.edge == ir::kNone) continue;
    if (entry.index > expected) break;
    if (entry.index == expected) ++expected;
  }
  if (expected < size) return expected;
  return std::nullopt;
}

std::uint32_t lastEdgeOfField(const ir::VertexTable &table, VertexId vertex, std::uint32_t field) {
  std::uint32_t last = ir::kNone;
  for (std::uint32_t e = table[vertex].firstEdge; e != ir::kNone; e = table.edges[e].next)
    if (table.edges[e].field == field) last = e;
  return last;
}

} // namespace poplar_emu::compile
