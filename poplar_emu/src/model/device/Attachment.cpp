// SPDX-License-Identifier: MIT
// The process-wide table of claimed IPUs.
#include "model/device/DeviceState.hpp"

#include <map>
#include <mutex>

namespace poplar_emu::model {
namespace {

struct Claims {
  std::mutex mutex;
  std::map<unsigned, const Attachment *> holders; ///< by IPU
};

Claims &claims() {
  static Claims *instance = new Claims; // devices in static storage may outlive everything else
  return *instance;
}

} // namespace

bool Attachment::acquire() {
  std::lock_guard lock(claims().mutex);
  auto &holders = claims().holders;
  for (unsigned ipu = ipus_.first; ipu < ipus_.first + ipus_.count; ++ipu) {
    const auto holder = holders.find(ipu);
    if (holder != holders.end() && holder->second != this) return false;
  }
  for (unsigned ipu = ipus_.first; ipu < ipus_.first + ipus_.count; ++ipu)
    holders[ipu] = this;
  return true;
}

void Attachment::release() {
  std::lock_guard lock(claims().mutex);
  std::erase_if(claims().holders, [this](const auto &claim) { return claim.second == this; });
}

bool Attachment::isHeld() const {
  std::lock_guard lock(claims().mutex);
  const auto holder = claims().holders.find(ipus_.first);
  return holder != claims().holders.end() && holder->second == this;
}

} // namespace poplar_emu::model
