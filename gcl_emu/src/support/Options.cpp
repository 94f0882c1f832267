// SPDX-License-Identifier: MIT
// Reading options. Those that choose between ways of the hardware which give the same results are
// only checked.
#include "support/Options.hpp"

#include <poputil/OptionParsing.hpp>

#include <map>
#include <vector>

namespace gcl::detail {

namespace {

const std::map<std::string, std::optional<Method>> &methods() {
  static const std::map<std::string, std::optional<Method>> known = {
      {"auto", std::nullopt},
      {nameOf(Method::Clockwise), Method::Clockwise},
      {nameOf(Method::Anticlockwise), Method::Anticlockwise},
      {nameOf(Method::BidirectionalPair), Method::BidirectionalPair},
      {nameOf(Method::MeetInMiddle), Method::MeetInMiddle},
      {nameOf(Method::QuadDirectional), Method::QuadDirectional},
      {nameOf(Method::Broadcast), Method::Broadcast}};
  return known;
}

/// One method, or one for the reduce-scatter and one for the gather with a comma between.
void parseMethods(poplar::StringRef value, Options &result) {
  const std::vector<std::string> parts = poplibs::parse::splitList(value);
  if (parts.empty() || parts.size() > 2)
    throw poplar::invalid_option("'" + value.cloneAsString() +
                                 "' is not one method, or two separated by a comma");
  result.scatter = poplibs::parse::asEnum<std::optional<Method>>(parts.front(), methods());
  result.gather = poplibs::parse::asEnum<std::optional<Method>>(parts.back(), methods());
}

} // namespace

Options parseOptions(const poplar::OptionFlags &flags) {
  using poplibs::OptionHandler;
  Options result;
  int choice = 0;
  const auto oneOf = [&choice](std::map<std::string, int> values) {
    return OptionHandler::createWithEnum(choice, std::move(values));
  };
  const poplibs::OptionSpec spec{
      {"method", [&](poplar::StringRef value) { parseMethods(value, result); }},
      {"syncful.maxBroadcastSize", OptionHandler::createWithInteger(result.maxBroadcastSize)},
      {"syncful.useOptimisedLayout", OptionHandler::createWithBool(result.useOptimisedLayout)},
      {"syncful.allToAll", oneOf({{"auto", 0}, {"drop_off", 1}})},
      {"syncful.useForwardingToSupportStridedGroups",
       oneOf({{"auto", 0}, {"true", 1}, {"false", 2}})},
      {"collectiveImplementation",
       oneOf({{"Auto", 0}, {"Syncless", 1}, {"Syncful", 2}, {"Hybrid", 3}})},
      {"useSynclessCollectives", oneOf({{"auto", 0}, {"true", 1}, {"false", 2}, {"hybrid", 3}})},
      {"maxBytesPerTile",
       [](poplar::StringRef value) { poplibs::parse::asUnsignedInteger(value, 64000); }},
      {"topology",
       [&](poplar::StringRef value) {
         poplibs::parse::asEnum<int>(value, std::map<std::string, int>{{"auto", 0},
                                                                       {"rung-ring-2", 1},
                                                                       {"rung-ring-4", 2},
                                                                       {"rung-ring-8", 3},
                                                                       {"ring-on-line", 4},
                                                                       {"peripheral-ring", 5}});
         result.topology = value.cloneAsString();
       }},
      {"link", oneOf({{"auto-link", 0}, {"ipu-link", 1}, {"gw-link", 2}})},
      {"useReplicatedImplementation", oneOf({{"true", 0}, {"false", 1}})}};
  poplar::OptionFlags all = flags;
  poplar::readJSONFromEnv("GCL_OPTIONS", all);
  for (const auto &option : all)
    spec.parse(option.first, option.second);
  return result;
}

} // namespace gcl::detail
