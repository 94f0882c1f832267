// SPDX-License-Identifier: MIT
// The elements of an indexed field that were connected or given a value, in whatever order.
#pragma once

#include "ir/VertexType.hpp"
#include "ir/Vertices.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace poplar_emu::compile {

/// Cost: n log n in the number of edges and values of the vertex. For those vertices only whose
/// edges do not come in order.
class IndexedField {
 public:
  IndexedField(const ir::VertexTable &table, VertexId vertex, std::uint32_t field);

  /// Two edges (by index into the table) of one element.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> connectedTwice() const;
  std::optional<std::uint32_t> firstBeyond(std::uint32_t size) const;
  /// The first element below `size` without an edge or, unless the field is written, a value.
  std::optional<std::uint32_t> firstMissing(std::uint32_t size, ir::Direction direction) const;

 private:
  struct Entry {
    std::uint32_t index;
    std::uint32_t edge; ///< kNone: a value
    friend auto operator<=>(const Entry &, const Entry &) = default;
  };
  std::vector<Entry> entries_; ///< sorted
};

/// Index into the table of the last edge that the vertex has for the field, or kNone.
std::uint32_t lastEdgeOfField(const ir::VertexTable &table, VertexId vertex, std::uint32_t field);

} // namespace poplar_emu::compile
