// SPDX-License-Identifier: MIT
// The table of codelet file kinds.
#include "codelet/FileType.hpp"

namespace poplar_emu::codelet {
namespace {

struct Row {
  FileType type;
  std::string_view extension, language;
};

constexpr Row kRows[] = {
    {FileType::PreprocessedAsmSource, "s", "assembler"},
    {FileType::AsmSource, "S", "assembler-with-cpp"},
    {FileType::CSource, "c", "c"},
    {FileType::CppSource, "cpp", "c++"},
    {FileType::IrSource, "ll", "ir"},
    {FileType::Object, "gp", ""},
};

} // namespace

FileType fileTypeFromPath(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return FileType::Auto;
  const std::string_view extension = path.substr(dot + 1);
  for (const Row &row : kRows)
    if (row.extension == extension) return row.type;
  if (extension == "bc") return FileType::IrSource;
  for (const std::string_view other : {"cc", "cxx", "C", "hpp"})
    if (extension == other) return FileType::CppSource;
  return extension == "o" ? FileType::Object : FileType::Auto;
}

std::string_view extensionOf(FileType type) {
  for (const Row &row : kRows)
    if (row.type == type) return row.extension;
  return {};
}

std::string_view languageOption(FileType type) {
  for (const Row &row : kRows)
    if (row.type == type) return row.language;
  return {};
}

} // namespace poplar_emu::codelet
