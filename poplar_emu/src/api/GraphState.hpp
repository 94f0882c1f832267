// SPDX-License-Identifier: MIT
// What stands behind a poplar::Graph: the shared graph and the tiles that this view of it sees.
#pragma once

#include "api/GraphCore.hpp"
#include "api/VirtualTiles.hpp"

#include <poplar/Target.hpp>

#include <memory>

namespace poplar_emu::api {

struct GraphState {
  std::shared_ptr<GraphCore> core;
  VirtualTiles tiles;
  poplar::Target target; ///< of the view
};

} // namespace poplar_emu::api
