// SPDX-License-Identifier: MIT
// The process-wide table of claims.
#include "engine/DeviceClaims.hpp"

#include <map>
#include <mutex>

namespace poplar_emu::engine {
namespace {

struct Claims {
  std::mutex mutex;
  std::map<const void *, const DeviceClaim *> owners;
};

Claims &claims() {
  static Claims *instance = new Claims; // engines may be destroyed after static objects
  return *instance;
}

} // namespace

void DeviceClaim::take(const void *device) {
  if (device != device_) release();
  std::lock_guard lock(claims().mutex);
  device_ = device;
  claims().owners[device] = this;
}

void DeviceClaim::release() {
  if (!device_) return;
  std::lock_guard lock(claims().mutex);
  auto owner = claims().owners.find(device_);
  if (owner != claims().owners.end() && owner->second == this) claims().owners.erase(owner);
  device_ = nullptr;
}

bool DeviceClaim::isMine() const {
  if (!device_) return false;
  std::lock_guard lock(claims().mutex);
  auto owner = claims().owners.find(device_);
  return owner != claims().owners.end() && owner->second == this;
}

} // namespace poplar_emu::engine
