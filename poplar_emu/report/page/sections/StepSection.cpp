// SPDX-License-Identifier: MIT
// Runs, their steps and blocks. Steps that differ in nothing but their time are one shape.
#include "page/sections/PartColumns.hpp"
#include "page/sections/Sections.hpp"

#include <map>
#include <tuple>
#include <vector>

namespace poplar_emu::report {
namespace {

nlohmann::json byIpu(const std::vector<CycleParts> &ipus) {
  nlohmann::json list = nlohmann::json::array();
  for (const CycleParts &parts : ipus)
    list.push_back(asArray(parts));
  return list;
}

nlohmann::json runs(const pva::internal::Profile &profile, Names &names) {
  nlohmann::json list = nlohmann::json::array();
  for (const pva::internal::RunInfo &run : profile.runs) {
    list.push_back({{"name", names(run.name)},
                    {"program", run.program},
                    {"microseconds", run.microseconds},
                    {"cycles", run.cycles},
                    {"firstStep", run.firstStep},
                    {"numSteps", run.numSteps},
                    {"partsByIpu", byIpu(run.partsByIpu)},
                    {"ioPartsByIpu", byIpu(run.ioPartsByIpu)}});
  }
  return list;
}

nlohmann::json blocks(const pva::internal::Profile &profile) {
  Column program, tile, from, length, kind;
  for (const pva::internal::BlockInfo &block : profile.blocks) {
    program.add(block.program);
    tile.add(block.tile);
    from.add(block.cyclesFrom);
    length.add(block.cyclesTo - block.cyclesFrom);
    kind.add(static_cast<std::uint64_t>(block.kind));
  }
  return {{"program", program.text()},
          {"tile", tile.text()},
          {"from", from.text()},
          {"length", length.text()},
          {"kind", kind.text()}};
}

} // namespace

nlohmann::json stepSection(Shared &shared) {
  const pva::internal::Profile &profile = shared.profile;
  using Shape = std::tuple<std::uint32_t, std::uint32_t, std::array<std::uint64_t, 6>>;
  std::map<Shape, std::uint64_t> shapes;
  Column program, rows, order, gap;
  PartColumns parts;
  std::uint64_t now = 0, kept = 0;
  for (const pva::internal::StepInfo &step : profile.steps) {
    if (order.size() + gap.size() >= shared.budget.steps) break;
    const std::uint32_t row = step.tileCycles == pva::internal::kNone
                                  ? 0
                                  : shared.rows.view(profile.tileCycles[step.tileCycles]);
    const auto [place, added] =
        shapes.emplace(Shape{step.program, row, asArray(step.parts)}, shapes.size());
    if (added) {
      program.add(step.program);
      rows.add(row);
      parts.add(step.parts);
    }
    order.add(place->second);
    gap.addSigned(static_cast<std::int64_t>(step.cyclesFrom - now));
    now = step.cyclesFrom + step.parts.total();
    ++kept;
  }
  return {{"shapes", {{"program", program.text()}, {"row", rows.text()}, {"parts", parts.json()}}},
          {"order", order.text()},
          {"gap", gap.text()},
          {"dropped", profile.stepsDropped + (profile.steps.size() - kept)},
          {"runs", runs(profile, shared.names)},
          {"blocks", blocks(profile)}};
}

} // namespace poplar_emu::report
