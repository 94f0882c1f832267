// SPDX-License-Identifier: MIT
// How the vectors of a codelet's fields are stored on the device.
#ifndef POPLAR_FIELD_TYPES_HPP
#define POPLAR_FIELD_TYPES_HPP

namespace poplar {

/// Storage of a Vector. The emulator keeps all as pointer and count; the layout decides the bytes
/// that a field costs, its largest size, and whether size() exists (SPAN and SHORT_SPAN only).
enum class VectorLayout : unsigned {
  NOT_A_VECTOR,
  SPAN,
  SHORT_SPAN,
  ONE_PTR,
  SCALED_PTR32,
  SCALED_PTR64,
  SCALED_PTR128,
  COMPACT_PTR
};

/// Storage of a VectorList. size() exists for the three delta layouts.
enum class VectorListLayout : unsigned {
  NOT_A_VECTOR,
  ONE_PTR,
  SCALED_PTR32,
  SCALED_PTR64,
  SCALED_PTR128,
  DELTAN,
  DELTANELEMENTS,
  COMPACT_DELTAN
};

} // namespace poplar

#endif
