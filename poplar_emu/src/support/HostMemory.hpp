// SPDX-License-Identifier: MIT
// Results that do not fit into the memory of the host.
#pragma once

#include <cstdint>
#include <new>
#include <stdexcept>
#include <string_view>

namespace poplar_emu {

/// PE0407 unless `bytes` are less than the host's memory and the limit of the process. Catches what
/// could only end in std::bad_alloc, or with the machine out of memory.
void requireHostMemory(std::string_view what, std::uint64_t bytes);

/// PE0407: the host has no room for `what`.
[[noreturn]] void raiseHostMemory(std::string_view what);

/// Runs `f`; std::bad_alloc and std::length_error become PE0407.
template <class F>
auto inHostMemory(std::string_view what, F &&f) {
  try {
    return f();
  } catch (const std::bad_alloc &) {
    raiseHostMemory(what);
  } catch (const std::length_error &) {
    raiseHostMemory(what);
  }
}

} // namespace poplar_emu
