// SPDX-License-Identifier: MIT
// The command line of popc.
#pragma once

#include "codelet/format/Unit.hpp"

#include <string>
#include <vector>

namespace poplar_emu::popc {

/// Where the tool chain stops.
enum class Product { Gp, Object, Assembly, Ir };

struct Options {
  std::vector<std::string> inputs;
  std::string output;
  std::vector<std::string> compilerFlags; ///< what popc passes on, in order
  Product product = Product::Gp;
  std::vector<std::string> targets;
  bool listTargets = false;
  bool version = false;
  bool strictInputs = false;

  // Used by the library, which runs popc for addCodelets.
  std::vector<unsigned> workers = {6, 1};
  /// What to compile for: the first entry for all worker counts, the others for the first count.
  std::vector<codelet::FloatExceptions> floatExceptions = {codelet::FloatExceptions::Off};
  codelet::SlotCounting slotCounting = codelet::SlotCounting::Off;
  std::string sanitizer;
  std::string cpu;          ///< that runs the code: see codelet/format/HostCpu.hpp
  std::string language;     ///< "c++", "c", "ir" or "device-only"; empty: by extension
  std::string sourceName;   ///< the name to show for a source that comes from a stream
  std::string dependencies; ///< file that receives the paths of all files read
  bool rebuild = false;     ///< the input is a .gp: compile its sources again for this host
};

/// Ends the process on --help and on errors of the command line.
Options parseCommandLine(int argc, char **argv);

} // namespace poplar_emu::popc
