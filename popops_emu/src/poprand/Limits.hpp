// SPDX-License-Identifier: MIT
// Ends of intervals, rounded inwards to numbers that an element type has.
#pragma once

#include <poplar/Type.hpp>

#include <cstdint>
#include <string>

namespace poprand {

struct Limits {
  double low, high;
};

/// The least and the greatest number of FLOAT, HALF or INT in [low, high]. Throws poplibs_error if
/// there is none, or if an end is outside the range of the type.
Limits limitsIn(const std::string &operation, const poplar::Type &type, double low, double high);

/// floor(p * 65536). Throws poplibs_error unless p is in [0, 1].
std::uint32_t of65536(const std::string &operation, const std::string &parameter, double p);

} // namespace poprand
