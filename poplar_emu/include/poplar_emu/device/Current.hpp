// SPDX-License-Identifier: MIT
// Access to the context of the batch that runs on this thread.
#ifndef POPLAR_EMU_DEVICE_CURRENT_HPP
#define POPLAR_EMU_DEVICE_CURRENT_HPP

#include <poplar_emu/device/Context.hpp>

extern "C" {
/// One per shared object of codelets and thread; batches of types that use it set it. popc finds
/// out which types do by looking for uses of this name.
__attribute__((weak,
               visibility("hidden"))) __thread poplar_emu_TileContext *poplar_emu_tileContext = 0;
}

namespace poplar_emu {
namespace device {

typedef ::poplar_emu_TileContext TileContext;

inline TileContext &context() {
  return *poplar_emu_tileContext;
}

} // namespace device
} // namespace poplar_emu

#endif
