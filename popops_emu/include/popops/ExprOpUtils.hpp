// SPDX-License-Identifier: MIT
// Names of the operations of expressions, for people and in vertex names.
#ifndef POPOPS_EXPR_OP_UTILS_HPP
#define POPOPS_EXPR_OP_UTILS_HPP

#include <poplar_emu/Export.hpp>
#include <popops/ExprOp.hpp>
#include <poputil/VertexTemplates.hpp>

#include <iosfwd>
#include <string>

namespace popops {
namespace expr {

/// "ADD", "SQUARE", ...
POPLAR_EMU_EXPORT std::string unaryOpTypeToString(UnaryOpType op);
POPLAR_EMU_EXPORT std::string binaryOpTypeToString(BinaryOpType op);
POPLAR_EMU_EXPORT std::string ternaryOpTypeToString(TernaryOpType op);

/// Open this namespace to write operations to streams by their names.
namespace ostream_ext {
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &os, const UnaryOpType op);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &os, const BinaryOpType op);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &os, const TernaryOpType op);
} // namespace ostream_ext

} // namespace expr
} // namespace popops

namespace poputil {

template <>
struct VertexTemplateToString<popops::expr::UnaryOpType> {
  static std::string to_string(const popops::expr::UnaryOpType &op) {
    return "popops::expr::UnaryOpType::" + popops::expr::unaryOpTypeToString(op);
  }
};
template <>
struct VertexTemplateToString<popops::expr::BinaryOpType> {
  static std::string to_string(const popops::expr::BinaryOpType &op) {
    return "popops::expr::BinaryOpType::" + popops::expr::binaryOpTypeToString(op);
  }
};
template <>
struct VertexTemplateToString<popops::expr::TernaryOpType> {
  static std::string to_string(const popops::expr::TernaryOpType &op) {
    return "popops::expr::TernaryOpType::" + popops::expr::ternaryOpTypeToString(op);
  }
};

} // namespace poputil

#endif
