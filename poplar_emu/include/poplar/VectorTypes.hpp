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
template <class T_, bool HasSize>
struct VectorStorage {
  T_ *emuData;
  std::size_t emuSize;

  T_ &operator[](std::size_t i) const { return emuData[i]; }
  T_ &operator*() const { return *emuData; }
};

template <class T_>
struct VectorStorage<T_, true> {
  T_ *emuData;
  std::size_t emuSize;

  T_ &operator[](std::size_t i) const { return emuData[i]; }
  T_ &operator*() const { return *emuData; }
  unsigned size() const { return static_cast<unsigned>(emuSize); }
  bool empty() const { return size() == 0; }
  T_ *data() const { return emuData; }
  T_ *begin() const { return emuData; }
  T_ *end() const { return emuData + size(); }
};

/// Whether elements or rows are quarters in the end; specialised beside each field type.
template <class T_>
struct HoldsQuarter {
  static constexpr bool value = false;
};
template <>
struct HoldsQuarter<quarter> {
  static constexpr bool value = true;
};
template <class T_>
struct HoldsQuarter<const T_> : HoldsQuarter<T_> {};

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
template <class T_, VectorLayout L_ = VectorLayout::SPAN, unsigned MinAlign = alignof(T_),
          bool Interleaved = false>
struct Vector : poplar_emu::device::VectorStorage<T_, poplar_emu::device::hasSize(L_)>,
                poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T_>::value> {};

} // namespace poplar

namespace poplar_emu {
namespace device {

template <class T_, poplar::VectorLayout L_, unsigned A_, bool I_>
struct HoldsQuarter<poplar::Vector<T_, L_, A_, I_>> : HoldsQuarter<T_> {};

} // namespace device
} // namespace poplar_emu

#endif
