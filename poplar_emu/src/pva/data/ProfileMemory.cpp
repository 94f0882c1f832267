// SPDX-License-Identifier: MIT
// The names of the memory categories.
#include "pva/data/ProfileMemory.hpp"

#include <array>

namespace pva::internal {

const char *memoryCategoryName(MemoryCategory category) {
  static constexpr std::array<const char *, kNumMemoryCategories> kNames = {
      "variable",
      "constant",
      "vertexInstanceState",
      "vertexFieldData",
      "vectorListDescriptor",
      "vertexCode",
      "controlCode",
      "controlTable",
      "copyDescriptor",
      "internalExchangeCode",
      "globalExchangeCode",
      "hostExchangeCode",
      "globalMessage",
      "hostMessage",
      "rearrangement",
      "stack",
      "instrumentationResults",
  };
  return kNames[static_cast<std::size_t>(category)];
}

} // namespace pva::internal
