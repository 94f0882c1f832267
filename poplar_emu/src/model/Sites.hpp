// SPDX-License-Identifier: MIT
// From poplar::SourceLocation to interned sites, for calls that are not in anybody's inner loop.
#pragma once

#include "support/SourceSite.hpp"

#include <poplar/DebugContext.hpp>

namespace poplar_emu::model {

inline SiteId siteOf(const poplar::SourceLocation &location) {
  return internSite(location.getFileName(), location.getLineNumber(), location.getFunctionName());
}

} // namespace poplar_emu::model
