// SPDX-License-Identifier: MIT
// Lists the devices of the host.
#ifndef POPLAR_DEVICE_MANAGER_HPP
#define POPLAR_DEVICE_MANAGER_HPP

#include <poplar/Device.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/TargetType.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <vector>

namespace poplar {

/// The emulated devices: single IPUs first, then pairs, fours and so on. The environment variable
/// POPLAR_EMU_DEVICES ("64,ipu2") sets the number of IPUs and their architecture.
class POPLAR_EMU_EXPORT DeviceManager {
 public:
  DeviceManager();
  DeviceManager(const DeviceManager &);
  DeviceManager(DeviceManager &&) noexcept;
  DeviceManager &operator=(const DeviceManager &);
  DeviceManager &operator=(DeviceManager &&) noexcept;
  ~DeviceManager();

  static DeviceManager createDeviceManager();

  std::size_t getNumDevices() const;
  std::vector<Device> getDevices(const OptionFlags &options = {}) const;
  /// Devices of that type and number of IPUs; empty when there are none.
  std::vector<Device> getDevices(TargetType type, unsigned requiredNumIPUs,
                                 const OptionFlags &options = {}) const;
  /// Throws poplar_error for an unknown id.
  Device getDevice(unsigned deviceManagerId, const OptionFlags &options = {}) const;
  /// The devices of `numChildIPUs` IPUs that the IPUs of a larger device make up.
  std::vector<unsigned> getChildDeviceIds(unsigned parentId, unsigned numChildIPUs = 1) const;
};

} // namespace poplar

#endif
