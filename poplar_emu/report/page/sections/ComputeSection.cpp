// SPDX-License-Identifier: MIT
// Vertex types, and compute sets with their vertices.
#include "page/Encode.hpp"
#include "page/sections/Sections.hpp"

namespace poplar_emu::report {

nlohmann::json computeSection(Shared &shared) {
  const pva::internal::Profile &profile = shared.profile;
  Column typeName, stateBytes, codeBytes;
  for (const pva::internal::VertexTypeInfo &type : profile.vertexTypes) {
    typeName.add(shared.names(type.name));
    stateBytes.add(type.stateBytes);
    codeBytes.add(type.codeBytes);
  }
  Column name, activeTiles, row, numTypes, vertexType, count, cycles;
  for (const pva::internal::ComputeSetInfo &set : profile.computeSets) {
    name.add(shared.names(set.name));
    activeTiles.add(set.activeTiles);
    row.add(shared.rows.view(set.estimatedCyclesByTile));
    numTypes.add(set.vertices.size());
    for (const pva::internal::VertexCount &vertices : set.vertices) {
      vertexType.add(vertices.type);
      count.add(vertices.count);
      cycles.add(vertices.estimatedCycles);
    }
  }
  return {{"types",
           {{"name", typeName.text()},
            {"stateBytes", stateBytes.text()},
            {"codeBytes", codeBytes.text()}}},
          {"sets",
           {{"name", name.text()},
            {"activeTiles", activeTiles.text()},
            {"row", row.text()},
            {"numTypes", numTypes.text()},
            {"type", vertexType.text()},
            {"count", count.text()},
            {"cycles", cycles.text()}}}};
}

} // namespace poplar_emu::report
