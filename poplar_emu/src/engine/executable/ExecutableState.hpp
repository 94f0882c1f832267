// SPDX-License-Identifier: MIT
// What compilation leaves behind: enough to run without the graph, in this process or another.
#pragma once

#include "codelet/Bundle.hpp"
#include "plan/Plan.hpp"

#include <poplar/OptionFlags.hpp>
#include <poplar/Target.hpp>

#include <iosfwd>
#include <memory>

namespace poplar_emu::engine {

struct ExecutableState {
  plan::Plan plan;
  codelet::Bundle bundle; ///< entries' types are indices into plan.vertexTypes
  poplar::Target target;  ///< of all replicas together
  poplar::OptionFlags options;
};

/// Writes a self-contained file: plan, codelets with their sources, target, options, checksum.
/// Throws PE0803 when the stream fails.
void writeExecutable(const ExecutableState &executable, std::ostream &out);

/// Throws PE0801 (not an executable, truncated, corrupt) or PE0802 (another version).
enum class PackageCheck : bool { Skip, Check };
std::shared_ptr<const ExecutableState> readExecutable(std::istream &in, PackageCheck check);

} // namespace poplar_emu::engine
