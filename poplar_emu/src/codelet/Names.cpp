// SPDX-License-Identifier: MIT
// Canonical spelling of vertex names.
#include "codelet/Names.hpp"

namespace poplar_emu::codelet {
namespace {

struct Spelling {
  std::string_view written, canonical;
};

// 64-bit integers are long long on the device; its long has 32 bits and no tensor type.
constexpr Spelling kSpellings[] = {
    {"unsigned", "unsigned int"},
    {"signed", "int"},
    {"signed int", "int"},
    {"short int", "short"},
    {"signed short", "short"},
    {"signed short int", "short"},
    {"unsigned short int", "unsigned short"},
    {"long", "long long"},
    {"long int", "long long"},
    {"long long int", "long long"},
    {"signed long long", "long long"},
    {"unsigned long", "unsigned long long"},
    {"unsigned long int", "unsigned long long"},
    {"unsigned long long int", "unsigned long long"},
    {"int8_t", "signed char"},
    {"uint8_t", "unsigned char"},
    {"int16_t", "short"},
    {"uint16_t", "unsigned short"},
    {"int32_t", "int"},
    {"uint32_t", "unsigned int"},
    {"int64_t", "long long"},
    {"uint64_t", "unsigned long long"},
    {"_Float16", "half"},
};

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

/// One name between separators: inner spaces single, none outside, known spellings replaced.
std::string canonicalToken(std::string_view token) {
  std::string out;
  for (const char c : token) {
    if (!isSpace(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (!out.empty() && out.back() == ' ')
    out.pop_back();
  for (const char sign : {'*', '&'})
    for (std::size_t at; (at = out.find(std::string(" ") + sign)) != std::string::npos;)
      out.erase(at, 1);
  if (out.starts_with("::")) out.erase(0, 2);
  const std::string_view bare = std::string_view(out).substr(out.starts_with("std::") ? 5 : 0);
  for (const Spelling &spelling : kSpellings)
    if (bare == spelling.written) return std::string(spelling.canonical);
  return out;
}

} // namespace

std::string canonicalName(std::string_view name) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const bool separator = i == name.size() || name[i] == '<' || name[i] == '>' || name[i] == ',';
    if (!separator) continue;
    out += canonicalToken(name.substr(begin, i - begin));
    if (i < name.size()) out += name[i];
    begin = i + 1;
  }
  return out;
}

} // namespace poplar_emu::codelet
