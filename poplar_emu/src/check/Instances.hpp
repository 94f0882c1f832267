// SPDX-License-Identifier: MIT
// Reads the operands of vertices out of their instances.
#pragma once

#include "plan/Plan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace poplar_emu::check {

/// The instances as the compiler made them, with addresses where load() puts pointers. What the
/// code of a vertex does to its own instance is not seen; it cannot change what it is connected to.
class Instances {
 public:
  explicit Instances(const plan::Memory &memory);

  /// Calls f(address, bytes) for each region that the field of the instance at `instance` points
  /// to.
  template <class F>
  void forEachOperand(plan::Address instance, const plan::FieldUse &field, F &&f) const {
    const plan::Address at = instance + field.offset;
    switch (field.shape) {
    case plan::FieldShape::Scalar:
      return f(word(at), std::uint64_t{field.elementBytes});
    case plan::FieldShape::Vector:
      return f(word(at), word(at + 8) * field.elementBytes);
    case plan::FieldShape::Scalars:
    case plan::FieldShape::Vectors:
      break;
    }
    const plan::Address rows = word(at);
    const std::uint64_t count = word(at + 8);
    for (std::uint64_t r = 0; r < count; ++r) {
      const plan::Address row = rows + r * field.rowBytes;
      const bool scalar = field.shape == plan::FieldShape::Scalars;
      f(word(row), (scalar ? 1 : word(row + 8)) * field.elementBytes);
    }
  }

 private:
  std::uint64_t word(plan::Address address) const;

  plan::Address begin_;
  std::vector<std::byte> image_;
};

} // namespace poplar_emu::check
