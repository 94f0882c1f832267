// SPDX-License-Identifier: MIT
// The sum over all sequences.
#include "compile/memory/ProgramCode.hpp"

namespace poplar_emu::compile {

std::uint64_t programCode(const plan::Plan &plan) {
  std::uint64_t bytes = 0;
  for (const plan::Sequence &sequence : plan.sequences) {
    if (sequence.steps.empty()) continue;
    bytes += plan::kReturnCode;
    for (const plan::Step &step : sequence.steps)
      bytes += plan::controlCode(plan, step);
  }
  return bytes;
}

} // namespace poplar_emu::compile
