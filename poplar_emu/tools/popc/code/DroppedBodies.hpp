// SPDX-License-Identifier: MIT
// Function bodies that only the device can run are emptied, one by one, so that the rest compiles.
#pragma once

#include "Collected.hpp"

#include <clang/AST/ASTContext.h>

#include <map>
#include <string>
#include <vector>

namespace poplar_emu::popc {

/// Text between the braces of one function body.
struct DroppedBody {
  std::string path;
  unsigned begin = 0, end = 0; ///< byte offsets in the file as it was compiled
  std::string function;        ///< "Foo::compute"
  std::string reason;          ///< the compiler's message
};

/// The bodies around the device-only errors. Empty if some error is an ordinary mistake: one that
/// lies outside of all such bodies.
std::vector<DroppedBody> findDroppedBodies(clang::ASTContext &context, const Collected &collected);

/// Replaces the bodies in `files` (read from disk if missing there) by a call that tells popc which
/// body is missing; `firstIndex` numbers them. Lines keep their numbers.
void dropBodies(const std::vector<DroppedBody> &bodies, int firstIndex,
                std::map<std::string, std::string> &files);

} // namespace poplar_emu::popc
