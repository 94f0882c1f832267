// SPDX-License-Identifier: MIT
// Vertices, edges and field values in flat tables: a graph has millions of them.
#pragma once

#include "support/Ids.hpp"
#include "support/SourceSite.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace poplar_emu::ir {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// `count` rows of `length` consecutive elements of a variable, `stride` elements apart.
struct Region {
  std::uint64_t start = 0;
  std::int64_t stride = 0;
  VariableId variable;
  std::uint32_t length = 0;
  std::uint32_t count = 1;
};

/// A tensor connected to a field, or to one row or element of it.
struct Edge {
  std::uint32_t field = 0;     ///< index into VertexType::fields
  std::uint32_t index = kNone; ///< row or element of an indexed field; kNone: the whole field
  std::uint32_t firstRegion = 0;
  std::uint32_t numRegions = 0;
  std::uint32_t numElements = 0;
  SiteId site;
  std::uint32_t next = kNone; ///< next edge of the vertex, in order of connecting
};

/// Bytes that are stored with the vertex: the value of a state field, or a scalar connected to an
/// Input (an immediate).
struct FieldValue {
  std::uint32_t field = 0;
  std::uint32_t index = kNone;
  std::uint32_t firstByte = 0;   ///< in VertexTable::valueBytes
  std::uint32_t numElements = 0; ///< 1 for scalars
  SiteId site;
  std::uint32_t next = kNone;
};

struct FieldSize {
  std::uint32_t field = 0;
  std::uint32_t size = 0;
  std::uint32_t next = kNone;
};

struct Vertex {
  VertexTypeId type;
  ComputeSetId computeSet;
  TileId tile; ///< invalid until mapped
  SiteId site;
  std::uint32_t firstEdge = kNone, lastEdge = kNone;
  std::uint32_t firstValue = kNone, lastValue = kNone;
  std::uint32_t firstSize = kNone;
};

/// Cycles and floating-point operations of one execution, as the user estimated them.
struct PerfEstimate {
  std::uint64_t cycles = 0;
  std::uint64_t flops = 0;
};

struct VertexTable {
  std::vector<Vertex> vertices;
  std::vector<Edge> edges;
  std::vector<Region> regions;
  std::vector<FieldValue> values;
  std::vector<std::byte> valueBytes;
  std::vector<FieldSize> sizes;
  std::vector<PerfEstimate> estimates; ///< empty, or one per vertex up to the last estimated one
  std::vector<bool> hasEstimate;

  const Vertex &operator[](VertexId id) const { return vertices[id.index()]; }

  template <class F>
  void forEachEdge(VertexId id, F &&f) const {
    for (std::uint32_t e = vertices[id.index()].firstEdge; e != kNone; e = edges[e].next)
      f(edges[e]);
  }
  template <class F>
  void forEachValue(VertexId id, F &&f) const {
    for (std::uint32_t v = vertices[id.index()].firstValue; v != kNone; v = values[v].next)
      f(values[v]);
  }
  /// Size set by setFieldSize, or kNone.
  std::uint32_t explicitSize(VertexId id, std::uint32_t field) const {
    for (std::uint32_t s = vertices[id.index()].firstSize; s != kNone; s = sizes[s].next)
      if (sizes[s].field == field) return sizes[s].size;
    return kNone;
  }
};

struct ComputeSet {
  std::string name;
  SiteId site;
  std::vector<VertexId> vertices; ///< in order of creation
};

} // namespace poplar_emu::ir
