// SPDX-License-Identifier: MIT
// PE0607: who read what was never written.
#pragma once

#include "check/ElementNames.hpp"
#include "check/Shadow.hpp"
#include "plan/Plan.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace poplar_emu::check {

/// What a reader takes from memory, region by region, and how much of that was never written.
class ReadSummary {
 public:
  explicit ReadSummary(const Shadow &shadow) : shadow_(shadow) {}

  void add(plan::Address address, std::uint64_t bytes);

  plan::Address first() const { return first_; }
  /// Consecutive undefined bytes from first() on, over adjacent regions.
  std::uint64_t run() const { return run_; }
  std::uint64_t undefined() const { return undefined_; }
  std::uint64_t total() const { return total_; }

 private:
  const Shadow &shadow_;
  plan::Address first_ = plan::kNoAddress;
  std::uint64_t run_ = 0, undefined_ = 0, total_ = 0;
  bool runEnded_ = false;
};

/// `what` reads: "Copy 'halo'". `who` is the user's line and what is there, or empty.
[[noreturn]] void raiseUndefinedRead(std::string_view what, std::string_view who,
                                     std::string_view elements, const ReadSummary &summary);

/// "Copy 'halo'", "PrintTensor 'weights'": the step as its user knows it.
std::string describeStep(const plan::Plan &plan, const plan::Step &step);

} // namespace poplar_emu::check
