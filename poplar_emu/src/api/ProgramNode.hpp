// SPDX-License-Identifier: MIT
// What stands behind a poplar::program::Program: a node of the ir's program tree.
#pragma once

#include "ir/Program.hpp"

#include <memory>

namespace poplar_emu::api {

/// Shared by all copies of a program and by the programs that contain it. Only Sequence::add and
/// Switch::add change one, and only while nobody else holds it.
struct ProgramNode : ir::ProgramNode {
  ProgramNode() = default;
  ProgramNode(const ProgramNode &) = default;
  ProgramNode &operator=(const ProgramNode &) = default;
  /// Takes no stack, however deep the programs below are nested.
  ~ProgramNode();
};

} // namespace poplar_emu::api
