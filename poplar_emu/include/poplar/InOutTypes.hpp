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
template <class V_>
struct VectorEdge : V_ {
  typedef V_ EmuVector;
  V_ &operator*() { return *this; }
  const V_ &operator*() const { return *this; }
  V_ *operator->() { return this; }
  const V_ *operator->() const { return this; }
};

/// Rows can be assigned from rows of another direction: that copies elements.
template <class V_>
struct WriteVectorEdge : VectorEdge<V_> {
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
template <class T_>
class Input : public poplar_emu::device::ReadEdge<T_>,
              public poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T_>::value> {
};

/// Written by compute(); elements that it does not write keep their value.
template <class T_>
class Output
    : public poplar_emu::device::WriteEdge<T_>,
      public poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T_>::value> {
 public:
  template <class U_>
  const Output &operator=(const U_ &value) const {
    *this->emuData = poplar_emu::device::unwrap(value);
    return *this;
  }
  Output() = default;
  Output(const Output &) = default;
  Output &operator=(const Output &) = default;
};

/// Read and written by compute().
template <class T_>
class InOut : public poplar_emu::device::WriteEdge<T_>,
              public poplar_emu::device::MetadataSlot<poplar_emu::device::HoldsQuarter<T_>::value> {
 public:
  template <class U_>
  const InOut &operator=(const U_ &value) const {
    *this->emuData = poplar_emu::device::unwrap(value);
    return *this;
  }
  InOut() = default;
  InOut(const InOut &) = default;
  InOut &operator=(const InOut &) = default;
};

#ifdef POPLAR_EMU_STRICT_INPUTS
// Hides the accessors of the vector behind const ones.
template <class T_, VectorLayout L_, unsigned A_, bool I_>
class Input<Vector<T_, L_, A_, I_>>
    : public poplar_emu::device::VectorEdge<Vector<const T_, L_, A_, I_>> {};
#else
template <class T_, VectorLayout L_, unsigned A_, bool I_>
class Input<Vector<T_, L_, A_, I_>>
    : public poplar_emu::device::VectorEdge<Vector<T_, L_, A_, I_>> {};
#endif

template <class T_, VectorLayout L_, unsigned A_, bool I_>
class Output<Vector<T_, L_, A_, I_>>
    : public poplar_emu::device::WriteVectorEdge<Vector<T_, L_, A_, I_>> {
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

template <class T_, VectorLayout L_, unsigned A_, bool I_>
class InOut<Vector<T_, L_, A_, I_>>
    : public poplar_emu::device::WriteVectorEdge<Vector<T_, L_, A_, I_>> {
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

template <class T_, VectorListLayout L_, unsigned A_, bool I_>
class Input<VectorList<T_, L_, A_, I_>>
    : public poplar_emu::device::VectorEdge<VectorList<T_, L_, A_, I_>> {};
template <class T_, VectorListLayout L_, unsigned A_, bool I_>
class Output<VectorList<T_, L_, A_, I_>>
    : public poplar_emu::device::VectorEdge<VectorList<T_, L_, A_, I_>> {};
template <class T_, VectorListLayout L_, unsigned A_, bool I_>
class InOut<VectorList<T_, L_, A_, I_>>
    : public poplar_emu::device::VectorEdge<VectorList<T_, L_, A_, I_>> {};

} // namespace poplar

namespace poplar_emu {
namespace device {

template <class T_>
struct HoldsQuarter<poplar::Input<T_>> : HoldsQuarter<T_> {};
template <class T_>
struct HoldsQuarter<poplar::Output<T_>> : HoldsQuarter<T_> {};
template <class T_>
struct HoldsQuarter<poplar::InOut<T_>> : HoldsQuarter<T_> {};

} // namespace device
} // namespace poplar_emu

#endif
