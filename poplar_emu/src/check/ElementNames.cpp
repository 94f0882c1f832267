// SPDX-License-Identifier: MIT
// Undoes tile-packed order.
#include "check/ElementNames.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poplar_emu::check {

ElementNames::ElementNames(const plan::Plan &plan) {
  for (const plan::VariableStorage &variable : plan.memory.variables)
    if (variable.bytes != 0) variables_.push_back(&variable);
  std::sort(variables_.begin(), variables_.end(),
            [](const auto *a, const auto *b) { return a->address < b->address; });
}

const plan::VariableStorage *ElementNames::find(plan::Address address) const {
  const auto next =
      std::upper_bound(variables_.begin(), variables_.end(), address,
                       [](plan::Address wanted, const auto *v) { return wanted < v->address; });
  if (next == variables_.begin()) return nullptr;
  const plan::VariableStorage *variable = *std::prev(next);
  return address - variable->address < variable->bytes ? variable : nullptr;
}

std::string ElementNames::describe(plan::Address address, std::uint64_t bytes) const {
  const plan::VariableStorage *variable = find(address);
  if (variable == nullptr) return fmt::format("{} bytes at address {}", bytes, address);
  const std::uint64_t width = sizeInBytes(variable->type);
  const std::uint64_t first = (address - variable->address) / width;
  const std::uint64_t end = (address - variable->address + bytes + width - 1) / width;
  const std::string name = variable->name.empty()
                               ? fmt::format("a variable of {}", poplar_emu::name(variable->type))
                               : variable->name;
  const auto next = std::upper_bound(
      variable->blocks.begin(), variable->blocks.end(), first,
      [](std::uint64_t wanted, const plan::PackedBlock &b) { return wanted < b.packedBegin; });
  if (next == variable->blocks.begin())
    return fmt::format("{}[{}:{})", name, first, std::min(end, variable->numElements));

  const plan::PackedBlock &block = *std::prev(next);
  const std::uint64_t row = (first - block.packedBegin) / block.length;
  const std::uint64_t column = (first - block.packedBegin) % block.length;
  const std::uint64_t begin = block.element + row * block.stride + column;
  const std::uint64_t count = std::min(end - first, block.length - column);
  return fmt::format("{}[{}:{}) on tile {}", name, begin, begin + count, block.tile.value);
}

} // namespace poplar_emu::check
