// SPDX-License-Identifier: MIT
// From an address back to the user's variable and its elements.
#pragma once

#include "plan/Plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::check {

class ElementNames {
 public:
  explicit ElementNames(const plan::Plan &plan);

  /// "t[3:7)", with the tile where the plan knows it: "t[3:7) on tile 2". The elements are those
  /// that have a byte in [address, address + bytes), as far as they are consecutive in the
  /// variable.
  std::string describe(plan::Address address, std::uint64_t bytes) const;
  bool isVariable(plan::Address address) const { return find(address) != nullptr; }

 private:
  const plan::VariableStorage *find(plan::Address address) const;

  std::vector<const plan::VariableStorage *> variables_; ///< sorted by address
};

} // namespace poplar_emu::check
