// SPDX-License-Identifier: MIT
// Text of options to values.
#include <poputil/OptionParsing.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <sstream>

namespace poplibs {

using poplar::invalid_option;
using poplar::StringRef;

namespace {

std::string toString(StringRef text) {
  return std::string(text.data(), text.size());
}

[[noreturn]] void refuse(StringRef text, const std::string &wanted) {
  throw invalid_option("'" + toString(text) + "' is not " + wanted);
}

template <class T>
bool reads(StringRef text, T &value) {
  const char *end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return !text.empty() && result.ec == std::errc() && result.ptr == end;
}

std::size_t editDistance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

} // namespace

namespace parse {

long long asSignedInteger(StringRef text, long long lowest, long long highest) {
  long long value = 0;
  if (!reads(text, value) || value < lowest || value > highest)
    refuse(text, "an integer in [" + std::to_string(lowest) + ", " + std::to_string(highest) + "]");
  return value;
}

unsigned long long asUnsignedInteger(StringRef text, unsigned long long highest) {
  unsigned long long value = 0;
  if (!reads(text, value) || value > highest)
    refuse(text, "an integer in [0, " + std::to_string(highest) + "]");
  return value;
}

double asDouble(StringRef text) {
  double value = 0;
  if (!reads(text, value)) refuse(text, "a number");
  return value;
}

bool asBool(StringRef text) {
  const std::string value = toString(text);
  if (value != "true" && value != "false") refuse(text, "'true' or 'false'");
  return value == "true";
}

std::vector<std::string> splitList(StringRef text) {
  std::string inner = toString(text);
  if (inner.size() >= 2 && inner.front() == '[' && inner.back() == ']')
    inner = inner.substr(1, inner.size() - 2);
  std::vector<std::string> parts;
  std::istringstream in(inner);
  for (std::string part; std::getline(in, part, ',');) {
    part.erase(std::remove(part.begin(), part.end(), ' '), part.end());
    parts.push_back(part);
  }
  return parts;
}

void refuseEnumValue(StringRef text, const std::string &allowed) {
  refuse(text, "one of " + allowed);
}

} // namespace parse

OptionHandler::OptionHandler(const OptionHandler &) = default;
OptionHandler::OptionHandler(OptionHandler &&) noexcept = default;
OptionHandler &OptionHandler::operator=(const OptionHandler &) = default;
OptionHandler &OptionHandler::operator=(OptionHandler &&) noexcept = default;
OptionHandler::~OptionHandler() = default;

OptionHandler OptionHandler::createWithBool(bool &output) {
  return OptionHandler([&output](StringRef value) { output = parse::asBool(value); });
}

OptionHandler OptionHandler::createWithString(std::string &output) {
  return OptionHandler([&output](StringRef value) { output = toString(value); });
}

void OptionHandler::ensureValueIsWithinBounds(double value, double lowerBound,
                                              bool lowerBoundIsInclusive, double upperBound,
                                              bool upperBoundIsInclusive) {
  const bool above = lowerBoundIsInclusive ? value >= lowerBound : value > lowerBound;
  const bool below = upperBoundIsInclusive ? value <= upperBound : value < upperBound;
  if (above && below) return;
  std::ostringstream text;
  text << "must be in " << (lowerBoundIsInclusive ? '[' : '(') << lowerBound << ", " << upperBound
       << (upperBoundIsInclusive ? ']' : ')') << ", not " << value;
  throw invalid_option(text.str());
}

OptionSpec::OptionSpec(std::initializer_list<value_type> &&handlers) : handlers_(handlers) {}
OptionSpec::~OptionSpec() = default;

void OptionSpec::parse(StringRef option, StringRef value, bool ignoreUnknown) const {
  const std::string name = toString(option);
  const auto handler = handlers_.find(name);
  if (handler == handlers_.end()) {
    if (ignoreUnknown) return;
    std::string known, nearest;
    for (const auto &entry : handlers_) {
      known += (known.empty() ? "'" : ", '") + entry.first + "'";
      if (nearest.empty() || editDistance(name, entry.first) < editDistance(name, nearest))
        nearest = entry.first;
    }
    throw invalid_option("Unrecognised option '" + name + "'; did you mean '" + nearest +
                         "'? The options are " + known);
  }
  try {
    handler->second.parseValue(value);
  } catch (const invalid_option &error) {
    throw invalid_option("Invalid value '" + toString(value) + "' for option '" + name +
                         "': " + error.what());
  }
}

} // namespace poplibs
