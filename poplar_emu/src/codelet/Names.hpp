// SPDX-License-Identifier: MIT
// One spelling for each vertex name.
#pragma once

#include <string>
#include <string_view>

namespace poplar_emu::codelet {

/// "ns::Foo< unsigned, std::uint32_t >" and "ns::Foo<unsigned int,unsigned int>" are the same type:
/// spaces go, and the spellings of integer types become Poplar's.
std::string canonicalName(std::string_view name);

} // namespace poplar_emu::codelet
