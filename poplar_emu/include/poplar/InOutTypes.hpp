// SPDX-License-Identifier: MIT
// Input, Output, InOut: the fields of codelets that are connected to tensors.
#ifndef POPLAR_IN_OUT_TYPES_HPP
#define POPLAR_IN_OUT_TYPES_HPP

#include <poplar/QuarterFloat.hpp>
#include <poplar/VectorListTypes.hpp>
#include <poplar/VectorTypes.hpp>
#include <poplar_emu/device/ScalarEdge.hpp>

namespace poplar_emu {
namespace device {

template <class From, class To>
void copyElements(const From *from, To *to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    to[i] = from[i];
}

/// An edge to a vector is the vector, and `*f` and `f->` give the vector as well.
template <class V>
struct VectorEdge : V {
  typedef V EmuVector;
  V &operator*() { return *this; }
  const V &operator*() const { return *this; }
  V *operator->() { return this; }
  const V *operator->() const { return this; }
};

/// Rows can be assigned from rows of another direction: that copies elements.
template <class V>
struct WriteVectorEdge : VectorEdge<V> {
  template <class Other>
  void emuAssign(const VectorEdge<Other> &other) {
    copyElements(other.emuData, this->emuData,
                 other.emuSize < this->emuSize ? other.emuSize : this->emuSize);
  }
};

} // namespace device
} // namespace poplar_emu

namespace poplar {

/// Read by compute().
template <class T>
class Input : public poplar_emu::device::ReadEdge<T>,
              public poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T>::value> {
};

/// Written by compute(); elements that it does not write keep their value.
template <class T>
class Output : public poplar_emu::device::WriteEdge<T>,
               public poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T>::value> {
 public:
  template <class U>
  const Output &operator=(const U &value) const {
    *this->emuData = poplar_emu::device::unwrap(value);
    return *this;
  }
  Output() = default;
  Output(const Output &) = default;
  Output &operator=(const Output &) = default;
};

/// Read and written by compute().
template <class T>
class InOut : public poplar_emu::device::WriteEdge<T>,
              public poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T>::value> {
 public:
  template <class U>
  const InOut &operator=(const U &value) const {
    *this->emuData = poplar_emu::device::unwrap(value);
    return *this;
  }
  InOut() = default;
  InOut(const InOut &) = default;
  InOut &operator=(const InOut &) = default;
};

#ifdef POPLAR_EMU_STRICT_INPUTS
// Hides the accessors of the vector behind const ones.
template <class T, VectorLayout L, unsigned A, bool I>
class Input<Vector<T, L, A, I>> : public poplar_emu::device::VectorEdge<Vector<const T, L, A, I>> {
};
#else
template <class T, VectorLayout L, unsigned A, bool I>
class Input<Vector<T, L, A, I>> : public poplar_emu::device::VectorEdge<Vector<T, L, A, I>> {};
#endif

template <class T, VectorLayout L, unsigned A, bool I>
class Output<Vector<T, L, A, I>> : public poplar_emu::device::WriteVectorEdge<Vector<T, L, A, I>> {
 public:
  template <class Other>
  Output &operator=(const poplar_emu::device::VectorEdge<Other> &other) {
    this->emuAssign(other);
    return *this;
  }
  Output() = default;
  Output(const Output &) = default;
  Output &operator=(const Output &) = default;
};

template <class T, VectorLayout L, unsigned A, bool I>
class InOut<Vector<T, L, A, I>> : public poplar_emu::device::WriteVectorEdge<Vector<T, L, A, I>> {
 public:
  template <class Other>
  InOut &operator=(const poplar_emu::device::VectorEdge<Other> &other) {
    this->emuAssign(other);
    return *this;
  }
  InOut() = default;
  InOut(const InOut &) = default;
  InOut &operator=(const InOut &) = default;
};

template <class T, VectorListLayout L, unsigned A, bool I>
class Input<VectorList<T, L, A, I>>
    : public poplar_emu::device::VectorEdge<VectorList<T, L, A, I>> {};
template <class T, VectorListLayout L, unsigned A, bool I>
class Output<VectorList<T, L, A, I>>
    : public poplar_emu::device::VectorEdge<VectorList<T, L, A, I>> {};
template <class T, VectorListLayout L, unsigned A, bool I>
class InOut<VectorList<T, L, A, I>>
    : public poplar_emu::device::VectorEdge<VectorList<T, L, A, I>> {};

} // namespace poplar

namespace poplar_emu {
namespace device {

template <class T>
struct HoldsQuarter<poplar::Input<T>> : HoldsQuarter<T> {};
template <class T>
struct HoldsQuarter<poplar::Output<T>> : HoldsQuarter<T> {};
template <class T>
struct HoldsQuarter<poplar::InOut<T>> : HoldsQuarter<T> {};

} // namespace device
} // namespace poplar_emu

#endif
