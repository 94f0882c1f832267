// SPDX-License-Identifier: MIT
// Tables of known options: checks of keys and values, with the nearest name in every complaint.
#pragma once

#include <poplar/OptionFlags.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poplar_emu {

enum class OptionKind : std::uint8_t {
  Bool,     ///< "true" or "false"
  Unsigned, ///< decimal or 0x...
  Signed,
  Decimal,
  Choice, ///< one of the words
  Text,   ///< anything
};

/// A known option. `words`, separated by '|', are the legal values of a Choice, and legal besides
/// numbers for the number kinds.
struct OptionSpec {
  std::string_view key;
  OptionKind kind;
  std::string_view words = {};
};

/// What happens to keys that no table knows.
enum class UnknownKeys : std::uint8_t {
  Refuse, ///< warning under a known prefix, PE0701 otherwise
  Ignore,
};

/// A set of known options. Holds references: specs and prefixes must outlive it.
class OptionTable {
 public:
  /// `subject` names the kind of option in messages: "engine option".
  constexpr OptionTable(std::string_view subject, std::span<const OptionSpec> specs,
                        std::span<const std::string_view> prefixes)
      : subject_(subject), specs_(specs), prefixes_(prefixes) {}

  /// Throws PE0701 for unknown keys and PE0702 for illegal values.
  void check(const poplar::OptionFlags &flags, UnknownKeys unknownKeys) const;

  const OptionSpec *find(std::string_view key) const;

 private:
  void complainAboutKey(const std::string &key, UnknownKeys unknownKeys) const;

  std::string_view subject_;
  std::span<const OptionSpec> specs_;
  std::span<const std::string_view> prefixes_;
};

// Values of options that passed a check; nothing when the option is not set, or set to a word that
// is no number.
std::optional<bool> boolOption(const poplar::OptionFlags &flags, std::string_view key);
std::optional<std::uint64_t> unsignedOption(const poplar::OptionFlags &flags, std::string_view key);
std::optional<double> decimalOption(const poplar::OptionFlags &flags, std::string_view key);
std::optional<std::string> textOption(const poplar::OptionFlags &flags, std::string_view key);

/// The flags with those in an environment variable on top (a JSON object).
poplar::OptionFlags withEnvironment(const poplar::OptionFlags &flags, const char *variable);

} // namespace poplar_emu
