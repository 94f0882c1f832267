// SPDX-License-Identifier: MIT
// Looks at the fullest tile: over its budget, near it, or far from the average.
#include "page/advice/MemoryAdvice.hpp"

#include "page/Quantities.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poplar_emu::report {
namespace {

using pva::internal::TileMemory;

constexpr double kNearlyFull = 0.90;

MemoryCategory largestOf(const TileMemory &tile) {
  return static_cast<MemoryCategory>(std::ranges::max_element(tile.bytes) - tile.bytes.begin());
}

const char *remedy(MemoryCategory category) {
  switch (category) {
  case MemoryCategory::Variable:
  case MemoryCategory::Constant:
    return "Map large tensors to more tiles, use half, cut the batch, keep what is seldom used in "
           "remote buffers, and write temporaries before their first use so that they can share "
           "memory.";
  case MemoryCategory::VertexInstanceState:
  case MemoryCategory::VertexFieldData:
  case MemoryCategory::VectorListDescriptor:
    return "Use fewer, larger vertices (MultiVertex), and fields of fixed size.";
  case MemoryCategory::VertexCode:
    return "Use fewer vertex types on this tile.";
  case MemoryCategory::Stack:
    return "Use smaller local arrays in vertices.";
  default:
    return "Exchange larger contiguous regions in fewer copies, and repeat a program instead of "
           "adding it several times.";
  }
}

} // namespace

void memoryAdvice(const pva::internal::Profile &profile, std::vector<Advice> &list) {
  const std::vector<TileMemory> &tiles = profile.memory.tiles;
  if (tiles.empty()) return;
  const auto fullest = std::ranges::max_element(tiles, {}, &TileMemory::includingGaps);
  double sum = 0;
  for (const TileMemory &tile : tiles)
    sum += static_cast<double>(tile.includingGaps());
  const double mean = sum / static_cast<double>(tiles.size());
  const std::uint64_t most = fullest->includingGaps(), budget = profile.target.bytesPerTile;
  const auto worst = fullest - tiles.begin();
  const MemoryCategory category = largestOf(*fullest);
  const std::string contents =
      fmt::format(" Its largest part is {} with {}.", pva::internal::memoryCategoryName(category),
                  bytes(fullest->bytes[static_cast<std::size_t>(category)]));
  const double used = budget == 0 ? 0 : static_cast<double>(most) / static_cast<double>(budget);
  if (profile.memory.outOfMemory || used > 1) {
    const auto over = std::ranges::count_if(
        tiles, [&](const TileMemory &tile) { return tile.includingGaps() > budget; });
    list.push_back({Advice::Level::Problem, "memory", "The program does not fit",
                    fmt::format("Tile {} needs {} of {}; {} of {} tiles are over.", worst,
                                bytes(most), bytes(budget), grouped(over), grouped(tiles.size())) +
                        contents,
                    remedy(category), used});
  } else if (used >= kNearlyFull) {
    list.push_back({Advice::Level::Limit, "memory", "A tile is nearly full",
                    fmt::format("Tile {} uses {} of {} ({}); the average tile {}.", worst,
                                bytes(most), bytes(budget), percent(used), bytes(mean)) +
                        contents,
                    remedy(category), used});
  } else if (used >= 0.5 && static_cast<double>(most) > 2 * mean) {
    list.push_back(
        {Advice::Level::Hint, "memory", "Memory is spread unevenly",
         fmt::format("Tile {} uses {}, the average tile {}.", worst, bytes(most), bytes(mean)) +
             contents,
         remedy(category), 0});
  }
}

} // namespace poplar_emu::report
