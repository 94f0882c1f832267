// SPDX-License-Identifier: MIT
// The exception that popops and its companions throw.
#ifndef POPUTIL_EXCEPTIONS_HPP
#define POPUTIL_EXCEPTIONS_HPP

#include <poplar_emu/Export.hpp>

#include <stdexcept>
#include <string>

namespace poputil {

struct POPLAR_EMU_EXPORT poplibs_error : std::runtime_error {
  /// Name of the exception class.
  std::string type;
  explicit poplibs_error(const std::string &message);
  explicit poplibs_error(const char *message);
  poplibs_error(const poplibs_error &);
  ~poplibs_error() noexcept override;
};

} // namespace poputil

#endif
