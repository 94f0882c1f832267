// SPDX-License-Identifier: MIT
// Pictures of a profile in the dot language.
#pragma once

#include "pva/data/Profile.hpp"

#include <cstddef>
#include <iosfwd>

namespace poplar_emu::tool {

/// The program tree of every run(i), with each node's share of the cycles. Of more than `maxNodes`
/// nodes those with the largest shares are drawn; the others are counted in their parents.
void writeProgramDot(const pva::internal::Profile &profile, std::size_t maxNodes,
                     std::ostream &out);

/// The IPUs of a replica, and the bytes that all executions sent from one to another.
void writeIpuDot(const pva::internal::Profile &profile, std::ostream &out);

} // namespace poplar_emu::tool
