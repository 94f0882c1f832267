// SPDX-License-Identifier: MIT
// Reads options; most that choose between plans, which give the same results, are only checked.
#include "slice/Options.hpp"

#include <poputil/OptionParsing.hpp>

#include <map>
#include <string>

namespace popops::slice {

SliceOptions parseOptions(const poplar::OptionFlags &options) {
  using poplibs::OptionHandler;
  SliceOptions result;
  bool flag = false, areSorted = false;
  int choice = 0, distribution = 0;
  std::string text;
  const poplibs::OptionSpec spec{
      {"remapOutOfBoundIndices", OptionHandler::createWithBool(result.remapOutOfBoundIndices)},
      {"paddingIndexUsed", OptionHandler::createWithBool(result.paddingIndexUsed)},
      {"availableMemoryProportion",
       OptionHandler::createWithDouble(result.availableMemoryProportion, 0, false, 1, true)},
      {"usedForSlice", OptionHandler::createWithBool(flag)},
      {"usedForUpdate", OptionHandler::createWithBool(flag)},
      {"operationForUpdate",
       OptionHandler::createWithEnum(choice, {{"none", 0}, {"add", 1}, {"max", 2}, {"mul", 3}})},
      {"indicesDistribution",
       OptionHandler::createWithEnum(distribution, {{"uniform", 0}, {"onePoint", 1}})},
      {"indicesAreSorted", OptionHandler::createWithBool(areSorted)},
      {"validateIndices", OptionHandler::createWithBool(flag)},
      {"partialType",
       OptionHandler::createWithEnum(choice, {{"none", 0}, {"half", 1}, {"float", 2}})},
      {"planConstraints", OptionHandler::createWithString(text)},
      {"internal.alwaysIncludeBaseRearrangementCost", OptionHandler::createWithBool(flag)}};
  for (const auto &option : options)
    spec.parse(option.first, option.second);
  result.indicesAreSpread = !areSorted && distribution == 0;
  return result;
}

} // namespace popops::slice
