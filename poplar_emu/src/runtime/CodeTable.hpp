// SPDX-License-Identifier: MIT
// The code of a plan's vertex types: all that the runtime ever sees of codelets.
#pragma once

#include <poplar_emu/device/Context.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace poplar_emu::runtime {

using TileContext = ::poplar_emu_TileContext;

/// Runs compute() of `count` instances and returns how many returned false (see
/// device/Context.hpp).
using BatchFunction = ::poplar_emu_BatchFunction;

/// Mutable static variables of all codelets of a graph, once per (engine, replica, tile): an image
/// of `bytes` bytes that context->statics points to while the tile's batches run.
struct StaticsCode {
  std::size_t bytes = 0; ///< 0: there are none, and nothing is paid
  std::size_t alignment = alignof(std::max_align_t);
  std::function<void(void *image)> initialise; ///< writes the image that load() gives each tile
};

struct VertexCode {
  BatchFunction batch = nullptr;
  /// Built so that floating-point flags are exact; used while floating-point exceptions are
  /// enabled. Null: `batch` is used, which may raise flags that the source does not.
  BatchFunction trapping = nullptr;
  /// Also writes TileContext::slots. Null: vertices without an estimate keep the default one.
  BatchFunction counting = nullptr;
};

struct CodeTable {
  std::vector<VertexCode> types; ///< by index into Plan::vertexTypes
  StaticsCode statics;
  std::shared_ptr<const void> owner; ///< keeps the code loaded
};

} // namespace poplar_emu::runtime
