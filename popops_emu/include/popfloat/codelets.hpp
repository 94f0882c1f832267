// SPDX-License-Identifier: MIT
// The registration under the path that the other libraries have.
#ifndef POPFLOAT_CODELETS_HPP
#define POPFLOAT_CODELETS_HPP

#include <popfloat/experimental/codelets.hpp>

#endif
