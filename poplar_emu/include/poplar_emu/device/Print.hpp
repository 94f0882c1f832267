// SPDX-License-Identifier: MIT
// What stands behind printf in codelets.
#ifndef POPLAR_EMU_DEVICE_PRINT_HPP
#define POPLAR_EMU_DEVICE_PRINT_HPP

#include <poplar/HalfFloat.hpp>
#include <poplar_emu/device/Current.hpp>
#include <poplar_emu/device/ScalarEdge.hpp>

#include <stdarg.h>

namespace poplar_emu {
namespace device {

inline void printText(const char *text, size_t length) {
  TileContext &c = context();
  if (c.print) c.print(&c, text, length);
}

inline int printArguments(const char *format, va_list arguments) {
  char text[512];
  va_list again;
  va_copy(again, arguments);
  const int length = __builtin_vsnprintf(text, sizeof text, format, arguments);
  if (length > 0 && static_cast<size_t>(length) < sizeof text) {
    printText(text, static_cast<size_t>(length));
  } else if (length > 0) {
    char *const longText = static_cast<char *>(__builtin_alloca(static_cast<size_t>(length) + 1));
    __builtin_vsnprintf(longText, static_cast<size_t>(length) + 1, format, again);
    printText(longText, static_cast<size_t>(length));
  }
  va_end(again);
  return length;
}

inline int print(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = printArguments(format, arguments);
  va_end(arguments);
  return length;
}

inline double printableValue(half value) {
  return static_cast<double>(value);
}
inline double printableValue(float value) {
  return static_cast<double>(value);
}
template <class T_>
const T_ &printableValue(const T_ &value) {
  return value;
}
template <class T_>
auto printable(const T_ &value) -> decltype(printableValue(unwrap(value))) {
  return printableValue(unwrap(value));
}
// String literals and character arrays go as pointers.
template <size_t N_>
const char *printable(const char (&text)[N_]) {
  return text;
}

} // namespace device
} // namespace poplar_emu

#endif
