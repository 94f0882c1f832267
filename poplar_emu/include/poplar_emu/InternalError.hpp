// SPDX-License-Identifier: MIT
// The exception that reports a fault of the library itself.
#ifndef POPLAR_EMU_INTERNAL_ERROR_HPP
#define POPLAR_EMU_INTERNAL_ERROR_HPP

#include <poplar_emu/Export.hpp>

#include <stdexcept>
#include <string>

namespace poplar_emu {

/// Thrown when the library finds its own state broken; never the fault of the user's program.
struct POPLAR_EMU_EXPORT internal_error : public std::logic_error {
  explicit internal_error(const std::string &message);
  internal_error(const internal_error &) = default;
  internal_error &operator=(const internal_error &) = default;
  ~internal_error() noexcept override;
};

} // namespace poplar_emu

#endif
