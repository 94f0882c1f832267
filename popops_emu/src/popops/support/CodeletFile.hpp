// SPDX-License-Identifier: MIT
// Where the compiled codelets of a library are.
#pragma once

#include <string>

namespace popops::support {

/// "<library>.gp" beside the shared library that this function is linked into, unless the
/// environment variable IPU_<LIBRARY>_GP names another file. Throws poplibs_error.
std::string codeletFile(const std::string &library);

} // namespace popops::support
