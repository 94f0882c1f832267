// SPDX-License-Identifier: MIT
// Script and style of the page, put into the program when it is built (bundle.cmake).
#pragma once

#include <string_view>

namespace poplar_emu::report {

extern const std::string_view kScript, kStyle;
extern const std::string_view kScriptSha256, kStyleSha256; ///< in hexadecimal digits

} // namespace poplar_emu::report
