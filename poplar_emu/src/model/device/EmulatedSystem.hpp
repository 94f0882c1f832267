// SPDX-License-Identifier: MIT
// The emulated system that the device manager shows.
#pragma once

#include "model/device/DeviceState.hpp"

#include <poplar/OptionFlags.hpp>

#include <string>
#include <vector>

namespace poplar_emu::model {

/// All devices: single IPUs first, then pairs, fours, ... of neighbouring IPUs.
///
///     8 IPUs:  ids 0..7   one IPU each
///              ids 8..11  {0,1} {2,3} {4,5} {6,7}
///              ids 12,13  {0..3} {4..7}
///              id  14     {0..7}
struct EmulatedSystem {
  std::string architecture;
  std::vector<IpuRange> devices; ///< by id

  poplar::Device device(unsigned id, const poplar::OptionFlags &options) const;
};

/// 64 IPUs of "ipu2", or what POPLAR_EMU_DEVICES ("64,ipu2") says. PE0702 for an illegal value.
EmulatedSystem emulatedSystem();

} // namespace poplar_emu::model
