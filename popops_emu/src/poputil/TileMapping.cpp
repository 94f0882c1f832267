// SPDX-License-Identifier: MIT
// Linear mappings, their balance, and dimensions that are split over tiles.
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

namespace poputil {

using poplar::Graph;
using poplar::Interval;
using poplar::Target;
using poplar::Tensor;
using Regions = std::vector<Interval>;

namespace {

// Fewer bytes a tile than these make a tensor's exchange cost more than its spreading saves.
constexpr std::size_t kMinBytesPerTile = 128;
constexpr std::size_t kOffsetSeed = 0x9e3779b9;

unsigned defaultMinElements(const Target &target, const poplar::Type &type) {
  const std::size_t size = target.getTypeSize(type);
  return static_cast<unsigned>((kMinBytesPerTile + size - 1) / size);
}

std::size_t volume(const std::vector<std::size_t> &shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

/// boost::hash_combine of Boost 1.56 to 1.80 on 64-bit machines. Mappings depend on it, so it must
/// not change with the Boost at hand.
std::size_t hashCombine(std::size_t hash, std::size_t value) {
  constexpr std::uint64_t kMultiplier = 0xc6a4a7935bd1e995ULL;
  value *= kMultiplier;
  value ^= value >> 47;
  value *= kMultiplier;
  hash ^= value;
  hash *= kMultiplier;
  return hash + 0xe6546b64;
}

} // namespace

unsigned transformTileIndex(unsigned tile, unsigned numTiles, unsigned offset, bool ascending) {
  const unsigned moved = static_cast<unsigned>((std::uint64_t{tile} + offset) % numTiles);
  return ascending ? moved : numTiles - 1 - moved;
}

unsigned invTransformTileIndex(unsigned tile, unsigned numTiles, unsigned offset, bool ascending) {
  const unsigned moved = ascending ? tile : numTiles - 1 - tile;
  return (moved + numTiles - offset % numTiles) % numTiles;
}

std::vector<Regions> calcLinearTileMapping(const Target &target, std::vector<std::size_t> shape,
                                           unsigned minElementsPerTile, unsigned grainSize,
                                           unsigned offset, bool ascendingOrder) {
  const unsigned numTiles = target.getNumTiles();
  const std::size_t elements = volume(shape);
  if (elements == 0) return {};
  std::vector<Regions> partitions =
      splitRegions({Interval(0, elements)}, grainSize, numTiles, minElementsPerTile);
  if (offset == 0 && ascendingOrder) return partitions;
  std::vector<Regions> mapping(numTiles);
  for (unsigned p = 0; p < partitions.size(); ++p)
    mapping[transformTileIndex(p, numTiles, offset, ascendingOrder)] = std::move(partitions[p]);
  return mapping;
}

std::vector<Regions> calcLinearTileMapping(const Graph &graph, std::vector<std::size_t> shape,
                                           unsigned minElementsPerTile, unsigned grainSize,
                                           unsigned offset, bool ascendingOrder) {
  return calcLinearTileMapping(graph.getTarget(), std::move(shape), minElementsPerTile, grainSize,
                               offset, ascendingOrder);
}

std::vector<Regions> calcLinearTileMapping(const Target &target,
                                           const std::vector<std::size_t> shape, poplar::Type type,
                                           unsigned offset, bool ascendingOrder) {
  return calcLinearTileMapping(target, shape, defaultMinElements(target, type),
                               target.getVectorWidth(type), offset, ascendingOrder);
}

std::vector<Regions> calcLinearTileMapping(const Graph &graph, const Tensor &t, unsigned offset,
                                           bool ascendingOrder) {
  return calcLinearTileMapping(graph.getTarget(), t.shape(), t.elementType(), offset,
                               ascendingOrder);
}

std::pair<Graph::TileToTensorMapping, unsigned>
calcLinearTileMappingAndNewOffset(const Graph &graph, const Tensor &t, unsigned offset) {
  auto mapping = calcLinearTileMapping(graph, t, offset);
  const auto used = std::count_if(mapping.begin(), mapping.end(),
                                  [](const Regions &regions) { return !regions.empty(); });
  const unsigned numTiles = graph.getTarget().getNumTiles();
  const auto next = (std::uint64_t{offset} + static_cast<std::uint64_t>(used)) % numTiles;
  return {std::move(mapping), static_cast<unsigned>(next)};
}

void mapTensorLinearlyWithOffset(Graph &graph, const Tensor &t, unsigned minElementsPerTile,
                                 unsigned grainSize, unsigned offset, bool ascendingOrder) {
  graph.setTileMapping(t, calcLinearTileMapping(graph, t.shape(), minElementsPerTile, grainSize,
                                                offset, ascendingOrder));
}

void mapTensorLinearlyWithOffset(Graph &graph, const Tensor &t, unsigned offset,
                                 bool ascendingOrder) {
  graph.setTileMapping(t, calcLinearTileMapping(graph, t, offset, ascendingOrder));
}

void mapTensorLinearly(Graph &graph, const Tensor &t, unsigned minElementsPerTile,
                       unsigned grainSize) {
  mapTensorLinearlyWithOffset(graph, t, minElementsPerTile, grainSize, 0);
}

void mapTensorLinearly(Graph &graph, const Tensor &t) {
  mapTensorLinearlyWithOffset(graph, t);
}

std::size_t chooseMappingOffset(std::size_t numTiles, const std::vector<std::size_t> &shape,
                                std::size_t seed) {
  if (numTiles == 0) throw poplibs_error("chooseMappingOffset: a target without tiles");
  return std::accumulate(shape.begin(), shape.end(), seed, hashCombine) % numTiles;
}

std::size_t chooseMappingOffset(std::size_t numTiles, const std::vector<std::size_t> &shape) {
  return chooseMappingOffset(numTiles, shape, kOffsetSeed);
}

unsigned getTileImbalance(const Graph::TileToTensorMapping &mapping, unsigned minElementsPerTile,
                          unsigned grainSize) {
  if (mapping.empty()) return 0;
  std::size_t most = 0, total = 0;
  for (const Regions &regions : mapping) {
    const std::size_t elements = intervalSequenceNumElements(regions);
    most = std::max(most, elements);
    total += elements;
  }
  const std::size_t even = (total + mapping.size() - 1) / mapping.size();
  const std::size_t fair = std::max<std::size_t>({even, minElementsPerTile, grainSize});
  return static_cast<unsigned>(most > fair ? most - fair : 0);
}

unsigned getTileImbalance(const Graph &graph, const Tensor &t, unsigned minElementsPerTile,
                          unsigned grainSize) {
  return getTileImbalance(graph.getTileMapping(t), minElementsPerTile, grainSize);
}

namespace {

/// Whether a run of `lineLength` elements is cut: mapping[place] holds the elements of each place.
bool cutsLines(Graph::TileToTensorMapping mapping, std::size_t lineLength) {
  mergeAdjacentRegions(mapping);
  for (const Regions &regions : mapping)
    for (const Interval &region : regions)
      if (region.begin() % lineLength != 0 || region.end() % lineLength != 0) return true;
  return false;
}

Graph::TileToTensorMapping mappingAlong(const Graph &graph, const Tensor &t, unsigned dimension) {
  if (dimension >= t.rank())
    throw poplibs_error("a tensor of rank " + std::to_string(t.rank()) + " has no dimension " +
                        std::to_string(dimension));
  return graph.getTileMapping(t.dimRoll(dimension, t.rank() - 1));
}

} // namespace

bool dimIsSplitOverTiles(const Graph &graph, const Tensor &t, unsigned dimension) {
  auto byTile = mappingAlong(graph, t, dimension);
  return cutsLines(std::move(byTile), t.dim(dimension));
}

bool dimIsSplitOverIPUs(const Graph &graph, const Tensor &t, unsigned dimension) {
  const Target &target = graph.getTarget();
  const auto byTile = mappingAlong(graph, t, dimension);
  Graph::TileToTensorMapping byIpu(target.getNumIPUs());
  for (unsigned tile = 0; tile < byTile.size(); ++tile) {
    Regions &regions = byIpu[tile / target.getTilesPerIPU()];
    regions.insert(regions.end(), byTile[tile].begin(), byTile[tile].end());
  }
  return cutsLines(std::move(byIpu), t.dim(dimension));
}

} // namespace poputil
