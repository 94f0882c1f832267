// SPDX-License-Identifier: MIT
// Reading options: a handler a key, which turns text into a value or refuses it.
#ifndef POPUTIL_OPTION_PARSING_HPP
#define POPUTIL_OPTION_PARSING_HPP

#include <poplar/StringRef.hpp>
#include <poplar/exceptions.hpp>
#include <poplar_emu/Export.hpp>

#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if __cplusplus >= 201703L
#include <optional>
#endif

namespace poplibs {

/// Text to values. All throw poplar::invalid_option for text that is no such value.
namespace parse {

POPLAR_EMU_EXPORT long long asSignedInteger(poplar::StringRef text, long long lowest,
                                            long long highest);
POPLAR_EMU_EXPORT unsigned long long asUnsignedInteger(poplar::StringRef text,
                                                       unsigned long long highest);
POPLAR_EMU_EXPORT double asDouble(poplar::StringRef text);
/// Exactly "true" or "false".
POPLAR_EMU_EXPORT bool asBool(poplar::StringRef text);
/// "[1,2]" or "1,2" to its parts.
POPLAR_EMU_EXPORT std::vector<std::string> splitList(poplar::StringRef text);
[[noreturn]] POPLAR_EMU_EXPORT void refuseEnumValue(poplar::StringRef text,
                                                    const std::string &allowed);

template <typename T>
typename std::enable_if<std::is_signed<T>::value, T>::type asInteger(poplar::StringRef text) {
  return static_cast<T>(
      asSignedInteger(text, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}
template <typename T>
typename std::enable_if<!std::is_signed<T>::value, T>::type asInteger(poplar::StringRef text) {
  return static_cast<T>(asUnsignedInteger(text, std::numeric_limits<T>::max()));
}
template <typename T>
T asFloatingPoint(poplar::StringRef text) {
  return static_cast<T>(asDouble(text));
}

/// The keys of the map, quoted and separated by commas.
template <typename Map>
std::string describeEnumValues(const Map &values) {
  std::string text;
  for (const auto &entry : values)
    text += (text.empty() ? "'" : ", '") + std::string(entry.first) + "'";
  return text;
}

template <typename T, typename Map = std::map<std::string, T>>
T asEnum(poplar::StringRef text, const Map &values) {
  const auto found = values.find(std::string(text.data(), text.size()));
  if (found == values.end()) refuseEnumValue(text, describeEnumValues(values));
  return found->second;
}

} // namespace parse

/// What happens with the value of an option. The variables that handlers write must outlive them.
class POPLAR_EMU_EXPORT OptionHandler {
  template <typename F>
  using IfHandler = typename std::enable_if<
      !std::is_same<typename std::decay<F>::type, OptionHandler>::value>::type;

 public:
  /// Anything that can be called with a poplar::StringRef.
  template <typename F, typename = IfHandler<F>>
  OptionHandler(F &&valueHandler) : valueHandler_(std::forward<F>(valueHandler)) {}
  OptionHandler(const OptionHandler &);
  OptionHandler(OptionHandler &&) noexcept;
  OptionHandler &operator=(const OptionHandler &);
  OptionHandler &operator=(OptionHandler &&) noexcept;
  ~OptionHandler();

  void parseValue(poplar::StringRef value) const { valueHandler_(value); }

  template <typename T, typename Map = std::map<std::string, T>>
  static OptionHandler createWithEnum(T &output, Map &&values) {
    const typename std::decay<Map>::type known(std::forward<Map>(values));
    return OptionHandler([&output, known](poplar::StringRef value) {
      output = parse::asEnum<T, typename std::decay<Map>::type>(value, known);
    });
  }
  template <typename T>
  static OptionHandler createWithInteger(T &output) {
    return OptionHandler(
        [&output](poplar::StringRef value) { output = parse::asInteger<T>(value); });
  }
  static OptionHandler createWithBool(bool &output);
  static OptionHandler createWithString(std::string &output);
  template <typename T>
  static OptionHandler createWithDouble(T &output,
                                        double lowerBound = -std::numeric_limits<double>::max(),
                                        bool lowerBoundIsInclusive = true,
                                        double upperBound = std::numeric_limits<double>::max(),
                                        bool upperBoundIsInclusive = true) {
    return OptionHandler([=, &output](poplar::StringRef value) {
      const double number = parse::asDouble(value);
      ensureValueIsWithinBounds(number, lowerBound, lowerBoundIsInclusive, upperBound,
                                upperBoundIsInclusive);
      output = static_cast<T>(number);
    });
  }
  /// Integers in a list.
  template <typename T>
  static OptionHandler createWithList(std::vector<T> &output) {
    return OptionHandler([&output](poplar::StringRef value) {
      std::vector<T> values;
      for (const std::string &part : parse::splitList(value))
        values.push_back(parse::asInteger<T>(part));
      output = std::move(values);
    });
  }
  /// Throws poplar::invalid_option when the value is outside.
  static void ensureValueIsWithinBounds(double value, double lowerBound, bool lowerBoundIsInclusive,
                                        double upperBound, bool upperBoundIsInclusive);

 private:
  std::function<void(poplar::StringRef)> valueHandler_;
};

/// The options that an operation knows.
class POPLAR_EMU_EXPORT OptionSpec {
 public:
  using value_type = std::pair<const std::string, OptionHandler>;

  OptionSpec(std::initializer_list<value_type> &&handlers);
  ~OptionSpec();

  /// Gives the value to the handler of the option. Throws poplar::invalid_option when there is none
  /// (unless those are ignored) or the handler refuses; both name the option and what is allowed.
  void parse(poplar::StringRef option, poplar::StringRef value, bool ignoreUnknown = false) const;

 private:
  std::map<std::string, OptionHandler> handlers_;
};

#if __cplusplus >= 201703L
/// As createWithDouble and createWithEnum; "none" empties the optional.
template <typename T>
OptionHandler createOptionalDoubleHandler(std::optional<T> &output,
                                          double lowerBound = -std::numeric_limits<double>::max(),
                                          bool lowerBoundIsInclusive = true,
                                          double upperBound = std::numeric_limits<double>::max(),
                                          bool upperBoundIsInclusive = true) {
  return OptionHandler([=, &output](poplar::StringRef value) {
    if (std::string(value.data(), value.size()) == "none") {
      output = std::nullopt;
      return;
    }
    T number = 0;
    OptionHandler::createWithDouble(number, lowerBound, lowerBoundIsInclusive, upperBound,
                                    upperBoundIsInclusive)
        .parseValue(value);
    output = number;
  });
}
template <typename T, typename Map = std::map<std::string, T>>
OptionHandler createOptionalEnumHandler(std::optional<T> &output, Map &&values) {
  const std::decay_t<Map> known(std::forward<Map>(values));
  return OptionHandler([&output, known](poplar::StringRef value) {
    if (std::string(value.data(), value.size()) == "none")
      output = std::nullopt;
    else
      output = parse::asEnum<T, std::decay_t<Map>>(value, known);
  });
}
#endif

} // namespace poplibs

#endif
