// SPDX-License-Identifier: MIT
// Finds the user's names of a vertex from its batch.
#include "runtime/compute/VertexNames.hpp"

#include <fmt/format.h>

namespace poplar_emu::runtime {

std::string describeVertex(const plan::Plan &plan, const plan::ComputeStep &step,
                           const plan::Batch &batch, std::uint32_t instance,
                           std::uint32_t replica) {
  const std::size_t index = std::size_t{batch.firstVertex} + instance;
  std::string text;
  std::string id = "?";
  if (index < step.vertices.size()) {
    const plan::PlannedVertex &vertex = step.vertices[index];
    if (vertex.site < plan.sites.size() && !plan.sites[vertex.site].empty())
      text = plan.sites[vertex.site] + "   ";
    id = std::to_string(vertex.id);
  }
  text += fmt::format("{}#{} (tile {}, instance {}", plan.vertexTypes[batch.type].name, id,
                      batch.tile.value, instance);
  if (plan.machine.replicationFactor > 1) text += fmt::format(", replica {}", replica);
  return text + ')';
}

} // namespace poplar_emu::runtime
