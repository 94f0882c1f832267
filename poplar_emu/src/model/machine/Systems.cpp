// SPDX-License-Identifier: MIT
// Systems by name.
#include "model/cycles/Constants.hpp"
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>

namespace poplar_emu::model {
namespace {

std::optional<unsigned> numberAfter(std::string_view text, std::string_view prefix) {
  if (text.size() <= prefix.size()) return std::nullopt;
  for (std::size_t i = 0; i < prefix.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(text[i])) !=
        std::tolower(static_cast<unsigned char>(prefix[i])))
      return std::nullopt;
  text.remove_prefix(prefix.size());
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr unsigned kMaxIPUs = 65536;

} // namespace

NamedSystem systemOf(const std::string &name) {
  for (const char *architecture : {"ipu1", "ipu2", "ipu21"})
    if (name == architecture) return {architecture};
  const auto isSize = [](std::optional<unsigned> n) { return n && *n >= 1 && *n <= kMaxIPUs; };
  for (const char *prefix : {"IPU-POD", "IPU-M2000-", "POD"})
    if (const auto n = numberAfter(name, prefix); isSize(n)) return {"ipu2", *n};
  for (const char *prefix : {"Bow-POD", "Bow-", "BowPod"})
    if (const auto n = numberAfter(name, prefix); isSize(n)) return {"ipu2", *n, 0, kBowClock};
  if (const auto tiles = numberAfter(name, "_VIRTUAL_GRAPH_TEST_"); tiles && *tiles >= 1)
    return {"ipu2", 1, *tiles};
  Diagnostic(Code::PE0705, "no system is called '{}'", name)
      .note("known: ipu1, ipu2, ipu21, IPU-POD<n>, Bow-POD<n>")
      .fix("for a machine of your own, set the fields of poplar::IPUModel")
      .raise();
}

} // namespace poplar_emu::model
