// SPDX-License-Identifier: MIT
// Memory by tile and category, where things lie, and what lives when.
#include "page/Encode.hpp"
#include "page/sections/Sections.hpp"

#include <algorithm>
#include <iterator>

namespace poplar_emu::report {
namespace {

using pva::internal::ProfileMemory;
using pva::internal::TileMemory;

template <typename Get>
std::uint32_t row(Shared &shared, Get get) {
  std::vector<std::uint64_t> values;
  for (const TileMemory &tile : shared.profile.memory.tiles)
    values.push_back(get(tile));
  return shared.memory.keep(std::move(values));
}

nlohmann::json categories(Shared &shared) {
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t i = 0; i < kNumMemoryCategories; ++i) {
    std::uint64_t sum = 0;
    for (const TileMemory &tile : shared.profile.memory.tiles)
      sum += tile.bytes[i];
    if (sum == 0) continue;
    const auto category = static_cast<MemoryCategory>(i);
    list.push_back({{"id", i},
                    {"name", pva::internal::memoryCategoryName(category)},
                    {"bytes", sum},
                    {"row", row(shared, [i](const TileMemory &tile) { return tile.bytes[i]; })}});
  }
  return list;
}

nlohmann::json variables(Shared &shared) {
  Column name, type, elements, bytes, always;
  for (const pva::internal::VariableInfo &variable : shared.profile.variables) {
    name.add(shared.names(variable.name));
    type.add(shared.names(variable.type));
    elements.add(variable.numElements);
    bytes.add(variable.bytes);
    always.add(variable.alwaysLive ? 1 : 0);
  }
  return {{"name", name.text()},
          {"type", type.text()},
          {"elements", elements.text()},
          {"bytes", bytes.text()},
          {"alwaysLive", always.text()}};
}

nlohmann::json lowered(Shared &shared) {
  Column tile, offset, bytes, category, variable, name, always;
  std::size_t kept = 0;
  const auto &all = shared.profile.memory.lowered;
  for (const pva::internal::LoweredVariable &part : all) {
    if (tile.size() + offset.size() + bytes.size() + category.size() + variable.size() +
            name.size() + always.size() >=
        shared.budget.lowered)
      break;
    ++kept;
    tile.add(part.tile);
    offset.add(part.offset);
    bytes.add(part.bytes);
    category.add(static_cast<std::uint64_t>(part.category));
    variable.add(part.variable == pva::internal::kNone ? 0 : part.variable + 1ul);
    name.add(shared.names(part.name));
    always.add(part.alwaysLive ? 1 : 0);
  }
  return {{"tile", tile.text()},         {"offset", offset.text()},     {"bytes", bytes.text()},
          {"category", category.text()}, {"variable", variable.text()}, {"name", name.text()},
          {"alwaysLive", always.text()}, {"dropped", all.size() - kept}};
}

/// Variables of a step as those that were not live, and those that no longer are, at it.
nlohmann::json liveness(Shared &shared) {
  Column program, bytes, rows, numChanged, changed;
  std::vector<std::uint32_t> before;
  for (const pva::internal::LivenessStep &step : shared.profile.memory.liveness) {
    program.add(step.program == pva::internal::kNone ? 0 : step.program + 1ul);
    bytes.add(step.bytes);
    rows.add(shared.rows.keep({step.bytesByTile.begin(), step.bytesByTile.end()}));
    std::vector<std::uint32_t> now = step.variables, different;
    std::ranges::sort(now);
    std::ranges::set_symmetric_difference(before, now, std::back_inserter(different));
    numChanged.add(different.size());
    for (const std::uint32_t variable : different)
      changed.add(variable);
    before = std::move(now);
  }
  return {{"program", program.text()},
          {"bytes", bytes.text()},
          {"row", rows.text()},
          {"numChanged", numChanged.text()},
          {"changed", changed.text()}};
}

} // namespace

nlohmann::json memorySection(Shared &shared) {
  const ProfileMemory &memory = shared.profile.memory;
  Column fullest;
  for (const TileMemory &tile : memory.tiles)
    fullest.add(tile.fullestStep == pva::internal::kNone ? 0 : tile.fullestStep + 1ul);
  return {{"outOfMemory", memory.outOfMemory},
          {"categories", categories(shared)},
          {"alwaysLive", row(shared, [](const TileMemory &tile) { return tile.alwaysLive; })},
          {"notAlwaysLive", row(shared, [](const TileMemory &tile) { return tile.notAlwaysLive; })},
          {"gaps", row(shared, [](const TileMemory &tile) { return tile.gaps; })},
          {"total", row(shared, [](const TileMemory &tile) { return tile.includingGaps(); })},
          {"fullestStep", fullest.text()},
          {"variables", variables(shared)},
          {"lowered", lowered(shared)},
          {"liveness", liveness(shared)}};
}

} // namespace poplar_emu::report
