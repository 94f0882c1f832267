// SPDX-License-Identifier: MIT
// Words for classes that look like vertices and are none.
#include "reflect/DroppedClasses.hpp"

#include "reflect/TypeNames.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <utility>

namespace poplar_emu::popc {
namespace {

using clang::CXXRecordDecl;

/// The class or, for a specialisation or an incomplete template argument list, the template.
const clang::Decl *declarationOf(clang::QualType type) {
  if (const auto *named = type->getAs<clang::TemplateSpecializationType>())
    if (const clang::TemplateDecl *declaration = named->getTemplateName().getAsTemplateDecl())
      return declaration->getCanonicalDecl();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (const auto *special = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record))
    return special->getSpecializedTemplate()->getCanonicalDecl();
  return record ? record->getCanonicalDecl() : nullptr;
}

/// Of the nearest function named compute in the class or its bases.
const clang::CXXMethodDecl *anyCompute(const CXXRecordDecl &record) {
  for (const clang::CXXMethodDecl *method : record.methods())
    if (method->getDeclName().isIdentifier() && method->getName() == "compute") return method;
  for (const clang::CXXBaseSpecifier &specifier : record.bases())
    if (const CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl())
      if (const auto *method = anyCompute(*base)) return method;
  return nullptr;
}

/// Reason and fix.
std::pair<std::string, std::string> explain(const CXXRecordDecl &record, ir::VertexKind kind) {
  const bool multi = kind == ir::VertexKind::MultiVertex;
  const std::string wanted = multi ? "bool compute(unsigned workerId)" : "bool compute()";
  const clang::CXXMethodDecl *compute = anyCompute(record);
  if (!compute) return {"it has no compute()", "give it '" + wanted + "'"};
  if (multi && compute->getNumParams() == 0)
    return {"its compute() takes no argument, but a MultiVertex gets the number of the worker",
            "declare '" + wanted + "', or derive the class from poplar::Vertex"};
  if (!multi && compute->getNumParams() == 1)
    return {"its compute() takes an argument, which only a MultiVertex gets",
            "declare '" + wanted + "', or derive the class from poplar::MultiVertex"};
  return {"its compute() takes " + std::to_string(compute->getNumParams()) + " arguments",
          "declare '" + wanted + "'"};
}

} // namespace

void DroppedClasses::noteBases(const CXXRecordDecl &record) {
  for (const clang::CXXBaseSpecifier &specifier : record.bases())
    if (const clang::Decl *base = declarationOf(specifier.getType())) bases_.push_back(base);
}

void DroppedClasses::addClass(const CXXRecordDecl &record, ir::VertexKind kind) {
  auto [reason, fix] = explain(record, kind);
  add(record, {vertexName(context_, record, EnumStyle::Qualified),
               {},
               std::move(reason),
               std::move(fix),
               false});
}

void DroppedClasses::addTemplate(const clang::ClassTemplateDecl &declaration) {
  std::string name = vertexName(context_, *declaration.getTemplatedDecl(), EnumStyle::Qualified);
  name = name.substr(0, name.find('<'));
  std::string arguments;
  for (const clang::NamedDecl *parameter : *declaration.getTemplateParameters()) {
    const bool isType = llvm::isa<clang::TemplateTypeParmDecl>(parameter);
    arguments += (arguments.empty() ? "" : ",") + std::string(isType ? "float" : "...");
  }
  add(declaration,
      {name,
       {},
       "it is a template that was never instantiated",
       "add 'template class " + name + "<" + arguments + ">;' to that file, behind the class",
       true});
}

void DroppedClasses::add(const clang::NamedDecl &declaration, codelet::DroppedClass dropped) {
  const clang::SourceManager &sources = context_.getSourceManager();
  const clang::SourceLocation location = sources.getExpansionLoc(declaration.getLocation());
  const clang::PresumedLoc place = sources.getPresumedLoc(location);
  if (place.isValid())
    dropped.place = std::string(place.getFilename()) + ":" + std::to_string(place.getLine());
  const clang::SourceLocation includer = sources.getIncludeLoc(sources.getFileID(location));
  // The glue is the main file; the source is what it includes.
  entries_.push_back(
      {declaration.getCanonicalDecl(), std::move(dropped), !sources.isInMainFile(includer)});
}

void DroppedClasses::finish(std::vector<codelet::DroppedClass> &dropped,
                            std::vector<std::string> &notes) const {
  for (const Entry &entry : entries_) {
    dropped.push_back(entry.dropped);
    const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(entry.declaration);
    const clang::Decl *key =
        special ? special->getSpecializedTemplate()->getCanonicalDecl() : entry.declaration;
    if (entry.inHeader || std::find(bases_.begin(), bases_.end(), key) != bases_.end()) continue;
    notes.push_back(entry.dropped.place + ": vertex class '" + entry.dropped.name +
                    "' is left out: " + entry.dropped.reason + "; " + entry.dropped.fix);
  }
}

} // namespace poplar_emu::popc
