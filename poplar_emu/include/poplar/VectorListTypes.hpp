// SPDX-License-Identifier: MIT
// poplar::VectorList: rows of different lengths behind one field.
#ifndef POPLAR_VECTOR_LIST_TYPES_HPP
#define POPLAR_VECTOR_LIST_TYPES_HPP

#include <poplar/VectorTypes.hpp>

namespace poplar_emu {
namespace device {

constexpr bool hasSize(poplar::VectorListLayout layout) {
  return layout == poplar::VectorListLayout::DELTAN ||
         layout == poplar::VectorListLayout::DELTANELEMENTS ||
         layout == poplar::VectorListLayout::COMPACT_DELTAN;
}

} // namespace device
} // namespace poplar_emu

namespace poplar {

template <class T_, VectorListLayout L_, unsigned MinAlign = alignof(T_), bool Interleaved = false>
struct VectorList
    : poplar_emu::device::VectorStorage<
          const Vector<T_,
                       poplar_emu::device::hasSize(L_) ? VectorLayout::SPAN : VectorLayout::ONE_PTR,
                       MinAlign, Interleaved>,
          poplar_emu::device::hasSize(L_)>,
      poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T_>::value> {};

} // namespace poplar

#endif
