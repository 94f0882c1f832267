// SPDX-License-Identifier: MIT
// The names of enumerators that the file stores as numbers, in their order.
#pragma once

#include <span>

namespace pva::internal {

std::span<const char *const> memoryCategoryNames();
std::span<const char *const> blockKindNames();

} // namespace pva::internal
