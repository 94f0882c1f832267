// SPDX-License-Identifier: MIT
// Matches names against the filters of lightweight profiling.
#include "compile/program/BlockFilters.hpp"

#include "support/Diagnostic.hpp"

namespace poplar_emu::compile {
namespace {

std::optional<std::regex> compiled(const char *option, const std::string &filter) {
  if (filter.empty()) return std::nullopt;
  try {
    return std::regex(filter);
  } catch (const std::regex_error &error) {
    Diagnostic(Code::PE0702, "engine option '{}' is no regular expression: '{}'", option, filter)
        .note("{}", error.what())
        .fix("write one that matches whole names, such as stage.*|update")
        .raise();
  }
}

} // namespace

const std::string &nameOf(const ir::ProgramNode &program, const ir::Graph &graph) {
  const auto *execute = std::get_if<ir::Execute>(&program.payload);
  if (execute && program.name.empty()) return graph.computeSets[execute->computeSet.index()].name;
  return program.name;
}

BlockFilters::BlockFilters(const Options &options)
    : blocks_(compiled("profiler.blocks.filter", options.blocksFilter)),
      programs_(compiled("profiler.programs.filter", options.programsFilter)) {}

bool BlockFilters::records(const std::string &block) const {
  return blocks_ && std::regex_match(block, *blocks_);
}

bool BlockFilters::encloses(const ir::ProgramRef &program, const ir::Graph &graph) const {
  if (!programs_ || !program || std::holds_alternative<ir::Block>(program->payload)) return false;
  const std::string &name = nameOf(*program, graph);
  return !name.empty() && std::regex_match(name, *programs_);
}

} // namespace poplar_emu::compile
