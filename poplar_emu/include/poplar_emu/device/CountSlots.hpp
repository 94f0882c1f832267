// SPDX-License-Identifier: MIT
// Measures one compute() in issue slots of a real IPU, in images that popc built with counters.
#ifndef POPLAR_EMU_DEVICE_COUNT_SLOTS_HPP
#define POPLAR_EMU_DEVICE_COUNT_SLOTS_HPP

#include <poplar_emu/device/Context.hpp>

#ifdef POPLAR_EMU_COUNT_SLOTS
extern "C" {
// Marks that popc replaces; no such functions exist.
void poplar_emu_countBegin(int isSupervisor);
uint64_t poplar_emu_countEnd(void);
}
#endif

namespace poplar_emu {
namespace device {

/// The slowest of the workers of one vertex. Nothing at all in ordinary images.
template <bool IsSupervisor>
class SlotMeter {
#ifdef POPLAR_EMU_COUNT_SLOTS
 public:
  void begin() { poplar_emu_countBegin(IsSupervisor); }
  void end() { include(poplar_emu_countEnd()); }
  void include(const SlotMeter &other) { include(other.most_); }
  void store(poplar_emu_TileContext &context, uint32_t instance) const {
    context.slots[instance] = most_;
  }

 private:
  void include(uint64_t slots) { most_ = slots > most_ ? slots : most_; }
  uint64_t most_ = 0;
#else
 public:
  void begin() {}
  void end() {}
  void include(const SlotMeter &) {}
  void store(poplar_emu_TileContext &, uint32_t) const {}
#endif
};

} // namespace device
} // namespace poplar_emu

#endif
