// SPDX-License-Identifier: MIT
// Reads options; those that choose between plans which give the same results are only checked.
#include "slice/Options.hpp"

#include <poputil/OptionParsing.hpp>

#include <map>
#include <string>

namespace popops::slice {

SliceOptions parseOptions(const poplar::OptionFlags &options) {
  using poplibs::OptionHandler;
  SliceOptions result;
  bool flag = false;
  int choice = 0;
  std::string text;
  const auto oneOf = [&choice](std::map<std::string, int> values) {
    return OptionHandler::createWithEnum(choice, std::move(values));
  };
  const poplibs::OptionSpec spec{
      {"remapOutOfBoundIndices", OptionHandler::createWithBool(result.remapOutOfBoundIndices)},
      {"paddingIndexUsed", OptionHandler::createWithBool(result.paddingIndexUsed)},
      {"availableMemoryProportion",
       OptionHandler::createWithDouble(result.availableMemoryProportion, 0, false, 1, true)},
      {"usedForSlice", OptionHandler::createWithBool(flag)},
      {"usedForUpdate", OptionHandler::createWithBool(flag)},
      {"operationForUpdate", oneOf({{"none", 0}, {"add", 1}, {"max", 2}, {"mul", 3}})},
      {"indicesDistribution", oneOf({{"uniform", 0}, {"onePoint", 1}})},
      {"indicesAreSorted", OptionHandler::createWithBool(flag)},
      {"validateIndices", OptionHandler::createWithBool(flag)},
      {"partialType", oneOf({{"none", 0}, {"half", 1}, {"float", 2}})},
      {"planConstraints", OptionHandler::createWithString(text)},
      {"internal.alwaysIncludeBaseRearrangementCost", OptionHandler::createWithBool(flag)}};
  for (const auto &option : options)
    spec.parse(option.first, option.second);
  return result;
}

} // namespace popops::slice
