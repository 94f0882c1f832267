// SPDX-License-Identifier: MIT
// Fields of vertices: resolving references, sizes, names for messages.
#pragma once

#include "api/GraphCore.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/DebugContext.hpp>
#include <poplar/GraphElements.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace poplar_emu::api {

/// A poplar::FieldRef taken apart, with what the vertex type says of the field.
struct Field {
  GraphCore &core;
  const ir::VertexType &type;
  const ir::FieldInfo &info;
  VertexId vertex;
  std::uint32_t field = 0;
  std::uint32_t index = ir::kNone; ///< row or element; kNone: the whole field
  SiteId site;                     ///< of the call that uses it

  bool isWhole() const { return index == ir::kNone; }
};

/// PE0215 for an empty reference or one of another graph, PE0210 for an index beyond the field's
/// known size.
Field resolve(GraphCore &core, const poplar::FieldRef &field, const char *what,
              const poplar::SourceLocation &loc);

/// "Stencil#17.rows[3]".
std::string describe(const Field &field);
/// "Input<Vector<float>>", as the codelet declares it.
std::string declarationOf(const ir::FieldInfo &info);

/// Number of elements or rows of the whole field, if it has been set or follows from what is
/// connected; 1 for scalars.
std::optional<std::size_t> sizeOf(const ir::VertexTable &table, const ir::FieldInfo &info,
                                  VertexId vertex, std::uint32_t field);
/// Elements of one row of a two-level field.
std::optional<std::size_t> rowSizeOf(const ir::VertexTable &table, VertexId vertex,
                                     std::uint32_t field, std::uint32_t row);

/// Records the size of an indexed field.
void setSize(const Field &field, std::size_t size);

/// The edge of exactly this field and index, if any.
const ir::Edge *findEdge(const Field &field);
/// Whether the field, an element of it, or the whole that it belongs to has an edge. Cost: the
/// edges of the vertex, but constant when elements are connected in ascending order.
bool isConnected(const Field &field);
/// To be called after an edge with an index was added.
void noteIndexedEdge(const Field &field);
/// The value of exactly this field and index.
ir::FieldValue *findValue(const Field &field);

/// PE0206, with the declaration and `why`.
template <class... Args>
[[noreturn]] void raiseMisuse(const Field &field, fmt::format_string<Args...> why, Args &&...args) {
  Diagnostic(Code::PE0206, "{}: {}", describe(field), fmt::format(why, std::forward<Args>(args)...))
      .at(field.site)
      .note("the field is declared as {}", declarationOf(field.info))
      .raise();
}

} // namespace poplar_emu::api
