// SPDX-License-Identifier: MIT
// ArrayRef under Poplar's name.
#ifndef POPLAR_ARRAY_REF_HPP
#define POPLAR_ARRAY_REF_HPP

#include <gccs/ArrayRef.hpp>

namespace poplar {

// No alias template: from C++17 on, poplar::ArrayRef(vector) finds out its argument.
using gccs::ArrayRef;

} // namespace poplar

#endif
