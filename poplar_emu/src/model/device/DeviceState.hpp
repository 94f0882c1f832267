// SPDX-License-Identifier: MIT
// What stands behind a poplar::Device.
#pragma once

#include <poplar/Device.hpp>
#include <poplar/Target.hpp>

#include <cstdint>
#include <memory>

namespace poplar_emu::model {

enum class DeviceKind : std::uint8_t {
  Cpu,
  Model,    ///< of poplar::IPUModel
  Emulated, ///< of the device manager: its IPUs are claimed by attach()
  Simulator,
};

/// IPUs of the emulated system that belong to a device.
struct IpuRange {
  unsigned first = 0;
  unsigned count = 0;
};

/// The claim of a device on its IPUs. Shared by all states that stand for the same device.
class Attachment {
 public:
  explicit Attachment(IpuRange ipus) : ipus_(ipus) {}
  ~Attachment() { release(); }
  Attachment(const Attachment &) = delete;
  Attachment &operator=(const Attachment &) = delete;

  /// False when another attachment of the process holds one of the IPUs. Thread-safe.
  bool acquire();
  void release();
  bool isHeld() const;
  IpuRange ipus() const { return ipus_; }

 private:
  IpuRange ipus_;
};

struct DeviceState {
  DeviceKind kind = DeviceKind::Cpu;
  unsigned id = 0;
  poplar::Target target;
  std::shared_ptr<Attachment> attachment; ///< of emulated devices
};

poplar::Device makeDevice(DeviceState state);
/// The state of a device; PE0215 for a null one.
const DeviceState &need(const poplar::Device &device);

} // namespace poplar_emu::model
