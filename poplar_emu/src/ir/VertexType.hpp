// SPDX-License-Identifier: MIT
// What the graph knows of a codelet: its fields, their layout in host memory and on the device.
#pragma once

#include "support/ElementType.hpp"
#include "support/Ids.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::ir {

enum class VertexKind : std::uint8_t { Vertex, MultiVertex, SupervisorVertex, ExternalExchange };

/// The shape of a field's declaration.
enum class FieldKind : std::uint8_t {
  ScalarEdge,    ///< Input<T>
  VectorEdge,    ///< Input<Vector<T>>
  ScalarEdges,   ///< Vector<Input<T>>: every element connected on its own
  VectorEdges,   ///< Vector<Input<Vector<T>>>: rows of different lengths
  VectorList,    ///< Input<VectorList<T>>
  ScalarState,   ///< T
  VectorState,   ///< Vector<T>
  VectorOfState, ///< Vector<Vector<T>>
};

enum class Direction : std::uint8_t { None, In, Out, InOut };

/// How a vector is stored on the device; decides device bytes and the size limit, never the host
/// layout.
enum class VectorLayout : std::uint8_t {
  NotAVector,
  Span,
  ShortSpan,
  OnePtr,
  ScaledPtr32,
  ScaledPtr64,
  ScaledPtr128,
  CompactPtr,
  DeltaN,
  DeltaNElements,
  CompactDeltaN,
};

constexpr bool isEdge(FieldKind kind) {
  return kind <= FieldKind::VectorList;
}

/// Fields whose elements are connected or sized one by one: v["f"][i].
constexpr bool isIndexed(FieldKind kind) {
  return kind != FieldKind::ScalarEdge && kind != FieldKind::VectorEdge &&
         kind != FieldKind::ScalarState;
}

/// Two levels: rows of elements.
constexpr bool isTwoLevel(FieldKind kind) {
  return kind == FieldKind::VectorEdges || kind == FieldKind::VectorList ||
         kind == FieldKind::VectorOfState;
}

constexpr bool isWritten(Direction direction) {
  return direction == Direction::Out || direction == Direction::InOut;
}

/// Host layout: a scalar edge is a T*; a vector {T *data; size_t size}, whatever its device layout;
/// a two-level field {row *rows; size_t count} with rows of {T *data; size_t size} (or T* for
/// ScalarEdges); a scalar state the value itself. Edges and vectors of QUARTER, and their rows, end
/// with one more word: the address of the metadata.
struct FieldInfo {
  std::string name;
  FieldKind kind = FieldKind::ScalarState;
  Direction direction = Direction::None;
  ElementType type = ElementType::Invalid;
  VectorLayout layout = VectorLayout::NotAVector;      ///< of the innermost vector
  VectorLayout outerLayout = VectorLayout::NotAVector; ///< of the rows of two-level fields
  std::uint32_t minAlign = 0;                          ///< bytes, of each region
  std::uint32_t outerAlign = 0;                        ///< bytes, of the outer table
  bool interleaved = false;
  std::uint32_t hostOffset = 0; ///< bytes from the start of the instance
};

struct VertexType {
  std::string name; ///< canonical: "ns::Foo<float,true>"
  VertexKind kind = VertexKind::Vertex;
  std::vector<FieldInfo> fields;
  std::uint32_t hostSize = 0; ///< bytes of an instance on the host
  std::uint32_t hostAlign = 1;
  bool returnsBool = false;
  /// The code can see on which tile or worker it runs, prints, draws random numbers, reads the
  /// cycle counter or keeps per-tile statics. Plain arithmetic does not, and its batches may span
  /// tiles.
  bool usesContext = false;
  bool hasMutableStatics = false;
  bool hasHostCode = true; ///< false: its body does not compile for the host
  std::string whyNoHostCode;

  /// Index into fields, or -1.
  int fieldIndex(std::string_view fieldName) const {
    for (std::size_t i = 0; i < fields.size(); ++i)
      if (fields[i].name == fieldName) return static_cast<int>(i);
    return -1;
  }
};

} // namespace poplar_emu::ir
