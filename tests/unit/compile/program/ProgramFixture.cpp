// SPDX-License-Identifier: MIT
// Builds program trees and lowers them.
#include "ProgramFixture.hpp"

#include "plan/Verify.hpp"
#include "view/Ops.hpp"

namespace poplar_emu::compile::test {

ir::Operand ProgramGraph::whole(VariableId id) const {
  const ir::Variable &variable = graph.variable(id);
  return {view::wholeVariable(
              id, std::vector<std::uint64_t>(variable.shape.begin(), variable.shape.end())),
          variable.type};
}

ir::Operand ProgramGraph::element(VariableId id, std::uint64_t index) const {
  return slice(id, index, index + 1);
}

ir::Operand ProgramGraph::slice(VariableId id, std::uint64_t begin, std::uint64_t end) const {
  ir::Operand operand = whole(id);
  operand.view = view::slice(view::flatten(operand.view), begin, end);
  return operand;
}

ir::ProgramRef ProgramGraph::anyCopy(std::string name) {
  const VariableId from = variable(name + ".from", 4, TileId(0));
  const VariableId to = variable(name + ".to", 4, TileId(0));
  return node(ir::Copy{whole(from), whole(to)}, name);
}

StreamId ProgramGraph::stream(const std::string &handle, ir::StreamDirection direction,
                              std::uint64_t numElements, ElementType type) {
  ir::Stream made;
  made.handle = handle;
  made.direction = direction;
  made.numElements = numElements;
  made.type = type;
  made.site = internSite("user.cpp", 7, "main");
  graph.streams.push_back(std::move(made));
  return StreamId(graph.streams.size() - 1);
}

FunctionId ProgramGraph::function(const std::string &name, ir::ProgramRef body) {
  graph.functions.push_back({name, std::move(body), {}});
  return FunctionId(graph.functions.size() - 1);
}

plan::Plan ProgramGraph::lower() const {
  const Input input = this->input();
  const Usage usage = findUsage(input);
  checkPrograms(input, usage);
  const StorageMap storage(input, usage);
  plan::Plan plan;
  plan.machine = {graph.machine.numIpus, graph.machine.tilesPerIpu, graph.machine.numWorkers,
                  graph.machine.replicationFactor, graph.machine.bytesPerTile};
  plan.computes.resize(usage.computeSets.size());
  for (std::size_t i = 0; i < usage.computeSets.size(); ++i)
    plan.computes[i].computeSet = usage.computeSets[i].value;
  lowerPrograms(input, usage, storage, plan);
  plan::verify(plan);
  return plan;
}

std::string ProgramGraph::check() const {
  return messageOf([this] { checkPrograms(input(), findUsage(input())); });
}

} // namespace poplar_emu::compile::test
