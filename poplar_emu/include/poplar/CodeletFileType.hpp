// SPDX-License-Identifier: MIT
// Kinds of codelet files.
#ifndef POPLAR_CODELET_FILE_TYPE_HPP
#define POPLAR_CODELET_FILE_TYPE_HPP

#include <poplar_emu/Export.hpp>

#include <string>

namespace poplar {

/// Auto stands for the type that the file's extension names.
enum class CodeletFileType {
  PreprocessedAsmSource,
  AsmSource,
  CSource,
  CppSource,
  IrSource,
  Object,
  Auto
};

/// The type that the extension of a path names; throws poplar_error for an unknown one.
POPLAR_EMU_EXPORT CodeletFileType getCodeletFileType(const char *path);
/// The extension, with its dot.
POPLAR_EMU_EXPORT std::string getExtensionFromFileType(CodeletFileType type);
/// The value of the compiler's -x option.
POPLAR_EMU_EXPORT std::string getLanguageOption(CodeletFileType type);

} // namespace poplar

#endif
