// SPDX-License-Identifier: MIT
// ArrayRef under Poplar's name.
#ifndef POPLAR_ARRAY_REF_HPP
#define POPLAR_ARRAY_REF_HPP

#include <gccs/ArrayRef.hpp>

namespace poplar {

template <class T>
using ArrayRef = gccs::ArrayRef<T>;

} // namespace poplar

#endif
