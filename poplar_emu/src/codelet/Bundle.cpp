// SPDX-License-Identifier: MIT
// Bundles to bytes and back.
#include "codelet/Bundle.hpp"

#include "codelet/format/GpFile.hpp"
#include "codelet/format/Serial.hpp"
#include "support/Diagnostic.hpp"

namespace poplar_emu::codelet {

std::string Bundle::serialise(std::uint32_t numWorkers) const {
  std::vector<Unit> kept;
  for (const auto &unit : units) {
    kept.push_back(*unit);
    std::erase_if(kept.back().images,
                  [&](const Image &image) { return image.key.numWorkers != numWorkers; });
  }
  std::vector<const Unit *> pointers;
  for (const Unit &unit : kept)
    pointers.push_back(&unit);
  ByteWriter out;
  out.text(writeGp(pointers));
  out.value(static_cast<std::uint32_t>(entries.size()));
  for (const BundleEntry &entry : entries) {
    out.value(entry.type.value);
    out.value(entry.unit);
    out.value(entry.vertex);
  }
  return out.take();
}

Bundle Bundle::deserialise(std::string_view bytes, const std::string &origin) {
  ByteReader in(bytes);
  GpContent content = readGp(in.view());
  std::string problem = content.problem;
  Bundle bundle;
  for (Unit &unit : content.units)
    bundle.units.push_back(std::make_shared<Unit>(std::move(unit)));
  bundle.entries.resize(in.count(12));
  for (BundleEntry &entry : bundle.entries) {
    entry.type.value = in.value<std::uint32_t>();
    entry.unit = in.value<std::uint32_t>();
    entry.vertex = in.value<std::uint32_t>();
    if (!in.ok() || entry.unit >= bundle.units.size() ||
        entry.vertex >= bundle.units[entry.unit]->vertices.size())
      problem = problem.empty() ? "damaged: its table of vertex types is inconsistent" : problem;
  }
  if (problem.empty() && (!in.ok() || !in.atEnd())) problem = "damaged: its codelets are cut short";
  if (!problem.empty())
    Diagnostic(Code::PE0303, "the codelets in '{}' cannot be loaded: {}", origin, problem).raise();
  return bundle;
}

} // namespace poplar_emu::codelet
