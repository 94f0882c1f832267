// SPDX-License-Identifier: MIT
// Names of classes and template arguments as the host spells them:
// "app::Apply<app::Op::ADD,float>".
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>

#include <string>

namespace poplar_emu::popc {

/// How enumerators in template arguments are written.
enum class EnumStyle {
  Qualified,    ///< as C++ needs it: scope::Enum::NAME, or scope::NAME for unscoped ones
  WithEnumName, ///< scope::Enum::NAME always
  Number,
};

/// Device names of types ("half", "unsigned int"), no spaces after commas, anonymous scopes left
/// out.
std::string vertexName(const clang::ASTContext &context, const clang::CXXRecordDecl &record,
                       EnumStyle style);

/// The class's name with only the template arguments that the user wrote, the rest being defaults.
/// Empty if all were written.
std::string nameAsWritten(const clang::ASTContext &context, const clang::CXXRecordDecl &record);

/// A spelling that names the class in C++ after the end of the source.
std::string cppName(const clang::ASTContext &context, const clang::CXXRecordDecl &record);

} // namespace poplar_emu::popc
