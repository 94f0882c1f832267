// SPDX-License-Identifier: MIT
// From a translation unit to an object file, with our two passes in between.
#pragma once

#include "Options.hpp"
#include "Toolchain.hpp"
#include "code/BatchAnalysis.hpp"
#include "code/DroppedBodies.hpp"
#include "codelet/format/Unit.hpp"

#include <string>
#include <vector>

namespace poplar_emu::popc {

struct Generated {
  std::string code; ///< object file, assembly or IR
  BatchTable batches;
  codelet::StaticsInfo statics;
  std::string problem; ///< an error of our passes, or empty
};

/// On failure returns false; `dropped` then holds the bodies whose removal would help, if any.
bool generateCode(const CompileJob &job, const std::string &unitId, Product product,
                  Collected &collected, std::vector<Dependency> *dependencies, Generated &result,
                  std::vector<DroppedBody> &dropped);

/// Fills image.defined and image.undefined from image.object.
void listSymbols(codelet::Image &image);

} // namespace poplar_emu::popc
