// SPDX-License-Identifier: MIT
// poplar::Vector: the one-dimensional fields of codelets.
#ifndef POPLAR_VECTOR_TYPES_HPP
#define POPLAR_VECTOR_TYPES_HPP

#include <poplar/FieldTypes.hpp>

#include <cstddef>

struct quarter;

namespace poplar_emu {
namespace device {

/// The host form of every vector field: pointer and count, whatever the layout.
template <class T, bool HasSize>
struct VectorStorage {
  T *emuData;
  std::size_t emuSize;

  T &operator[](std::size_t i) const { return emuData[i]; }
  T &operator*() const { return *emuData; }
};

template <class T>
struct VectorStorage<T, true> {
  T *emuData;
  std::size_t emuSize;

  T &operator[](std::size_t i) const { return emuData[i]; }
  T &operator*() const { return *emuData; }
  unsigned size() const { return static_cast<unsigned>(emuSize); }
  bool empty() const { return size() == 0; }
  T *data() const { return emuData; }
  T *begin() const { return emuData; }
  T *end() const { return emuData + size(); }
};

/// Whether elements or rows are quarters in the end; specialised beside each field type.
template <class T>
struct HoldsQuarter {
  static constexpr bool value = false;
};
template <>
struct HoldsQuarter<quarter> {
  static constexpr bool value = true;
};
template <class T>
struct HoldsQuarter<const T> : HoldsQuarter<T> {};

/// Behind pointer and count, and only for quarters: format and scale of the tensor that the field
/// is connected to. In tile memory, because programs may change it between two executions.
template <bool OfQuarters>
struct MetadataSlot {};
template <>
struct MetadataSlot<true> {
  const unsigned char *emuMetadata;
  const unsigned char *getMetadata() const { return emuMetadata; }
};

constexpr bool hasSize(poplar::VectorLayout layout) {
  return layout == poplar::VectorLayout::SPAN || layout == poplar::VectorLayout::SHORT_SPAN;
}

} // namespace device
} // namespace poplar_emu

namespace poplar {

/// A vector in tile memory; copies are handles to the same elements.
///  T           element type, or Input/Output/InOut of one for vectors of edges
///  MinAlign    alignment of the first element in bytes
///  Interleaved lies in interleaved memory on the device; no effect here
template <class T, VectorLayout L = VectorLayout::SPAN, unsigned MinAlign = alignof(T),
          bool Interleaved = false>
struct Vector : poplar_emu::device::VectorStorage<T, poplar_emu::device::hasSize(L)>,
                poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T>::value> {};

} // namespace poplar

namespace poplar_emu {
namespace device {

template <class T, poplar::VectorLayout L, unsigned A, bool I>
struct HoldsQuarter<poplar::Vector<T, L, A, I>> : HoldsQuarter<T> {};

} // namespace device
} // namespace poplar_emu

#endif
