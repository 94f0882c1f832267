// SPDX-License-Identifier: MIT
// Runs the compute steps of a plan in the plainest way: what the plan means, without the runtime.
#pragma once

#include "plan/Plan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

namespace poplar_emu::compile::test {

class PlanInterpreter {
 public:
  explicit PlanInterpreter(const plan::Plan &plan);

  /// Loads instances and sets their pointers; variables are zero.
  void load();
  /// Calls run(instance, vertex id) for every vertex of the step, chunks in the order given by
  /// `seed`.
  void execute(const plan::ComputeStep &step, std::uint64_t seed,
               const std::function<void(std::byte *, std::uint32_t)> &run);

  /// Element of a variable, in element order.
  template <class T>
  T read(VariableId variable, std::uint64_t element) const {
    T value;
    std::memcpy(&value, memory_ + addressOf(variable, element), sizeof value);
    return value;
  }
  template <class T>
  void write(VariableId variable, std::uint64_t element, T value) {
    std::memcpy(memory_ + addressOf(variable, element), &value, sizeof value);
  }

  std::byte *memory() { return memory_; }

 private:
  plan::Address addressOf(VariableId variable, std::uint64_t element) const {
    return addresses_.at(variable.index()).at(element);
  }
  void findAddresses();
  void move(const plan::MoveList &list, std::uint32_t begin, std::uint32_t end);

  const plan::Plan &plan_;
  std::vector<std::byte> block_;
  std::vector<std::vector<plan::Address>> addresses_; ///< by variable, of each element
  std::byte *memory_ = nullptr;                       ///< aligned to 4096 bytes within the block
};

} // namespace poplar_emu::compile::test
