// SPDX-License-Identifier: MIT
// Which tile works on which elements of which piece.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gcl::detail {

/// What one tile has of all pieces: piece j is elements [j * size, (j + 1) * size), of which the
/// last may be missing.
struct Part {
  unsigned tile;
  poplar::Tensor source; ///< rank 1: where pieces are taken from
  poplar::Tensor target; ///< rank 1: where pieces are put; as many elements
  std::size_t size;
};
/// Parts by lane; each lane moves its share of every piece.
using LaneParts = std::vector<std::vector<Part>>;

/// Elements of a piece that all parts of a lane have together.
std::size_t pieceSize(const std::vector<Part> &parts);

/// Parts of two tensors of equal shape that leave each element of the target on its tile. Pieces
/// are then as large as the tiles' elements, divided by `members` and rounded up, in total.
LaneParts partsInPlace(const poplar::Graph &graph, const poplar::Tensor &source,
                       const poplar::Tensor &target, unsigned members, unsigned lanes);

/// A run of columns of a matrix [members, columns], on one tile.
struct Columns {
  unsigned tile, lane;
  std::size_t begin, end;
};
/// Columns where the elements of a row lie. None when an element is not mapped, or the row is in
/// more runs than there are tiles twice.
std::vector<Columns> columnsInPlace(const poplar::Graph &graph, const poplar::Tensor &row,
                                    unsigned lanes);
/// Columns [0, count) evenly over the tiles of an IPU, with at least 128 bytes a tile.
std::vector<Columns> spreadColumns(const poplar::Graph &graph, unsigned ipu, std::size_t count,
                                   const poplar::Type &type, unsigned lanes);

/// A matrix of which each run of columns is contiguous on its tile.
struct Blocks {
  std::vector<Columns> columns;       ///< in their order
  std::vector<poplar::Tensor> blocks; ///< for each run [members * columns of the run]
  poplar::Tensor matrix;              ///< [members, columns]

  /// Appends the runs to the lanes' parts, as source and target.
  void addParts(LaneParts &lanes) const;
};
Blocks makeBlocks(poplar::Graph &graph, const poplar::Type &type, unsigned members,
                  std::vector<Columns> columns, const poplar::DebugContext &debugContext);

/// The elements of a flat tensor that lie on one IPU, in the tensor's order.
struct IpuElements {
  unsigned ipu;
  std::vector<poplar::Interval> runs;
  poplar::Tensor elements;
};
/// Ascending IPUs; those without elements are left out. Elements that are not mapped (constants)
/// count as on IPU 0.
std::vector<IpuElements> elementsByIpu(const poplar::Graph &graph, const poplar::Tensor &flat);

/// Where blocks lie: on the tiles of the data where all rows lie alike, or evenly over the tiles.
enum class Placement { InPlace, Spread };

/// Copies the elements into blocks on their IPU: row j gets the j-th of `members` equal runs, and
/// what is left at the end is zero.
Blocks copyToBlocks(poplar::Graph &graph, const IpuElements &elements, unsigned members,
                    unsigned lanes, Placement placement, poplar::program::Sequence &prog,
                    const poplar::DebugContext &debugContext);

} // namespace gcl::detail
