// SPDX-License-Identifier: MIT
// Collects diagnostics and tells device-only ones from mistakes.
#include "Collected.hpp"

#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticOptions.h>

#include <llvm/ADT/SmallString.h>

#include <string_view>

namespace poplar_emu::popc {
namespace {

/// Errors that a codelet gets only because the host is not the device: instructions, builtins of
/// the matrix unit, and addresses squeezed into 32 bits.
bool isDeviceOnly(unsigned id, std::string_view message) {
  const unsigned category = clang::DiagnosticIDs::getCategoryNumberForDiag(id);
  if (clang::DiagnosticIDs::getCategoryNameFromID(category) == "Inline Assembly Issue") return true;
  if (message.find("'__builtin_ipu_") != std::string_view::npos ||
      message.find("'__builtin_colossus_") != std::string_view::npos)
    return true;
  return message.find("cast from pointer to smaller type") != std::string_view::npos;
}

} // namespace

Collected::Collected(std::string glueName)
    : glueName_(std::move(glueName)), stream_(std::make_unique<llvm::raw_string_ostream>(buffer_)),
      printer_(std::make_unique<clang::TextDiagnosticPrinter>(*stream_,
                                                              new clang::DiagnosticOptions())) {}

void Collected::BeginSourceFile(const clang::LangOptions &options, const clang::Preprocessor *pp) {
  printer_->BeginSourceFile(options, pp);
}

void Collected::EndSourceFile() {
  printer_->EndSourceFile();
}

void Collected::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                 const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  llvm::SmallString<256> headline;
  info.FormatDiagnostic(headline);
  printer_->HandleDiagnostic(level, info);
  const std::string text = withoutGlue(buffer_);
  buffer_.clear();
  if (level == clang::DiagnosticsEngine::Note && !messages_.empty()) {
    messages_.back().text += text;
    return;
  }
  Message message{level, std::string(headline), text, info.getLocation(), false};
  if (level >= clang::DiagnosticsEngine::Error)
    message.deviceOnly = isDeviceOnly(info.getID(), message.headline);
  messages_.push_back(std::move(message));
}

bool Collected::hasErrors() const {
  for (const Message &message : messages_)
    if (message.level >= clang::DiagnosticsEngine::Error) return true;
  return false;
}

std::string Collected::text(clang::DiagnosticsEngine::Level least) const {
  std::string out;
  for (const Message &message : messages_)
    if (message.level >= least) out += message.text;
  return out;
}

std::string Collected::withoutGlue(const std::string &text) const {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find('\n', begin);
    end = end == std::string::npos ? text.size() : end + 1;
    const std::string_view line(text.data() + begin, end - begin);
    if (!line.starts_with("In file included from " + glueName_)) out += line;
    begin = end;
  }
  return out;
}

} // namespace poplar_emu::popc
