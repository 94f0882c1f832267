// SPDX-License-Identifier: MIT
// What supersteps would take on another machine: w + g h + l.
#pragma once

#include "ledger/Supersteps.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poplar_emu::tool {

/// The machine that a prediction is for.
struct BspMachine {
  std::string name;
  double g = 1;              ///< cycles a word
  std::optional<double> l;   ///< cycles a superstep; none: as the profile has it
  double clockFrequency = 0; ///< Hz
  double tilesPerIpu = 0;    ///< work is spread evenly over more or fewer tiles
};

/// The machine of the profile itself: g is one word in 4 bytes a cycle, l what is left over.
BspMachine machineOf(const pva::internal::Profile &profile);

/// `what`: "ipu1", "ipu2", "ipu21" or "bow", or numbers: "g=0.5", "l=100", "g=2,l=0". Throws
/// std::invalid_argument, naming what is known.
BspMachine whatIf(const BspMachine &machine, const std::string &what);

struct PredictedStep {
  double compute = 0, exchange = 0, rest = 0; ///< cycles of all executions: w, g h, l
  double total() const { return compute + exchange + rest; }
};

/// Supersteps whose h is unknown keep their modelled exchange. Transfers with the host take the
/// same time, not the same cycles.
PredictedStep predict(const Superstep &superstep, const BspMachine &own, const BspMachine &other);

} // namespace poplar_emu::tool
