// SPDX-License-Identifier: MIT
// Reads the kernel's description of the NUMA nodes.
#include "model/device/HostTopology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <thread>

namespace poplar_emu::model {

std::vector<int> parseProcessorList(std::string_view text) {
  std::vector<int> processors;
  const char *at = text.data();
  const char *const end = at + text.size();
  while (at != end) {
    int first = 0;
    auto result = std::from_chars(at, end, first);
    if (result.ec != std::errc()) break;
    int last = first;
    if (result.ptr != end && *result.ptr == '-') {
      result = std::from_chars(result.ptr + 1, end, last);
      if (result.ec != std::errc()) break;
    }
    for (int processor = first; processor <= last; ++processor)
      processors.push_back(processor);
    at = result.ptr;
    if (at != end) ++at;
  }
  return processors;
}

std::vector<std::vector<int>> numaTopology() {
  std::vector<std::vector<int>> nodes;
  for (unsigned node = 0;; ++node) {
    std::ifstream file(fmt::format("/sys/devices/system/node/node{}/cpulist", node));
    std::string line;
    if (!std::getline(file, line)) break;
    nodes.push_back(parseProcessorList(line));
  }
  if (nodes.empty()) {
    nodes.emplace_back();
    const unsigned count = std::max(1U, std::thread::hardware_concurrency());
    for (unsigned processor = 0; processor < count; ++processor)
      nodes.front().push_back(static_cast<int>(processor));
  }
  return nodes;
}

} // namespace poplar_emu::model
