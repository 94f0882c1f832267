// SPDX-License-Identifier: MIT
// Which engine is loaded on which device: loading another one ends the claim of the first.
#pragma once

namespace poplar_emu::engine {

/// One engine's claim. `device` is the identity of the device's state. Thread-safe.
class DeviceClaim {
 public:
  DeviceClaim() = default;
  ~DeviceClaim() { release(); }
  DeviceClaim(const DeviceClaim &) = delete;
  DeviceClaim &operator=(const DeviceClaim &) = delete;

  void take(const void *device);
  void release();
  bool isMine() const;

 private:
  const void *device_ = nullptr;
};

} // namespace poplar_emu::engine
