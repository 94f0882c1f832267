// SPDX-License-Identifier: MIT
// Reads PVTI_OPTIONS; values may be strings too, as programs' documentation shows them.
#include "pvti/session/Options.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace pvti::internal {
namespace {

using Json = nlohmann::json;

bool truth(const Json &value) {
  return value.is_boolean() ? value.get<bool>() : value != "false";
}

double number(const Json &value) {
  if (value.is_number()) return value.get<double>();
  return value.is_string() ? std::strtod(value.get<std::string>().c_str(), nullptr) : 0;
}

} // namespace

Options parseOptions(const char *text) {
  Options options;
  if (!text) return options;
  options.enable = true;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return options;
  for (const auto &[key, value] : json.items()) {
    if (key == "enable") options.enable = truth(value);
    if (key == "directory" && value.is_string()) options.directory = value.get<std::string>();
    if (key == "duration") options.duration = number(value);
    if (key == "channels" && value.is_array())
      for (const Json &channel : value)
        if (channel.is_string()) options.channels.insert(channel.get<std::string>());
  }
  return options;
}

} // namespace pvti::internal
