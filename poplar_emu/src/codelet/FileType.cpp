// SPDX-License-Identifier: MIT
// The extensions of codelet files.
#include "codelet/FileType.hpp"

namespace poplar_emu::codelet {
namespace {

struct Row {
  std::string_view extension;
  FileType type;
};

constexpr Row kRows[] = {
    {"s", FileType::PreprocessedAsmSource},
    {"S", FileType::AsmSource},
    {"c", FileType::CSource},
    {"cpp", FileType::CppSource},
    {"cc", FileType::CppSource},
    {"cxx", FileType::CppSource},
    {"C", FileType::CppSource},
    {"hpp", FileType::CppSource},
    {"ll", FileType::IrSource},
    {"bc", FileType::IrSource},
    {"gp", FileType::Object},
    {"o", FileType::Object},
};

} // namespace

FileType fileTypeFromPath(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return FileType::Auto;
  for (const Row &row : kRows)
    if (row.extension == path.substr(dot + 1)) return row.type;
  return FileType::Auto;
}

} // namespace poplar_emu::codelet
