// SPDX-License-Identifier: MIT
// poplar::OptionFlags and its input from JSON.
#include <poplar/OptionFlags.hpp>
#include <poplar/ProfileValue.hpp>

#include "support/Diagnostic.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <istream>
#include <iterator>

namespace poplar {
namespace {

using poplar_emu::Code;
using poplar_emu::Diagnostic;

/// Booleans and numbers as the user wrote them; text without its quotes.
std::string textOf(const nlohmann::json &value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void readObject(const std::string &text, const std::string &source, OptionFlags &flags) {
  nlohmann::json root;
  try {
    root = nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error &error) {
    Diagnostic(Code::PE0708, "options in {} are not valid JSON", source)
        .note("{}", error.what())
        .fix("write them like {{\"debug.instrument\": \"true\"}}")
        .raise();
  }
  if (!root.is_object())
    Diagnostic(Code::PE0708, "options in {} must be a JSON object, not {}", source,
               root.type_name())
        .fix("write them like {{\"debug.instrument\": \"true\"}}")
        .raise();
  for (const auto &[key, value] : root.items()) {
    if (value.is_object() || value.is_array() || value.is_null())
      Diagnostic(Code::PE0708, "option '{}' in {} must be a string, a number or a boolean, not {}",
                 key, source, value.type_name())
          .raise();
    flags.set(key, textOf(value));
  }
}

} // namespace

OptionFlags::OptionFlags() = default;
OptionFlags::OptionFlags(const OptionFlags &) = default;
OptionFlags::OptionFlags(OptionFlags &&) noexcept = default;
OptionFlags &OptionFlags::operator=(const OptionFlags &) = default;
OptionFlags &OptionFlags::operator=(OptionFlags &&) noexcept = default;
OptionFlags::~OptionFlags() = default;

OptionFlags::OptionFlags(initializer_list &&options) {
  set(initializer_list(options));
}

void OptionFlags::set(initializer_list &&options) {
  for (const OptionFlag &option : options)
    values_[option.first] = option.second;
}

void OptionFlags::set(StringRef option, StringRef value) {
  values_[option.cloneAsString()] = value.cloneAsString();
}

StringRef OptionFlags::at(StringRef option) const {
  const iterator found = find(option);
  if (found == end())
    Diagnostic(Code::PE0703, "option '{}' is not set", option.cloneAsString())
        .fix("look for it with find() first")
        .raise();
  return found->second;
}

OptionFlags::iterator OptionFlags::find(StringRef option) const {
  return values_.find(option.cloneAsString());
}

ProfileValue getAsProfileValue(const OptionFlags &flags) {
  ProfileValue::Map map;
  for (const auto &[key, value] : flags)
    map.emplace(key, value);
  return ProfileValue(std::move(map));
}

void readJSON(StringRef json, OptionFlags &flags) {
  readObject(json.cloneAsString(), "the given text", flags);
}

void readJSON(std::istream &json, OptionFlags &flags) {
  const std::string text{std::istreambuf_iterator<char>(json), std::istreambuf_iterator<char>()};
  readObject(text, "the given stream", flags);
}

void readJSONFromEnv(StringRef variable, OptionFlags &flags) {
  const std::string name = variable.cloneAsString();
  const char *text = std::getenv(name.c_str());
  if (!text || !*text) return;
  readObject(text, "the environment variable " + name, flags);
}

} // namespace poplar
