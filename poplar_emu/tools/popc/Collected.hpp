// SPDX-License-Identifier: MIT
// Collects the compiler's diagnostics, formatted as clang prints them.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>

#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>
#include <vector>

namespace poplar_emu::popc {

struct Message {
  clang::DiagnosticsEngine::Level level;
  std::string headline; ///< the message alone
  std::string text;     ///< with place, source line and notes
  clang::SourceLocation location;
  bool deviceOnly = false; ///< what it complains about has a meaning on the device
};

class Collected : public clang::DiagnosticConsumer {
 public:
  /// Lines of `glueName` are left out of the "In file included from" chains.
  explicit Collected(std::string glueName);

  void BeginSourceFile(const clang::LangOptions &options, const clang::Preprocessor *pp) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

  bool hasErrors() const;
  const std::vector<Message> &messages() const { return messages_; }
  /// Everything from `least` up, as one text.
  std::string text(clang::DiagnosticsEngine::Level least) const;

 private:
  std::string withoutGlue(const std::string &text) const;

  std::string glueName_;
  std::vector<Message> messages_;
  std::string buffer_;
  std::unique_ptr<llvm::raw_string_ostream> stream_;
  std::unique_ptr<clang::TextDiagnosticPrinter> printer_;
};

} // namespace poplar_emu::popc
