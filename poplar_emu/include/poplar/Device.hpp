// SPDX-License-Identifier: MIT
// A machine that programs can be loaded onto.
#ifndef POPLAR_DEVICE_HPP
#define POPLAR_DEVICE_HPP

#include <poplar/IPUAttributes.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Target.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace poplar {

/// A device. A default-constructed one is null; everything but assignment throws on it.
class POPLAR_EMU_EXPORT Device {
 public:
  Device();
  Device(Device &&) noexcept;
  Device(const Device &) = delete;
  Device &operator=(Device &&) noexcept;
  Device &operator=(const Device &) = delete;
  virtual ~Device();

  unsigned getId() const;
  const Target &getTarget() const;

  /// Claims the device for this process; false when one of its IPUs is in use.
  bool attach() const;
  bool isAttached() const;
  void detach() const;

  /// Throws poplar_error when the device is no attached IPU device.
  void getDriverVersion(unsigned &major, unsigned &minor, unsigned &point) const;
  /// Throws poplar_error when the device is no attached IPU device.
  bool supportsRemoteBuffers() const;
  bool hasGateway() const;
  std::map<std::string, std::string> getAttributes() const;
  std::string getAttribute(IPUAttributes::AttributeId attribute) const;
  /// Processors of the host, one list a NUMA node.
  std::vector<std::vector<int>> getNumaTopology() const;
  std::vector<int> getNumaNodesUsedForIPUs() const;
  std::vector<unsigned> getDriverIDs() const;
  void reset() const;

  /// The same device with fewer tiles an IPU. This one becomes null.
  Device createVirtualDevice(unsigned tilesPerIPU);

  static Device createCPUDevice(unsigned numIPUs = 1);
  static Device createSimulatorDevice(const Target &target, const OptionFlags &options = {});

  // Old members.
  void temporarilyDetach() const;
  bool supportsGraphStreaming() const;

 private:
  friend struct poplar_emu::api::Access;
  friend struct poplar_emu::model::Access;

  std::shared_ptr<poplar_emu::model::DeviceState> state_;
};

} // namespace poplar

#endif
