// SPDX-License-Identifier: MIT
// Finds pairs of operands of a vertex that share elements.
#include "compile/compute/operands/VertexAliasing.hpp"

#include <algorithm>

namespace poplar_emu::compile {

void VertexAliasing::analyse(const ir::Vertex &vertex, const TypeLayout &layout) {
  any_ = false;
  clash_.reset();
  pieces_.clear();
  std::uint32_t ordinal = 0;
  std::size_t numWritten = 0;
  for (std::uint32_t e = vertex.firstEdge; e != ir::kNone; e = table_.edges[e].next, ++ordinal) {
    const ir::Edge &edge = table_.edges[e];
    const bool written = layout.fields[edge.field].written();
    for (std::uint32_t r = edge.firstRegion; r < edge.firstRegion + edge.numRegions; ++r) {
      if (numElements(table_.regions[r]) == 0) continue;
      pieces_.push_back({table_.regions[r].variable, ordinal, e, r, written});
      numWritten += written;
    }
  }
  if (numWritten == 0 || pieces_.size() < 2) return;

  constexpr std::size_t kPairwiseLimit = 12;
  if (pieces_.size() > kPairwiseLimit)
    std::sort(pieces_.begin(), pieces_.end(), [this](const Piece &a, const Piece &b) {
      if (a.variable != b.variable) return a.variable < b.variable;
      return hull(table_.regions[a.region]).begin < hull(table_.regions[b.region]).begin;
    });
  const bool sorted = pieces_.size() > kPairwiseLimit;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece &a = pieces_[i];
    for (std::size_t j = i + 1; j < pieces_.size(); ++j) {
      const Piece &b = pieces_[j];
      if (sorted && (b.variable != a.variable ||
                     hull(table_.regions[b.region]).begin >= hull(table_.regions[a.region]).end))
        break;
      if (a.variable != b.variable || a.edge == b.edge || (!a.written && !b.written)) continue;
      if (!intersect(table_.regions[a.region], table_.regions[b.region])) continue;
      if (!any_) makeOperands(vertex, layout);
      if (a.written)
        compare(a, b);
      else
        compare(b, a);
    }
  }
}

void VertexAliasing::makeOperands(const ir::Vertex &vertex, const TypeLayout &layout) {
  any_ = true;
  operands_.clear();
  for (std::uint32_t e = vertex.firstEdge; e != ir::kNone; e = table_.edges[e].next)
    operands_.push_back({layout.fields[table_.edges[e].field].align, false});
}

void VertexAliasing::compare(const Piece &written, const Piece &other) {
  Operand &a = operands_[written.ordinal];
  Operand &b = operands_[other.ordinal];
  if (sameRegions(regionsOf(written.edge), regionsOf(other.edge)))
    a.align = b.align = std::max(a.align, b.align);
  else if (!other.written)
    b.snapshot = true;
  else if (!clash_)
    clash_ = written.ordinal < other.ordinal
                 ? Clash{{written.edge, other.edge}, {written.region, other.region}}
                 : Clash{{other.edge, written.edge}, {other.region, written.region}};
}

} // namespace poplar_emu::compile
