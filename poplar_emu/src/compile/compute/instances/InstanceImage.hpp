// SPDX-License-Identifier: MIT
// The bytes of all vertex instances, and the pointers in them that load() must set.
#pragma once

#include "plan/Memory.hpp"

#include <cstdint>
#include <cstring>
#include <vector>

namespace poplar_emu::compile {

/// Offset from the start of the instance area, whose address is known only when all steps are
/// lowered.
using InstanceOffset = std::uint64_t;

/// Grows by allocate(); new bytes are zero.
class InstanceImage {
 public:
  /// Room for what is to come: untouched pages cost nothing, moving the image does.
  void reserve(std::uint64_t bytes, std::uint64_t pointers) {
    image_.reserve(bytes);
    relocations_.reserve(pointers);
  }

  InstanceOffset allocate(std::uint64_t bytes, std::uint64_t align) {
    const InstanceOffset offset = (image_.size() + align - 1) / align * align;
    image_.resize(offset + bytes);
    return offset;
  }

  /// A pointer into variables or scratch.
  void point(InstanceOffset at, plan::Address target) { relocations_.push_back({at, target}); }
  /// A pointer into the image itself.
  void pointInside(InstanceOffset at, InstanceOffset target) {
    relocations_.push_back({at, target | kInside});
  }
  void setSize(InstanceOffset at, std::uint64_t size) {
    std::memcpy(image_.data() + at, &size, sizeof size);
  }
  void write(InstanceOffset at, const std::byte *bytes, std::uint64_t size) {
    if (size != 0) std::memcpy(image_.data() + at, bytes, size);
  }

  /// Hands over image and relocations, now that the area's address is known.
  void finish(plan::Address instances, plan::Memory &memory) {
    for (plan::Relocation &relocation : relocations_) {
      relocation.location += instances;
      if ((relocation.target & kInside) != 0)
        relocation.target = (relocation.target & ~kInside) + instances;
    }
    memory.instances = instances;
    memory.instanceImage = std::move(image_);
    memory.relocations = std::move(relocations_);
  }

 private:
  static constexpr std::uint64_t kInside = std::uint64_t{1} << 63;

  std::vector<std::byte> image_;
  std::vector<plan::Relocation> relocations_;
};

} // namespace poplar_emu::compile
