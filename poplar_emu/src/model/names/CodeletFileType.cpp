// SPDX-License-Identifier: MIT
// Kinds of codelet files and their extensions.
#include <poplar/CodeletFileType.hpp>
#include <poplar/StringRef.hpp>

#include "support/Diagnostic.hpp"

#include <string_view>

namespace poplar {
namespace {

struct Row {
  CodeletFileType type;
  std::string_view extension;
  std::string_view language;
};

constexpr Row kRows[] = {
    {CodeletFileType::PreprocessedAsmSource, ".s", "assembler"},
    {CodeletFileType::AsmSource, ".S", "assembler-with-cpp"},
    {CodeletFileType::CSource, ".c", "c"},
    {CodeletFileType::CppSource, ".cpp", "c++"},
    {CodeletFileType::IrSource, ".ll", "ir"},
    {CodeletFileType::Object, ".gp", "none"},
};

constexpr Row kOtherExtensions[] = {
    {CodeletFileType::CppSource, ".cc", "c++"}, {CodeletFileType::CppSource, ".cxx", "c++"},
    {CodeletFileType::CppSource, ".C", "c++"},  {CodeletFileType::IrSource, ".bc", "ir"},
    {CodeletFileType::Object, ".o", "none"},
};

const Row &rowOf(CodeletFileType type, const char *wanted) {
  for (const Row &row : kRows)
    if (row.type == type) return row;
  poplar_emu::Diagnostic(poplar_emu::Code::PE0709, "CodeletFileType::Auto has no {}", wanted)
      .fix("ask getCodeletFileType(path) for the type first")
      .raise();
}

} // namespace

CodeletFileType getCodeletFileType(const char *path) {
  const StringRef text(path);
  std::string_view name(text.data(), text.size());
  name.remove_prefix(std::min(name.find_last_of('/') + 1, name.size()));
  const std::size_t dot = name.find_last_of('.');
  const std::string_view extension = dot == std::string_view::npos ? "" : name.substr(dot);
  for (const Row &row : kRows)
    if (row.extension == extension) return row.type;
  for (const Row &row : kOtherExtensions)
    if (row.extension == extension) return row.type;
  poplar_emu::Diagnostic(poplar_emu::Code::PE0709, "'{}' has no extension of a codelet file", path)
      .note("known extensions: .cpp .c .S .s .ll .gp")
      .fix("pass the CodeletFileType explicitly")
      .raise();
}

std::string getExtensionFromFileType(CodeletFileType type) {
  return std::string(rowOf(type, "extension").extension);
}

std::string getLanguageOption(CodeletFileType type) {
  return std::string(rowOf(type, "language").language);
}

} // namespace poplar
