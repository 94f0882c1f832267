// SPDX-License-Identifier: MIT
// A plan as bytes and back: the heart of a saved executable.
#pragma once

#include "plan/Plan.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace poplar_emu::plan {

/// Self-contained: magic, format version, checksum, content. Equal plans give equal bytes, on every
/// machine of the same byte order.
std::vector<std::byte> serialise(const Plan &plan);

/// Throws PE0801 for data that is truncated, corrupted or no plan, PE0802 for a plan of another
/// format version. Never allocates more than a small multiple of the data's size. The result has no
/// fault in the sense of plan::findFault.
Plan deserialise(std::span<const std::byte> data);

} // namespace poplar_emu::plan
