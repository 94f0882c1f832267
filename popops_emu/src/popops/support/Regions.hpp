// SPDX-License-Identifier: MIT
// Work on the elements of a result, tile by tile.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>

#include <functional>
#include <vector>

namespace popops::support {

/// Calls f(tile, parts) for each tile that has elements of tensors[0]; parts[i] has rank 1 and
/// holds the elements of tensors[i] that go with them, in the order of tensors[0] in memory. All
/// tensors have as many elements as the first.
void forEachTile(const poplar::Graph &graph, std::vector<poplar::Tensor> tensors,
                 const std::function<void(unsigned tile, std::vector<poplar::Tensor> &parts)> &f);

} // namespace popops::support
