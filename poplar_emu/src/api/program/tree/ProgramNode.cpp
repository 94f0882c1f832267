// SPDX-License-Identifier: MIT
// The end of program trees of any depth.
#include "api/ProgramNode.hpp"

#include <type_traits>
#include <utility>
#include <vector>

namespace poplar_emu::api {
namespace {

using Refs = std::vector<ir::ProgramRef>;

void take(ir::ProgramRef &program, Refs &out) {
  if (program) out.push_back(std::move(program));
}

/// Moves the programs below a node away from it.
void takeChildren(ir::ProgramPayload &payload, Refs &out) {
  std::visit(
      [&out](auto &p) {
        if constexpr (requires { p.body; }) take(p.body, out);
        if constexpr (requires { p.condition; })
          if constexpr (std::is_same_v<decltype(p.condition), ir::ProgramRef>)
            take(p.condition, out);
        if constexpr (requires { p.thenBranch; }) {
          take(p.thenBranch, out);
          take(p.elseBranch, out);
        }
        if constexpr (requires { p.steps; })
          for (ir::ProgramRef &step : p.steps)
            take(step, out);
        if constexpr (requires { p.defaultCase; }) {
          for (auto &[value, body] : p.cases)
            take(body, out);
          take(p.defaultCase, out);
        }
      },
      payload);
}

} // namespace

ProgramNode::~ProgramNode() {
  // The node that is destroyed first releases all below it, so that none waits on the stack.
  thread_local Refs *released = nullptr;
  if (released) {
    takeChildren(payload, *released);
    return;
  }
  Refs below;
  takeChildren(payload, below);
  if (below.empty()) return;
  released = &below;
  while (!below.empty()) {
    const ir::ProgramRef last = std::move(below.back());
    below.pop_back();
  }
  released = nullptr;
}

} // namespace poplar_emu::api
