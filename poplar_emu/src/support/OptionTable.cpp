// SPDX-License-Identifier: MIT
// Checks and reads options.
#include "support/OptionTable.hpp"

#include "support/Diagnostic.hpp"
#include "support/NearestName.hpp"
#include "support/Warning.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace poplar_emu {
namespace {

template <class Integer>
std::optional<Integer> parseInteger(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

std::optional<double> parseDecimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

std::vector<std::string> split(std::string_view words) {
  std::vector<std::string> result;
  while (!words.empty()) {
    const std::size_t bar = std::min(words.find('|'), words.size());
    result.emplace_back(words.substr(0, bar));
    words.remove_prefix(std::min(bar + 1, words.size()));
  }
  return result;
}

bool isLegal(const OptionSpec &spec, const std::string &value,
             const std::vector<std::string> &words) {
  if (std::find(words.begin(), words.end(), value) != words.end()) return true;
  switch (spec.kind) {
  case OptionKind::Bool:
    return value == "true" || value == "false";
  case OptionKind::Unsigned:
    return parseInteger<std::uint64_t>(value).has_value();
  case OptionKind::Signed:
    return parseInteger<std::int64_t>(value).has_value();
  case OptionKind::Decimal:
    return parseDecimal(value).has_value();
  case OptionKind::Choice:
    return false;
  case OptionKind::Text:
    return true;
  }
  return false;
}

std::string describe(const OptionSpec &spec, const std::vector<std::string> &words) {
  std::string text;
  switch (spec.kind) {
  case OptionKind::Bool:
    text = "true or false";
    break;
  case OptionKind::Unsigned:
    text = "a number from 0, decimal or 0x...";
    break;
  case OptionKind::Signed:
    text = "a whole number";
    break;
  case OptionKind::Decimal:
    text = "a number";
    break;
  case OptionKind::Choice:
  case OptionKind::Text:
    break;
  }
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

} // namespace

const OptionSpec *OptionTable::find(std::string_view key) const {
  auto spec = std::find_if(specs_.begin(), specs_.end(),
                           [key](const OptionSpec &candidate) { return candidate.key == key; });
  return spec == specs_.end() ? nullptr : &*spec;
}

void OptionTable::complainAboutKey(const std::string &key, UnknownKeys unknownKeys) const {
  if (unknownKeys == UnknownKeys::Ignore) return;
  std::vector<std::string> keys;
  for (const OptionSpec &spec : specs_)
    keys.emplace_back(spec.key);
  const std::string nearest = nearestName(key, keys);
  const bool isTolerated = std::any_of(prefixes_.begin(), prefixes_.end(),
                                       [&](auto prefix) { return key.starts_with(prefix); });
  if (isTolerated) {
    warnOnce(Code::PE0701, "unknown {} '{}' has no effect{}", subject_, key,
             nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest));
    return;
  }
  Diagnostic diagnostic(Code::PE0701, "unknown {} '{}'", subject_, key);
  if (!nearest.empty())
    diagnostic.fix("did you mean '{}'?", nearest);
  else
    diagnostic.fix("remove it, or see the list of options in the documentation");
  diagnostic.raise();
}

void OptionTable::check(const poplar::OptionFlags &flags, UnknownKeys unknownKeys) const {
  for (const auto &[key, value] : flags) {
    const OptionSpec *spec = find(key);
    if (!spec) {
      complainAboutKey(key, unknownKeys);
      continue;
    }
    const std::vector<std::string> words = split(spec->words);
    if (isLegal(*spec, value, words)) continue;
    Diagnostic diagnostic(Code::PE0702, "{} '{}' cannot be '{}'", subject_, key, value);
    diagnostic.note("legal values: {}", describe(*spec, words));
    const std::string nearest = nearestName(value, words);
    if (!nearest.empty()) diagnostic.fix("did you mean '{}'?", nearest);
    diagnostic.raise();
  }
}

std::optional<std::string> textOption(const poplar::OptionFlags &flags, std::string_view key) {
  const auto option = flags.find({key.data(), key.size()});
  if (option == flags.end()) return std::nullopt;
  return option->second;
}

std::optional<bool> boolOption(const poplar::OptionFlags &flags, std::string_view key) {
  const std::optional<std::string> text = textOption(flags, key);
  if (!text || (*text != "true" && *text != "false")) return std::nullopt;
  return *text == "true";
}

std::optional<std::uint64_t> unsignedOption(const poplar::OptionFlags &flags,
                                            std::string_view key) {
  const std::optional<std::string> text = textOption(flags, key);
  return text ? parseInteger<std::uint64_t>(*text) : std::nullopt;
}

std::optional<double> decimalOption(const poplar::OptionFlags &flags, std::string_view key) {
  const std::optional<std::string> text = textOption(flags, key);
  return text ? parseDecimal(*text) : std::nullopt;
}

poplar::OptionFlags withEnvironment(const poplar::OptionFlags &flags, const char *variable) {
  poplar::OptionFlags merged = flags;
  poplar::readJSONFromEnv(variable, merged);
  return merged;
}

} // namespace poplar_emu
