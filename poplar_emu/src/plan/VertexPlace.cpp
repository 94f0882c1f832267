// SPDX-License-Identifier: MIT
// Looks a vertex up in the starts of tiles, and puts its names together.
#include "plan/VertexPlace.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poplar_emu::plan {

VertexPlace placeOf(const ComputeStep &step, const Batch &batch, std::uint32_t index) {
  const std::uint32_t vertex = batch.firstVertex + index;
  const auto next =
      std::upper_bound(step.tileStarts.begin(), step.tileStarts.end(), vertex,
                       [](std::uint32_t v, const TileStart &start) { return v < start.vertex; });
  VertexPlace place{batch.tile, index, batch.count - index};
  if (next != step.tileStarts.end() && next->vertex < batch.firstVertex + batch.count)
    place.following = next->vertex - vertex;
  if (next == step.tileStarts.begin() || std::prev(next)->vertex <= batch.firstVertex) return place;
  place.tile = std::prev(next)->tile;
  place.instance = vertex - std::prev(next)->vertex;
  return place;
}

std::string computeSetName(const ComputeStep &step) {
  return step.name.empty() ? fmt::format("compute set #{}", step.computeSet)
                           : fmt::format("compute set '{}'", step.name);
}

std::string describeVertex(const Plan &plan, const ComputeStep &step, const Batch &batch,
                           std::uint32_t index, std::uint32_t replica, std::string_view field) {
  std::string text;
  std::string id = "?";
  const std::size_t vertex = std::size_t{batch.firstVertex} + index;
  if (vertex < step.vertices.size()) {
    const PlannedVertex &planned = step.vertices[vertex];
    if (planned.site < plan.sites.size() && !plan.sites[planned.site].empty())
      text = plan.sites[planned.site] + "   ";
    id = std::to_string(planned.id);
  }
  const VertexPlace place = placeOf(step, batch, index);
  text += fmt::format("{}#{}{}{} (tile {}, instance {}", plan.vertexTypes[batch.type].name, id,
                      field.empty() ? "" : ".", field, place.tile.value, place.instance);
  if (plan.machine.replicationFactor > 1) text += fmt::format(", replica {}", replica);
  return text + ')';
}

} // namespace poplar_emu::plan
