// SPDX-License-Identifier: MIT
// Compiles one source to a unit: reflection, glue, one image per worker count.
#pragma once

#include "Options.hpp"
#include "codelet/format/Unit.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace poplar_emu::popc {

/// Reads `path` and compiles it. Errors and warnings go to `output`; false on errors.
/// `dependencies` gets the absolute path of every file that was read.
bool compileSource(const std::string &path, const Options &options, codelet::Unit &unit,
                   std::vector<std::string> &dependencies, std::ostream &output);

/// Compiles the sources inside a unit again: for this CPU and the images that `options` asks for.
/// Images that exist for other keys are dropped.
bool rebuildUnit(codelet::Unit &unit, const Options &options,
                 std::vector<std::string> &dependencies, std::ostream &output);

/// Writes an object file, assembly or IR of one source.
bool compileToFile(const std::string &path, const Options &options, std::ostream &output);

} // namespace poplar_emu::popc
