// SPDX-License-Identifier: MIT
// The lines that the programs of an engine are said to come from.
#pragma once

#include <poplar/Engine.hpp>
#include <poplar/ProfileValue.hpp>

#include <set>
#include <string>

namespace poplar_emu::test {

/// "File.cpp:12", without folders, of all programs of the graph profile that have a line.
inline std::set<std::string> locationsOf(const poplar::Engine &engine) {
  std::set<std::string> locations;
  for (const poplar::ProfileValue &program : engine.getGraphProfile()["programs"].asVector()) {
    const poplar::ProfileValue *location = program.getOrNull("location");
    if (location == nullptr) continue;
    const std::string &text = location->asString();
    locations.insert(text.substr(text.rfind('/') + 1));
  }
  return locations;
}

} // namespace poplar_emu::test
