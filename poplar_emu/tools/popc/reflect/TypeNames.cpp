// SPDX-License-Identifier: MIT
// Prints class names in the host's spelling.
#include "reflect/TypeNames.hpp"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/PrettyPrinter.h>

#include <llvm/ADT/SmallString.h>

#include <vector>

namespace poplar_emu::popc {
namespace {

using clang::TemplateArgument;

class NamePrinter {
 public:
  NamePrinter(const clang::ASTContext &context, EnumStyle style)
      : context_(context), style_(style) {}

  std::string record(const clang::RecordDecl &record) const {
    std::string name = scope(record.getDeclContext()) + record.getNameAsString();
    if (const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record))
      name += arguments(special->getTemplateArgs().asArray());
    return name;
  }

  std::string arguments(llvm::ArrayRef<TemplateArgument> list) const {
    std::string out;
    append(list, out);
    return "<" + out + ">";
  }

 private:
  void append(llvm::ArrayRef<TemplateArgument> list, std::string &out) const {
    for (const TemplateArgument &a : list) {
      if (a.getKind() == TemplateArgument::Pack) {
        append(a.pack_elements(), out);
        continue;
      }
      if (!out.empty()) out += ',';
      out += argument(a);
    }
  }

  std::string argument(const TemplateArgument &a) const {
    switch (a.getKind()) {
    case TemplateArgument::Type:
      return type(a.getAsType());
    case TemplateArgument::Integral:
      return integral(a.getAsIntegral(), a.getIntegralType());
    case TemplateArgument::Template:
      if (const clang::TemplateDecl *decl = a.getAsTemplate().getAsTemplateDecl())
        return scope(decl->getDeclContext()) + decl->getNameAsString();
      break;
    case TemplateArgument::NullPtr:
      return "nullptr";
    default:
      break;
    }
    std::string text;
    llvm::raw_string_ostream stream(text);
    a.print(policy(), stream, true);
    return tight(stream.str());
  }

  std::string integral(const llvm::APSInt &value, clang::QualType valueType) const {
    if (valueType->isBooleanType()) return value.getBoolValue() ? "true" : "false";
    if (const auto *enumType = valueType->getAs<clang::EnumType>();
        enumType && style_ != EnumStyle::Number) {
      const clang::EnumDecl *decl = enumType->getDecl();
      for (const clang::EnumConstantDecl *constant : decl->enumerators()) {
        if (!llvm::APSInt::isSameValue(constant->getInitVal(), value)) continue;
        std::string name = scope(decl->getDeclContext());
        if (decl->isScoped() || style_ == EnumStyle::WithEnumName)
          name += decl->getNameAsString() + "::";
        return name + constant->getNameAsString();
      }
    }
    llvm::SmallString<32> digits;
    value.toString(digits, 10);
    return std::string(digits);
  }

  std::string type(clang::QualType written) const {
    const clang::QualType canonical = written.getCanonicalType();
    const std::string prefix = std::string(canonical.isConstQualified() ? "const " : "") +
                               (canonical.isVolatileQualified() ? "volatile " : "");
    const clang::Type *t = canonical.getTypePtr();
    if (const auto *builtin = llvm::dyn_cast<clang::BuiltinType>(t)) {
      switch (builtin->getKind()) {
      case clang::BuiltinType::Float16:
        return prefix + "half";
      // 64-bit integers are long on the host only; the device calls them long long.
      case clang::BuiltinType::Long:
        return prefix + "long long";
      case clang::BuiltinType::ULong:
        return prefix + "unsigned long long";
      default:
        return prefix + builtin->getName(policy()).str();
      }
    }
    if (const auto *r = llvm::dyn_cast<clang::RecordType>(t)) return prefix + record(*r->getDecl());
    if (const auto *e = llvm::dyn_cast<clang::EnumType>(t))
      return prefix + scope(e->getDecl()->getDeclContext()) + e->getDecl()->getNameAsString();
    if (const auto *v = llvm::dyn_cast<clang::VectorType>(t))
      return prefix + vectorElement(v->getElementType()) + std::to_string(v->getNumElements());
    return tight(canonical.getAsString(policy()));
  }

  /// "float" of float2, "ushort" of ushort4.
  std::string vectorElement(clang::QualType element) const {
    std::string name = type(element);
    std::string out;
    if (name.starts_with("unsigned ")) name = "u" + name.substr(9);
    if (name.starts_with("signed ")) name = name.substr(7);
    for (const char c : name)
      if (c != ' ') out += c;
    return out;
  }

  std::string scope(const clang::DeclContext *context) const {
    std::string out;
    for (; context && !context->isTranslationUnit(); context = context->getParent()) {
      if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context)) {
        if (!space->isAnonymousNamespace() && !space->isInline())
          out.insert(0, space->getNameAsString() + "::");
      } else if (const auto *outer = llvm::dyn_cast<clang::RecordDecl>(context)) {
        return record(*outer) + "::" + out;
      }
    }
    return out;
  }

  clang::PrintingPolicy policy() const {
    clang::PrintingPolicy p(context_.getLangOpts());
    p.SuppressTagKeyword = true;
    p.FullyQualifiedName = true;
    p.SuppressUnwrittenScope = true;
    p.Bool = true;
    return p;
  }

  static std::string tight(const std::string &text) {
    std::string out;
    for (const char c : text) {
      if ((c == '*' || c == '&') && !out.empty() && out.back() == ' ') out.pop_back();
      if (c != ' ' || out.empty() || (out.back() != ',' && out.back() != '<')) out += c;
    }
    return out;
  }

  const clang::ASTContext &context_;
  EnumStyle style_;
};

} // namespace

std::string vertexName(const clang::ASTContext &context, const clang::CXXRecordDecl &record,
                       EnumStyle style) {
  return NamePrinter(context, style).record(record);
}

std::string nameAsWritten(const clang::ASTContext &context, const clang::CXXRecordDecl &record) {
  const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (!special) return {};
  const clang::ASTTemplateArgumentListInfo *written = special->getTemplateArgsAsWritten();
  const llvm::ArrayRef<TemplateArgument> all = special->getTemplateArgs().asArray();
  if (!written || written->NumTemplateArgs >= all.size()) return {};
  const NamePrinter printer(context, EnumStyle::Qualified);
  const std::string full = printer.record(record);
  std::string base = full.substr(0, full.size() - printer.arguments(all).size());
  if (written->NumTemplateArgs == 0) return base;
  return base + printer.arguments(all.take_front(written->NumTemplateArgs));
}

std::string cppName(const clang::ASTContext &context, const clang::CXXRecordDecl &record) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = true;
  policy.PrintCanonicalTypes = true;
  policy.SuppressUnwrittenScope = true;
  policy.Bool = true;
  return context.getTypeDeclType(&record).getCanonicalType().getAsString(policy);
}

} // namespace poplar_emu::popc
