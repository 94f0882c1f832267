// SPDX-License-Identifier: MIT
// The program tree, with what each leaf cost over all its executions.
#include "page/sections/PartColumns.hpp"
#include "page/sections/Sections.hpp"

namespace poplar_emu::report {
namespace {

std::size_t orZero(std::uint32_t index) {
  return index == pva::internal::kNone ? 0 : index + 1ul;
}

nlohmann::json totals(const pva::internal::Profile &profile) {
  Column program, executions, thread, tile;
  PartColumns parts;
  for (const pva::internal::ProgramTotal &total : profile.totals) {
    program.add(total.program);
    executions.add(total.executions);
    thread.add(total.threadCycles);
    tile.add(total.tileCycles);
    parts.add(total.parts);
  }
  return {{"program", program.text()},
          {"executions", executions.text()},
          {"threadCycles", thread.text()},
          {"tileCycles", tile.text()},
          {"parts", parts.json()}};
}

} // namespace

nlohmann::json programSection(Shared &shared) {
  const pva::internal::Profile &profile = shared.profile;
  Column type, name, site, computeSet, exchange, repeats, numChildren, children, numIpus, ipus,
      onIoTiles;
  for (const pva::internal::ProgramInfo &program : profile.programs) {
    type.add(static_cast<std::uint64_t>(program.type));
    name.add(shared.names(program.name));
    site.add(shared.names(program.site));
    computeSet.add(orZero(program.computeSet));
    exchange.add(orZero(program.exchange));
    repeats.add(program.repeats);
    numChildren.add(program.children.size());
    for (const std::uint32_t child : program.children)
      children.add(child);
    onIoTiles.add(program.onIoTiles ? 1 : 0);
    numIpus.add(program.ipus.size());
    for (const std::uint32_t ipu : program.ipus)
      ipus.add(ipu);
  }
  return {{"type", type.text()},
          {"name", name.text()},
          {"site", site.text()},
          {"computeSet", computeSet.text()},
          {"exchange", exchange.text()},
          {"repeats", repeats.text()},
          {"numChildren", numChildren.text()},
          {"children", children.text()},
          {"numIpus", numIpus.text()},
          {"ipus", ipus.text()},
          {"onIoTiles", onIoTiles.text()},
          {"entries", profile.entries},
          {"totals", totals(profile)}};
}

} // namespace poplar_emu::report
