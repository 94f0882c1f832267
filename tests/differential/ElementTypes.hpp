// SPDX-License-Identifier: MIT
// The element types of the differential test, and numbers in their device form.
#pragma once

#include <poplar/Target.hpp>
#include <poplar/Type.hpp>

#include <cstring>
#include <vector>

namespace differential {

struct ElementType {
  poplar::Type type;
  const char *name;
  std::size_t bytes;
};

inline const std::vector<ElementType> &elementTypes() {
  static const std::vector<ElementType> types = {{poplar::INT, "int", 4},
                                                 {poplar::FLOAT, "float", 4},
                                                 {poplar::HALF, "half", 2},
                                                 {poplar::UNSIGNED_SHORT, "unsigned short", 2},
                                                 {poplar::UNSIGNED_CHAR, "unsigned char", 1}};
  return types;
}

template <class T>
void putAll(const std::vector<unsigned> &values, std::vector<char> &bytes) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const T value = static_cast<T>(values[i]);
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
}

template <class T>
std::vector<unsigned> getAll(const std::vector<char> &bytes, std::size_t n) {
  std::vector<unsigned> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    values[i] = static_cast<unsigned>(value);
  }
  return values;
}

inline std::vector<char> toDevice(unsigned type, const std::vector<unsigned> &values) {
  std::vector<char> bytes(values.size() * elementTypes()[type].bytes);
  switch (type) {
  case 0:
    putAll<int>(values, bytes);
    break;
  case 1:
    putAll<float>(values, bytes);
    break;
  case 2:
    putAll<_Float16>(values, bytes);
    break;
  case 3:
    putAll<unsigned short>(values, bytes);
    break;
  default:
    putAll<unsigned char>(values, bytes);
  }
  return bytes;
}

inline std::vector<unsigned> fromDevice(unsigned type, const std::vector<char> &bytes,
                                        std::size_t n) {
  switch (type) {
  case 0:
    return getAll<int>(bytes, n);
  case 1:
    return getAll<float>(bytes, n);
  case 2:
    return getAll<_Float16>(bytes, n);
  case 3:
    return getAll<unsigned short>(bytes, n);
  default:
    return getAll<unsigned char>(bytes, n);
  }
}

} // namespace differential
