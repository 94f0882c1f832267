// SPDX-License-Identifier: MIT
// Checks and results that single and multiple slices share.
#pragma once

#include "slice/Geometry.hpp"

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>

#include <string>

namespace popops::slice {

/// Fails unless there are `count` offsets of type UNSIGNED_INT or INT.
void checkOffsets(const std::string &operation, const poplar::Tensor &offsets, std::size_t count);

/// A new tensor [leading, slice shape] for `lookups` slices of t. Its type and metadata are t's.
poplar::Tensor addSlicesLike(poplar::Graph &graph, const poplar::Tensor &t,
                             const Geometry &geometry, std::size_t lookups, const Shape &leading,
                             const SliceOptions &options, const poplar::DebugContext &debugContext);

} // namespace popops::slice
