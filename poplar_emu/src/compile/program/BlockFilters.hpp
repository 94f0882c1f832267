// SPDX-License-Identifier: MIT
// What lightweight profiling records: blocks of the user's, and programs that get one of their own.
#pragma once

#include "compile/Pipeline.hpp"

#include <optional>
#include <regex>
#include <string>

namespace poplar_emu::compile {

/// The program's name; an Execute without one is known by its compute set.
const std::string &nameOf(const ir::ProgramNode &program, const ir::Graph &graph);

/// The options profiler.blocks.filter and profiler.programs.filter: regular expressions (of
/// ECMAScript) that must match the whole name.
class BlockFilters {
 public:
  /// PE0702 for what is no regular expression.
  explicit BlockFilters(const Options &options);

  bool any() const { return blocks_ || programs_; }
  /// Whether a Block of this name is recorded.
  bool records(const std::string &block) const;
  /// Whether the program gets a block around it. Blocks do not.
  bool encloses(const ir::ProgramRef &program, const ir::Graph &graph) const;

 private:
  std::optional<std::regex> blocks_, programs_;
};

} // namespace poplar_emu::compile
