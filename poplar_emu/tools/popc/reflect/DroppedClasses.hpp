// SPDX-License-Identifier: MIT
// Why a class that derives from a vertex class became no vertex type.
#pragma once

#include "codelet/format/Unit.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <string>
#include <vector>

namespace poplar_emu::popc {

/// Gathers them while the syntax tree is visited. A base class of others is none that somebody
/// misses, nor is one of a header: those are recorded without being mentioned.
class DroppedClasses {
 public:
  explicit DroppedClasses(const clang::ASTContext &context) : context_(context) {}

  /// To be called for each class, also for templates.
  void noteBases(const clang::CXXRecordDecl &record);
  /// `record` is a vertex of `kind` without the compute() that the kind needs.
  void addClass(const clang::CXXRecordDecl &record, ir::VertexKind kind);
  /// Of the template's specialisations, none is a vertex type.
  void addTemplate(const clang::ClassTemplateDecl &declaration);

  /// Records all in `dropped`, and in `notes` what to tell the user now.
  void finish(std::vector<codelet::DroppedClass> &dropped, std::vector<std::string> &notes) const;

 private:
  struct Entry {
    const clang::Decl *declaration;
    codelet::DroppedClass dropped;
    bool inHeader;
  };

  void add(const clang::NamedDecl &declaration, codelet::DroppedClass dropped);

  const clang::ASTContext &context_;
  std::vector<Entry> entries_;
  std::vector<const clang::Decl *> bases_; ///< canonical; templates as such
};

} // namespace poplar_emu::popc
