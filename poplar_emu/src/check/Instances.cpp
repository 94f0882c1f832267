// SPDX-License-Identifier: MIT
// Applies the relocations of a plan to its image of instances.
#include "check/Instances.hpp"

#include "support/Diagnostic.hpp"

namespace poplar_emu::check {

Instances::Instances(const plan::Memory &memory)
    : begin_(memory.instances), image_(memory.instanceImage) {
  for (const plan::Relocation &relocation : memory.relocations)
    std::memcpy(image_.data() + (relocation.location - begin_), &relocation.target,
                sizeof relocation.target);
}

std::uint64_t Instances::word(plan::Address address) const {
  POPLAR_EMU_CHECK(address >= begin_ && address - begin_ <= image_.size() &&
                   image_.size() - (address - begin_) >= sizeof(std::uint64_t));
  std::uint64_t value = 0;
  std::memcpy(&value, image_.data() + (address - begin_), sizeof value);
  return value;
}

} // namespace poplar_emu::check
