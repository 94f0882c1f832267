// SPDX-License-Identifier: MIT
// Lists what DeviceManager finds.
#include "info/Devices.hpp"

#include <poplar/Device.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Target.hpp>

#include <fmt/format.h>

#include <ostream>
#include <string>

namespace poplar_emu::tool {

void listDevices(std::ostream &out) {
  out << "Graphcore device listing (emulated):\n\n";
  for (const poplar::Device &device : poplar::DeviceManager().getDevices()) {
    const poplar::Target &target = device.getTarget();
    out << fmt::format("-+- Id: [{}], target: [{}], IPUs: [{}], architecture: [{}], tiles: [{}], "
                       "clock: [{:.2f} GHz]\n",
                       device.getId(), target.getNumIPUs() == 1 ? "Fabric" : "Multi IPU",
                       target.getNumIPUs(), std::string(target.getTargetArchString()),
                       target.getNumTiles(), target.getTileClockFrequency() / 1e9);
    if (target.getNumIPUs() == 1) continue;
    for (const unsigned ipu : device.getDriverIDs())
      out << fmt::format(" |--- Id: [{}]\n", ipu);
  }
}

} // namespace poplar_emu::tool
