// SPDX-License-Identifier: MIT
// The few vertices that the library itself needs.
#pragma once

#include "api/GraphState.hpp"

#include <poplar/Graph.hpp>

namespace poplar_emu::api {

/// Vertex types of the built-in source. It is compiled (or found in the cache) when first needed.
inline constexpr const char *kCycleDifference = "poplar_emu_builtin::CycleDifference";
/// Followed by the type of the scale in angle brackets.
inline constexpr const char *kMakeMetadata = "poplar_emu_builtin::MakeMetadata";

void addBuiltinCodelets(const GraphState &graph, SiteId site);

} // namespace poplar_emu::api
