// SPDX-License-Identifier: MIT
// The NUMA nodes of the host.
#pragma once

#include <string_view>
#include <vector>

namespace poplar_emu::model {

/// Processors of each node; one node with all of them where the system does not say.
std::vector<std::vector<int>> numaTopology();

/// "0-3,8" as a list of numbers.
std::vector<int> parseProcessorList(std::string_view text);

} // namespace poplar_emu::model
