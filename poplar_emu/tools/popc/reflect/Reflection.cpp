// SPDX-License-Identifier: MIT
// Walks the classes of a translation unit and picks the vertices.
#include "reflect/Reflection.hpp"

#include "reflect/DroppedClasses.hpp"
#include "reflect/FieldReflection.hpp"
#include "reflect/TypeNames.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <bit>
#include <optional>

namespace poplar_emu::popc {
namespace {

using clang::CXXRecordDecl;

std::optional<ir::VertexKind> kindOfBase(const CXXRecordDecl &base) {
  const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(base.getDeclContext());
  if (!space || space->getName() != "poplar") return std::nullopt;
  if (base.getName() == "Vertex") return ir::VertexKind::Vertex;
  if (base.getName() == "MultiVertex") return ir::VertexKind::MultiVertex;
  if (base.getName() == "SupervisorVertex") return ir::VertexKind::SupervisorVertex;
  if (base.getName() == "ExternalExchangeVertex") return ir::VertexKind::ExternalExchange;
  return std::nullopt;
}

std::optional<ir::VertexKind> vertexKind(const CXXRecordDecl &record) {
  for (const clang::CXXBaseSpecifier &specifier : record.bases()) {
    const CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl();
    if (!base || !base->hasDefinition()) continue;
    if (const auto kind = kindOfBase(*base)) return kind;
    if (const auto kind = vertexKind(*base->getDefinition())) return kind;
  }
  return std::nullopt;
}

/// Vertices are ordinary classes, full specialisations and explicit instantiations.
bool isRegistered(const CXXRecordDecl &record) {
  switch (record.getTemplateSpecializationKind()) {
  case clang::TSK_Undeclared:
  case clang::TSK_ExplicitSpecialization:
  case clang::TSK_ExplicitInstantiationDefinition:
    return true;
  default:
    return false;
  }
}

const clang::CXXMethodDecl *findCompute(const CXXRecordDecl &record, unsigned numParameters) {
  for (const clang::CXXMethodDecl *method : record.methods())
    if (method->getDeclName().isIdentifier() && method->getName() == "compute" &&
        method->getNumParams() == numParameters)
      return method;
  for (const clang::CXXBaseSpecifier &specifier : record.bases())
    if (const CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl())
      if (const auto *method = findCompute(*base, numParameters)) return method;
  return nullptr;
}

bool hasBody(const clang::CXXMethodDecl &method) {
  if (method.isDefined()) return true;
  const clang::FunctionDecl *pattern = method.getTemplateInstantiationPattern();
  return pattern && pattern->isDefined();
}

class VertexVisitor : public clang::RecursiveASTVisitor<VertexVisitor> {
 public:
  VertexVisitor(clang::ASTContext &context, Reflected &result)
      : context_(context), result_(result), dropped_(context) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCXXRecordDecl(CXXRecordDecl *record) {
    if (!record->isThisDeclarationADefinition()) return true;
    dropped_.noteBases(*record);
    if (record->isDependentContext() || record->isLambda() || record->isInvalidDecl()) return true;
    if (context_.getSourceManager().isInSystemHeader(record->getLocation())) return true;
    const auto kind = vertexKind(*record);
    if (kind && isRegistered(*record)) add(*record, *kind);
    return true;
  }

  bool VisitClassTemplateDecl(clang::ClassTemplateDecl *declaration) {
    const CXXRecordDecl *pattern = declaration->getTemplatedDecl();
    if (!declaration->isThisDeclarationADefinition() || pattern->isInvalidDecl() ||
        declaration->getDeclContext()->isDependentContext() ||
        context_.getSourceManager().isInSystemHeader(declaration->getLocation()))
      return true;
    if (!vertexKind(*pattern)) return true;
    for (const clang::ClassTemplateSpecializationDecl *special : declaration->specializations())
      if (isRegistered(*special)) return true;
    dropped_.addTemplate(*declaration);
    return true;
  }

  void finish() { dropped_.finish(result_.dropped, result_.notes); }

 private:
  void add(const CXXRecordDecl &record, ir::VertexKind kind) {
    const auto *compute = findCompute(record, kind == ir::VertexKind::MultiVertex ? 1 : 0);
    // A class that others derive from may lack compute(); it is not a vertex by itself.
    if (!compute) return dropped_.addClass(record, kind);

    ReflectedVertex vertex;
    ir::VertexType &type = vertex.entry.type;
    type.name = vertexName(context_, record, EnumStyle::Qualified);
    type.kind = kind;
    type.returnsBool = !compute->getReturnType()->isVoidType();
    const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(&record);
    type.hostSize = static_cast<std::uint32_t>(layout.getSize().getQuantity());
    type.hostAlign = static_cast<std::uint32_t>(layout.getAlignment().getQuantity());
    vertex.cppName = cppName(context_, record);
    vertex.hasBody = hasBody(*compute);
    if (record.isPolymorphic())
      refuse(record.getLocation(),
             "Vertex '" + type.name + "' has virtual functions, which vertex state cannot hold",
             "leave out 'virtual'; a template parameter can choose among variants");
    addFields(record, type, 0);
    addAliases(record, vertex.entry);
    result_.vertices.push_back(std::move(vertex));
  }

  void addAliases(const CXXRecordDecl &record, codelet::VertexEntry &entry) {
    for (std::string alias :
         {vertexName(context_, record, EnumStyle::WithEnumName),
          vertexName(context_, record, EnumStyle::Number), nameAsWritten(context_, record)})
      if (!alias.empty() && alias != entry.type.name) entry.aliases.push_back(std::move(alias));
  }

  void addFields(const CXXRecordDecl &record, ir::VertexType &type, std::uint64_t baseOffset) {
    const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(&record);
    for (const clang::CXXBaseSpecifier &specifier : record.bases()) {
      const CXXRecordDecl *base = specifier.getType()->getAsCXXRecordDecl();
      if (!base || specifier.isVirtual()) continue;
      addFields(*base->getDefinition(), type,
                baseOffset +
                    static_cast<std::uint64_t>(layout.getBaseClassOffset(base).getQuantity()));
    }
    for (const clang::FieldDecl *member : record.fields())
      addField(*member, type, baseOffset + layout.getFieldOffset(member->getFieldIndex()) / 8);
  }

  void addField(const clang::FieldDecl &member, ir::VertexType &type, std::uint64_t offset) {
    const std::string fullName = "'" + type.name + "." + member.getNameAsString() + "'";
    if (member.hasInClassInitializer()) {
      refuse(member.getLocation(),
             "Field " + fullName + " has a default member initialiser, but vertices are not " +
                 "constructed",
             "leave the initialiser out and call graph.setInitialValue(vertex[\"" +
                 member.getNameAsString() + "\"], value) in the host program");
      return;
    }
    const auto field = member.isBitField() || member.getType().isVolatileQualified()
                           ? std::nullopt
                           : reflectFieldType(member.getType());
    if (!field) {
      clang::PrintingPolicy policy(context_.getLangOpts());
      policy.SuppressTagKeyword = true;
      refuse(member.getLocation(),
             "Field " + fullName + " has unsupported field type '" +
                 member.getType().getAsString(policy) +
                 (member.isBitField() ? "' (bit-field)" : "'"),
             "fields are Input, Output, InOut, Vector, VectorList and arithmetic types");
      return;
    }
    for (const VectorAlign &align : vectorAligns(member.getType()))
      checkAlign(align, member, fullName);
    type.fields.push_back(*field);
    type.fields.back().name = member.getNameAsString();
    type.fields.back().hostOffset = static_cast<std::uint32_t>(offset);
  }

  void checkAlign(const VectorAlign &align, const clang::FieldDecl &member,
                  const std::string &fullName) {
    // Pointers in the elements have other sizes on the device.
    const bool isPlain = align.element->isArithmeticType();
    const auto least =
        isPlain
            ? static_cast<std::uint32_t>(context_.getTypeAlignInChars(align.element).getQuantity())
            : 1;
    if (std::has_single_bit(align.minAlign) && align.minAlign >= least) return;
    refuse(member.getLocation(),
           "Field " + fullName + " has MinAlign " + std::to_string(align.minAlign) +
               (std::has_single_bit(align.minAlign)
                    ? ", less than the alignment of its elements, " + std::to_string(least)
                    : ", which is no power of two"),
           "MinAlign is a power of two of bytes, at least the alignment of the elements; it may be "
           "left out");
  }

  void refuse(clang::SourceLocation location, const std::string &message, const std::string &fix) {
    const clang::SourceManager &sources = context_.getSourceManager();
    const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(location));
    std::string line;
    if (place.isValid())
      line = std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) + ":" +
             std::to_string(place.getColumn()) + ": ";
    result_.errors.push_back(line + "error: [PE0304] " + message + "\nnote: " + fix);
  }

  clang::ASTContext &context_;
  Reflected &result_;
  DroppedClasses dropped_;
};

/// Collects the user's macros.
class MacroList : public clang::PPCallbacks {
 public:
  using Macros = std::vector<std::pair<std::string, const clang::MacroInfo *>>;

  MacroList(const clang::SourceManager &sources, Macros &macros)
      : sources_(sources), macros_(macros) {}

  void MacroDefined(const clang::Token &name, const clang::MacroDirective *directive) override {
    const clang::SourceLocation place = directive->getLocation();
    if (place.isInvalid() || sources_.isInSystemHeader(place) ||
        sources_.isWrittenInBuiltinFile(place))
      return;
    const llvm::StringRef text = name.getIdentifierInfo()->getName();
    // Ours, the compiler's, and what only it may define.
    if (!text.starts_with("POPLAR_EMU_") && !text.starts_with("_"))
      macros_.emplace_back(text, directive->getMacroInfo());
  }

 private:
  const clang::SourceManager &sources_;
  Macros &macros_;
};

class ReflectAction : public clang::ASTFrontendAction {
 public:
  explicit ReflectAction(Reflected &result) : result_(result) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<MacroList>(compiler.getSourceManager(), macros_));
    class Consumer : public clang::ASTConsumer {
     public:
      Consumer(Reflected &result, const MacroList::Macros &macros)
          : result_(result), macros_(macros) {}
      void HandleTranslationUnit(clang::ASTContext &context) override {
        if (context.getDiagnostics().hasErrorOccurred()) return;
        // Guards of headers stay: the glue may include a header once more, by another path.
        for (const auto &[name, info] : macros_)
          if (!info->isUsedForHeaderGuard()) result_.macros.push_back(name);
        VertexVisitor visitor(context, result_);
        visitor.TraverseDecl(context.getTranslationUnitDecl());
        visitor.finish();
      }

     private:
      Reflected &result_;
      const MacroList::Macros &macros_;
    };
    return std::make_unique<Consumer>(result_, macros_);
  }

 private:
  Reflected &result_;
  MacroList::Macros macros_;
};

} // namespace

bool reflect(const CompileJob &job, Collected &collected, std::vector<Dependency> &dependencies,
             Reflected &result) {
  ReflectAction action(result);
  return runFrontend(
      job, action, collected, &dependencies,
      [](clang::CompilerInstance &compiler, void *) {
        compiler.getFrontendOpts().SkipFunctionBodies = true;
      },
      nullptr);
}

} // namespace poplar_emu::popc
