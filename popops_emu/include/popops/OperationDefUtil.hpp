// SPDX-License-Identifier: MIT
// Names of the operations of reductions in vertex names.
#ifndef POPOPS_OPERATION_DEF_UTIL_HPP
#define POPOPS_OPERATION_DEF_UTIL_HPP

#include <poplar_emu/Export.hpp>
#include <popops/OperationDef.hpp>
#include <poputil/VertexTemplates.hpp>

#include <string>

namespace popops {

/// "ADD", "SQUARE_ADD", ...
POPLAR_EMU_EXPORT std::string operationToString(Operation op);
/// "Add", "SquareAdd", ...
POPLAR_EMU_EXPORT std::string operationToCodeletName(Operation op);

} // namespace popops

namespace poputil {

/// "Add", "SquareAdd", ...
inline std::string asString(const popops::Operation &op) {
  return popops::operationToCodeletName(op);
}

template <>
struct VertexTemplateToString<popops::Operation> {
  static std::string to_string(const popops::Operation &op) {
    return "popops::Operation::" + popops::operationToString(op);
  }
};

} // namespace poputil

#endif
