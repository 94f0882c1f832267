// SPDX-License-Identifier: MIT
// Named options and their values, as text.
#ifndef POPLAR_OPTION_FLAGS_HPP
#define POPLAR_OPTION_FLAGS_HPP

#include <poplar/StringRef.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <initializer_list>
#include <iosfwd>
#include <map>
#include <string>
#include <utility>

namespace poplar {

class ProfileValue;

/// A set of options. Each key has one value, the last one that was set.
class POPLAR_EMU_EXPORT OptionFlags {
 public:
  using OptionFlag = std::pair<const std::string, std::string>;
  using initializer_list = std::initializer_list<OptionFlag>;
  /// Forward iterator over const OptionFlag, in the order of the keys.
  using iterator = std::map<std::string, std::string>::const_iterator;

  OptionFlags();
  OptionFlags(const OptionFlags &);
  OptionFlags(OptionFlags &&) noexcept;
  OptionFlags(initializer_list &&options);
  OptionFlags &operator=(const OptionFlags &);
  OptionFlags &operator=(OptionFlags &&) noexcept;
  ~OptionFlags();

  void set(initializer_list &&options);
  void set(StringRef option, StringRef value);

  /// The value of an option. Throws poplar_error when it is not set.
  StringRef at(StringRef option) const;
  iterator find(StringRef option) const;
  std::size_t size() const { return values_.size(); }
  void clear() { values_.clear(); }

  iterator begin() const { return values_.begin(); }
  iterator end() const { return values_.end(); }

  bool operator==(const OptionFlags &other) const { return values_ == other.values_; }

 private:
  std::map<std::string, std::string> values_;
};

/// A map of strings.
POPLAR_EMU_EXPORT ProfileValue getAsProfileValue(const OptionFlags &flags);

/// Sets every member of a JSON object; numbers and booleans become text. Throws parse_error.
POPLAR_EMU_EXPORT void readJSON(StringRef json, OptionFlags &flags);
POPLAR_EMU_EXPORT void readJSON(std::istream &json, OptionFlags &flags);
/// Reads the JSON in an environment variable; does nothing when it is not set.
POPLAR_EMU_EXPORT void readJSONFromEnv(StringRef variable, OptionFlags &flags);

} // namespace poplar

#endif
