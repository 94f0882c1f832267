// SPDX-License-Identifier: MIT
// Names as Poplar's reports and pva::Block spell them.
#include "pva/file/EnumNames.hpp"

#include "pva/data/Profile.hpp"

#include <array>

namespace pva::internal {
namespace {

template <class Enum>
using Names = std::array<const char *, static_cast<std::size_t>(Enum::kLastEnumerator) + 1>;

} // namespace

std::span<const char *const> memoryCategoryNames() {
  static const Names<MemoryCategory> kNames = [] {
    Names<MemoryCategory> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = memoryCategoryName(static_cast<MemoryCategory>(i));
    return names;
  }();
  return kNames;
}

std::span<const char *const> blockKindNames() {
  static constexpr Names<BlockInfo::Kind> kNames = {"Common", "Overflow", "BlockFlush",
                                                    "StreamCopy"};
  return kNames;
}

} // namespace pva::internal
