// SPDX-License-Identifier: MIT
// poplar::DeviceManager: stateless, so that it can be used at any time and from any thread.
#include "model/device/EmulatedSystem.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/DeviceManager.hpp>

namespace poplar {

using namespace poplar_emu;
using poplar_emu::model::EmulatedSystem;
using poplar_emu::model::IpuRange;

namespace {

void requireId(const EmulatedSystem &system, unsigned id) {
  if (id < system.devices.size()) return;
  Diagnostic diagnostic(Code::PE0706, "there is no device {}", id);
  if (system.devices.empty())
    diagnostic.note("POPLAR_EMU_DEVICES says that there are no IPUs");
  else
    diagnostic.note("ids of devices: 0 to {}", system.devices.size() - 1);
  diagnostic.raise();
}

} // namespace

DeviceManager::DeviceManager() = default;
DeviceManager::DeviceManager(const DeviceManager &) = default;
DeviceManager::DeviceManager(DeviceManager &&) noexcept = default;
DeviceManager &DeviceManager::operator=(const DeviceManager &) = default;
DeviceManager &DeviceManager::operator=(DeviceManager &&) noexcept = default;
DeviceManager::~DeviceManager() = default;

DeviceManager DeviceManager::createDeviceManager() {
  return DeviceManager();
}

std::size_t DeviceManager::getNumDevices() const {
  return model::emulatedSystem().devices.size();
}

std::vector<Device> DeviceManager::getDevices(const OptionFlags &options) const {
  const EmulatedSystem system = model::emulatedSystem();
  std::vector<Device> devices;
  for (unsigned id = 0; id < system.devices.size(); ++id)
    devices.push_back(system.device(id, options));
  return devices;
}

std::vector<Device> DeviceManager::getDevices(TargetType type, unsigned requiredNumIPUs,
                                              const OptionFlags &options) const {
  std::vector<Device> devices;
  if (type == TargetType::CPU && requiredNumIPUs > 0)
    devices.push_back(Device::createCPUDevice(requiredNumIPUs));
  if (type != TargetType::IPU) return devices;
  const EmulatedSystem system = model::emulatedSystem();
  for (unsigned id = 0; id < system.devices.size(); ++id)
    if (system.devices[id].count == requiredNumIPUs) devices.push_back(system.device(id, options));
  return devices;
}

Device DeviceManager::getDevice(unsigned deviceManagerId, const OptionFlags &options) const {
  const EmulatedSystem system = model::emulatedSystem();
  requireId(system, deviceManagerId);
  return system.device(deviceManagerId, options);
}

std::vector<unsigned> DeviceManager::getChildDeviceIds(unsigned parentId,
                                                       unsigned numChildIPUs) const {
  const EmulatedSystem system = model::emulatedSystem();
  requireId(system, parentId);
  const IpuRange parent = system.devices[parentId];
  std::vector<unsigned> children;
  for (unsigned id = 0; id < system.devices.size(); ++id) {
    const IpuRange child = system.devices[id];
    const bool isInside =
        child.first >= parent.first && child.first + child.count <= parent.first + parent.count;
    if (child.count == numChildIPUs && isInside) children.push_back(id);
  }
  return children;
}

} // namespace poplar
