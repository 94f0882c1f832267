// SPDX-License-Identifier: MIT
// Puts the sections of a page's data together.
#include "page/PageData.hpp"

#include "page/advice/Advice.hpp"
#include "page/sections/Sections.hpp"

namespace poplar_emu::report {

nlohmann::json pageData(const pva::internal::Profile &profile, const Budget &budget) {
  const std::size_t tiles = profile.target.numIpus * profile.target.tilesPerIpu;
  Shared shared{profile, budget, {}, TileRows(tiles), TileRows(tiles)};
  nlohmann::json data = {{"format", 1},
                         {"target", targetSection(shared)},
                         {"programs", programSection(shared)},
                         {"compute", computeSection(shared)},
                         {"exchanges", exchangeSection(shared)},
                         {"memory", memorySection(shared)},
                         {"steps", stepSection(shared)},
                         {"advice", adviceJson(advise(profile))}};
  data["names"] = shared.names.list();
  data["rows"] = shared.rows.write(budget.tileRows);
  data["memoryRows"] = shared.memory.write(~std::size_t{0});
  return data;
}

} // namespace poplar_emu::report
