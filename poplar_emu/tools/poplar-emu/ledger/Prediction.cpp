// SPDX-License-Identifier: MIT
// The cost formula of bulk-synchronous programs, and the machines that it is asked about.
#include "ledger/Prediction.hpp"

#include "model/cycles/Constants.hpp"

#include <poplar/IPUModel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <stdexcept>

namespace poplar_emu::tool {
namespace {

/// A generation as the emulator makes its devices.
BspMachine generation(const std::string &name) {
  const bool isBow = name == "bow";
  const poplar::IPUModel model(isBow ? "ipu2" : name.c_str());
  constexpr double kWordBytes = 4;
  return {name, kWordBytes / model.exchangeBytesPerCycle, std::nullopt,
          isBow ? model::kBowClock : model.tileClockFrequency,
          static_cast<double>(model.tilesPerIPU)};
}

double numberIn(const std::string &item, std::size_t from) {
  const std::string text = item.substr(from);
  std::size_t used = 0;
  double value = -1;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception &) {
    used = 0;
  }
  if (used == 0 || used != text.size() || !(value >= 0))
    throw std::invalid_argument(
        fmt::format("'{}' is no number of cycles in '{}'; write for example g=0.5", text, item));
  return value;
}

} // namespace

BspMachine machineOf(const pva::internal::Profile &profile) {
  BspMachine machine;
  machine.name = profile.target.architecture;
  machine.clockFrequency = profile.target.clockFrequency;
  machine.tilesPerIpu = static_cast<double>(profile.target.tilesPerIpu);
  return machine;
}

BspMachine whatIf(const BspMachine &machine, const std::string &what) {
  for (const char *name : {"ipu1", "ipu2", "ipu21", "bow"})
    if (what == name) return generation(what);
  BspMachine other = machine;
  other.name = what;
  std::istringstream items(what);
  for (std::string item; std::getline(items, item, ',');) {
    if (item.rfind("g=", 0) == 0)
      other.g = numberIn(item, 2);
    else if (item.rfind("l=", 0) == 0)
      other.l = numberIn(item, 2);
    else
      throw std::invalid_argument(
          fmt::format("--what-if does not know '{}'; it takes ipu1, ipu2, ipu21, bow, g=CYCLES A "
                      "WORD, l=CYCLES A SUPERSTEP, or both with a comma between",
                      item));
  }
  return other;
}

PredictedStep predict(const Superstep &superstep, const BspMachine &own, const BspMachine &other) {
  const auto executions = static_cast<double>(superstep.executions);
  const CycleParts &parts = superstep.parts;
  PredictedStep predicted;
  predicted.compute = static_cast<double>(parts.compute);
  if (own.tilesPerIpu > 0 && other.tilesPerIpu > 0)
    predicted.compute *= own.tilesPerIpu / other.tilesPerIpu;

  const auto exchanged = static_cast<double>(parts.exchange + parts.globalExchange);
  double fixed = 0;
  if (superstep.h) {
    const double words = executions * static_cast<double>(*superstep.h);
    predicted.exchange = words * other.g;
    fixed = std::max(exchanged - words * own.g, 0.0);
  } else {
    predicted.exchange = exchanged * other.g / own.g;
  }
  if (other.l)
    predicted.rest = *other.l * executions;
  else
    predicted.rest = fixed + static_cast<double>(parts.sync + parts.control);
  double host = static_cast<double>(parts.host);
  if (own.clockFrequency > 0 && other.clockFrequency > 0)
    host *= other.clockFrequency / own.clockFrequency;
  predicted.rest += host;
  return predicted;
}

} // namespace poplar_emu::tool
