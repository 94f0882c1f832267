// SPDX-License-Identifier: MIT
// A program's node in words, for everything that shows program trees.
#pragma once

#include "ir/Graph.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace poplar_emu::api {

struct Outline {
  std::string kind;   ///< "Copy"
  std::string detail; ///< "'a' float [4] -> 'b' float [4]"
  struct Child {
    std::string role; ///< "condition", "case 3", "" for the steps of a sequence
    ir::ProgramRef program;
  };
  std::vector<Child> children;
};

Outline outline(const ir::Graph &graph, const ir::ProgramNode &program);

/// One line a node, children indented.
void writeProgram(const ir::Graph &graph, const ir::ProgramRef &program, std::ostream &out);

} // namespace poplar_emu::api
