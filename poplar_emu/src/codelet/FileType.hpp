// SPDX-License-Identifier: MIT
// Kinds of codelet files, told apart by extension.
#pragma once

#include <cstdint>
#include <string_view>

namespace poplar_emu::codelet {

/// The same order as poplar::CodeletFileType.
enum class FileType : std::uint8_t {
  PreprocessedAsmSource,
  AsmSource,
  CSource,
  CppSource,
  IrSource,
  Object,
  Auto,
};

/// By extension: .s .S .c .cpp .ll .bc .gp and their like; Auto for anything else.
FileType fileTypeFromPath(std::string_view path);

} // namespace poplar_emu::codelet
