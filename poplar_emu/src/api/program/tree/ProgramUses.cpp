// SPDX-License-Identifier: MIT
// The walk, on the outline's children.
#include "api/program/tree/ProgramUses.hpp"

#include "api/program/tree/ProgramOutline.hpp"

#include <vector>

namespace poplar_emu::api {
namespace {

struct Walk {
  const ir::Graph &graph;
  const std::function<void(const ir::ProgramNode &)> &visit;
  std::vector<bool> seenFunctions;

  void go(const ir::ProgramRef &program) {
    if (!program) return;
    visit(*program);
    if (const auto *call = std::get_if<ir::Call>(&program->payload)) {
      const std::size_t function = call->function.index();
      if (function >= graph.functions.size() || seenFunctions[function]) return;
      seenFunctions[function] = true;
      go(graph.functions[function].body);
      return;
    }
    for (const Outline::Child &child : outline(graph, *program).children)
      go(child.program);
  }
};

} // namespace

void forEachProgram(const ir::Graph &graph, std::span<const ir::ProgramRef> programs,
                    const std::function<void(const ir::ProgramNode &)> &visit) {
  Walk walk{graph, visit, std::vector<bool>(graph.functions.size())};
  for (const ir::ProgramRef &program : programs)
    walk.go(program);
}

} // namespace poplar_emu::api
