// SPDX-License-Identifier: MIT
// Codes and places of run-time errors, and what helps after them.
#ifndef POPLAR_ERROR_HPP
#define POPLAR_ERROR_HPP

#include <poplar/StringRef.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <iosfwd>
#include <string>

namespace poplar {

/// What to do before a program can run again.
enum class RecoveryAction { IPU_RESET, LINK_RESET, PARTITION_RESET, FULL_RESET };

POPLAR_EMU_EXPORT std::string toString(RecoveryAction action);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, RecoveryAction action);

/// Causes of run-time errors.
enum class ErrorCode {
  NONE,
  UNKNOWN,
  TRAP,
  FLOATING_POINT_INVALID_OPERATION,
  FLOATING_POINT_DIVIDE_BY_ZERO,
  FLOATING_POINT_OVERFLOW,
  TILE_MEMORY_BANK_CONFLICT,
  INVALID_EXCHANGE_CONFIGURATION,
  INVALID_ADDRESS,
  INVALID_OPERAND,
  INVALID_PROGRAM_COUNTER,
  INVALID_INSTRUCTION,
  EXCHANGE_ERROR,
  MEMORY_ERROR,
  IPUSOFTERR,
  LINK_DOWN,
  HOST_LINK_DOWN,
  HOST_SYNC_TIMEOUT,
  IPU_MEMORY_FAILURE
};

POPLAR_EMU_EXPORT std::string errorCodeToString(ErrorCode code);
/// The code of that name; throws poplar_error for an unknown name.
POPLAR_EMU_EXPORT ErrorCode errorCodeFromString(StringRef name);

/// The tile on which an error happened.
struct ErrorLocation {
  ErrorLocation() : tile_(0) {}
  explicit ErrorLocation(unsigned tile) : tile_(tile) {}

  unsigned getTile() const { return tile_; }

  friend bool operator==(const ErrorLocation &a, const ErrorLocation &b) {
    return a.tile_ == b.tile_;
  }
  friend bool operator!=(const ErrorLocation &a, const ErrorLocation &b) { return !(a == b); }

 private:
  unsigned tile_;
};

struct ErrorLocationHash {
  std::size_t operator()(const ErrorLocation &location) const { return location.getTile(); }
};

} // namespace poplar

#endif
