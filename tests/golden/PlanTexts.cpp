// SPDX-License-Identifier: MIT
// The compiled form of a small program.
#include "Golden.hpp"
#include "Program.hpp"

#include "engine/executable/Compile.hpp"
#include "plan/Print.hpp"

namespace golden {
namespace {

std::string planOf(const poplar::Graph &graph, poplar::program::Program program,
                   const poplar::OptionFlags &options) {
  const auto executable = poplar_emu::engine::compile(graph, {std::move(program)}, options, {},
                                                      poplar_emu::engine::OptionCheck::Check);
  std::ostringstream out;
  poplar_emu::plan::print(executable->plan, out);
  return out.str();
}

TEST_F(Texts, PlanWithOperandsInPlace) {
  EXPECT_GOLDEN("plan_in_place.txt", planOf(graph, scaledSum(), {}));
}

TEST_F(Texts, PlanThatExchangesByCopy) {
  EXPECT_GOLDEN("plan_copy.txt", planOf(graph, scaledSum(), {{"poplar_emu.exchange", "copy"}}));
}

} // namespace
} // namespace golden
