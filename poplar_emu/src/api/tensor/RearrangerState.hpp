// SPDX-License-Identifier: MIT
// What stands behind a poplar::TensorRearranger.
#pragma once

#include "view/Rearrange.hpp"

namespace poplar_emu::api {

struct RearrangerState {
  view::Rearranger rearranger;
};

} // namespace poplar_emu::api
