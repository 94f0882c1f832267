// SPDX-License-Identifier: MIT
// Runs the parts of the verifier.
#include "plan/Verify.hpp"

#include "plan/verify/Verifier.hpp"
#include "support/Diagnostic.hpp"

namespace poplar_emu::plan {

std::optional<std::string> findFault(const Plan &plan) {
  try {
    verifyMemory(plan);
    verifyComputes(plan);
    verifyTransfers(plan);
    verifyExchanges(plan);
    verifySequences(plan);
  } catch (Fault &fault) {
    return std::move(fault.text);
  }
  return std::nullopt;
}

void verify(const Plan &plan) {
  if (auto fault = findFault(plan))
    Diagnostic(Code::PE0001, "the compiler made an invalid plan: {}", *fault)
        .fix("this is a fault of the library, not of your program: please report it with the "
             "program")
        .raise();
}

} // namespace poplar_emu::plan
