// SPDX-License-Identifier: MIT
// Placing tensors on tiles.
#ifndef POPUTIL_TILE_MAPPING_HPP
#define POPUTIL_TILE_MAPPING_HPP

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Target.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace poputil {

/// A mapping that spreads `shape` evenly, in order, over as many tiles as its grains allow.
///
/// Elements go to the tiles in grains of `grainSize`; each used tile but the last has at least
/// `minElementsPerTile` elements. Tile 0 (ascending) or the last tile (descending) is the first,
/// moved on by `offset` tiles. With offset 0 in ascending order the result has one entry a used
/// tile, otherwise one a tile; it is empty for a shape of no elements.
POPLAR_EMU_EXPORT std::vector<std::vector<poplar::Interval>>
calcLinearTileMapping(const poplar::Graph &graph, std::vector<std::size_t> shape,
                      unsigned minElementsPerTile, unsigned grainSize, unsigned offset = 0,
                      bool ascendingOrder = true);
POPLAR_EMU_EXPORT std::vector<std::vector<poplar::Interval>>
calcLinearTileMapping(const poplar::Target &target, std::vector<std::size_t> shape,
                      unsigned minElementsPerTile, unsigned grainSize, unsigned offset = 0,
                      bool ascendingOrder = true);
/// As above with at least 128 bytes a tile and the vector width of the type as grain.
POPLAR_EMU_EXPORT std::vector<std::vector<poplar::Interval>>
calcLinearTileMapping(const poplar::Graph &graph, const poplar::Tensor &t, unsigned offset = 0,
                      bool ascendingOrder = true);
POPLAR_EMU_EXPORT std::vector<std::vector<poplar::Interval>>
calcLinearTileMapping(const poplar::Target &target, const std::vector<std::size_t> shape,
                      poplar::Type type, unsigned offset = 0, bool ascendingOrder = true);

/// The mapping, and the first tile after those that it uses.
POPLAR_EMU_EXPORT std::pair<poplar::Graph::TileToTensorMapping, unsigned>
calcLinearTileMappingAndNewOffset(const poplar::Graph &graph, const poplar::Tensor &t,
                                  unsigned offset = 0);

/// Maps the tensor with calcLinearTileMapping.
POPLAR_EMU_EXPORT void mapTensorLinearly(poplar::Graph &graph, const poplar::Tensor &t);
POPLAR_EMU_EXPORT void mapTensorLinearly(poplar::Graph &graph, const poplar::Tensor &t,
                                         unsigned minElementsPerTile, unsigned grainSize);
POPLAR_EMU_EXPORT void mapTensorLinearlyWithOffset(poplar::Graph &graph, const poplar::Tensor &t,
                                                   unsigned minElementsPerTile, unsigned grainSize,
                                                   unsigned offset, bool ascendingOrder = true);
POPLAR_EMU_EXPORT void mapTensorLinearlyWithOffset(poplar::Graph &graph, const poplar::Tensor &t,
                                                   unsigned offset = 0, bool ascendingOrder = true);

/// A first tile that differs from shape to shape, so that small tensors do not all crowd tile 0.
POPLAR_EMU_EXPORT std::size_t
chooseMappingOffset(std::size_t numTiles, const std::vector<std::size_t> &shape, std::size_t seed);
POPLAR_EMU_EXPORT std::size_t chooseMappingOffset(std::size_t numTiles,
                                                  const std::vector<std::size_t> &shape);

/// How many elements more the fullest tile has than an even spread would give it.
POPLAR_EMU_EXPORT unsigned getTileImbalance(const poplar::Graph::TileToTensorMapping &mapping,
                                            unsigned minElementsPerTile = 0,
                                            unsigned grainSize = 1);
POPLAR_EMU_EXPORT unsigned getTileImbalance(const poplar::Graph &graph, const poplar::Tensor &t,
                                            unsigned minElementsPerTile = 0,
                                            unsigned grainSize = 1);

/// A clone whose elements lie on the same tiles of IPU `dstIPU` as the originals on theirs.
///
/// Throws poplibs_error if there is no such IPU.
POPLAR_EMU_EXPORT poplar::Tensor cloneToIpu(
    poplar::Graph &graph, const poplar::Tensor &t, unsigned dstIPU,
    const poplar::DebugContext &debugContext = {},
    poplar::TensorCloneMethod method = poplar::TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);
/// cloneToIpu, and a Copy of the values appended to the program.
POPLAR_EMU_EXPORT poplar::Tensor copyToIpu(
    poplar::Graph &masterGraph, const poplar::Tensor &t, poplar::program::Sequence &prog,
    unsigned dstIPU, const poplar::DebugContext &debugContext = {},
    poplar::TensorCloneMethod method = poplar::TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);
/// cloneToIpu that leaves the Copy to the caller: source and destination, without aliased elements.
POPLAR_EMU_EXPORT poplar::Tensor createIpuCopy(
    poplar::Graph &graph, const poplar::Tensor &t, unsigned dstIpu, poplar::Tensor &copySrc,
    poplar::Tensor &copyDst, const poplar::DebugContext &debugContext = {},
    poplar::TensorCloneMethod method = poplar::TensorCloneMethod::PRESERVE_ORDER_AND_ALIASES);

/// A clone in another (virtual) graph of the same device, on the tiles of equal number. Throws
/// poplibs_error if `dstGraph` has fewer tiles than the tensor needs or another replication factor.
POPLAR_EMU_EXPORT poplar::Tensor cloneToGraph(
    poplar::Graph &srcGraph, poplar::Graph &dstGraph, const poplar::Tensor &t,
    const poplar::DebugContext &debugContext = {},
    poplar::TensorCloneMethod method = poplar::TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);
/// A clone in which every element is its own. If the tensor had aliases, the clone is mapped
/// linearly from tile `offset` on; the second result is the offset for the next such tensor.
POPLAR_EMU_EXPORT std::pair<poplar::Tensor, unsigned>
cloneAndExpandAliasing(poplar::Graph &graph, const poplar::Tensor &t, unsigned offset = 0,
                       const poplar::DebugContext &debugContext = {});

/// An unaliased tensor of rank 1 with one element for each index of dimension `dim` of
/// `fullTensor`, each on a tile that holds elements with that index. With ditherMapping the first
/// tile depends on the shape. Throws poplibs_error if there is no such dimension.
POPLAR_EMU_EXPORT poplar::Tensor
createBroadcastOperand(poplar::Graph &graph, const poplar::Tensor &fullTensor,
                       const poplar::Type &type, unsigned dim, bool ditherMapping = false,
                       const poplar::DebugContext &debugContext = {});

/// Collects which tile uses which elements, and maps each element to one of its users.
class POPLAR_EMU_EXPORT TensorUseTracker {
 public:
  enum class MappingMethod { OptimizeHaloRegions, ConstrainMappingToUsedTiles, None };

  /// Users of the same elements take turns in the order of tiles that begins with startTile.
  TensorUseTracker(unsigned numTiles, unsigned startTile = 0, bool ascendingMappingOrder = true);
  TensorUseTracker(const TensorUseTracker &other);
  TensorUseTracker(TensorUseTracker &&other) noexcept;
  TensorUseTracker &operator=(const TensorUseTracker &other);
  TensorUseTracker &operator=(TensorUseTracker &&other) noexcept;
  ~TensorUseTracker();

  /// The tile uses every element of the tensor. Throws poplibs_error if there is no such tile.
  void add(const poplar::Graph &graph, unsigned tile, const poplar::Tensor &t);
  /// All uses that another tracker has collected.
  void add(TensorUseTracker other);

  /// Leaves one user an element. Elements that several tiles use are shared out among those tiles
  /// in grains, at least minElementsPerTile to each; with extendPartialUsage the unused elements of
  /// a variable go to the users of their neighbours.
  void resolve(const poplar::Graph &graph, unsigned grainSize, unsigned minElementsPerTile,
               bool extendPartialUsage = false, MappingMethod mappingMethod = MappingMethod::None);
  /// resolve, then sets the mapping of all elements that have a user.
  void mapTensorsByUse(poplar::Graph &graph, unsigned grainSize, unsigned minElementsPerTile,
                       bool extendPartialUsage = false,
                       MappingMethod mappingMethod = MappingMethod::None);
  bool empty() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether any line of elements along the dimension lies on more than one tile (IPU).
POPLAR_EMU_EXPORT bool dimIsSplitOverTiles(const poplar::Graph &graph, const poplar::Tensor &t,
                                           unsigned dimension);
POPLAR_EMU_EXPORT bool dimIsSplitOverIPUs(const poplar::Graph &graph, const poplar::Tensor &t,
                                          unsigned dimension);

/// Partition `tile` of a linear mapping to the tile that holds it, and back.
POPLAR_EMU_EXPORT unsigned transformTileIndex(unsigned tile, unsigned numTiles, unsigned offset,
                                              bool ascending);
POPLAR_EMU_EXPORT unsigned invTransformTileIndex(unsigned tile, unsigned numTiles, unsigned offset,
                                                 bool ascending);

} // namespace poputil

#endif
