// SPDX-License-Identifier: MIT
// What each batch function can reach: the context, per-tile statics, bodies without host code.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>

namespace poplar_emu::popc {

struct BatchFacts {
  bool usesContext = false;
  bool usesStatics = false;
  int missingBody = -1; ///< argument of the poplar_emu_noHostCode call that it reaches, or -1
};

/// Keyed by the batch function's symbol.
using BatchTable = std::map<std::string, BatchFacts>;

/// Runs on optimised IR, where inlining has shown what is really called. Unknown callees count as
/// users of the context. Removes the call that publishes the context from batches that do not need
/// it.
BatchTable analyseBatches(llvm::Module &module, const llvm::TargetLibraryInfo &library);

} // namespace poplar_emu::popc
