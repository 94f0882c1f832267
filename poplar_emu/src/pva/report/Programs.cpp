// SPDX-License-Identifier: MIT
// The program tree of a report: each node in the class of its kind.
#include "pva/report/Access.hpp"

#include <utility>

namespace pva::internal {
namespace {

std::shared_ptr<pva::Program> emptyProgram(ProgramType type) {
  switch (type) {
#define PVA_CASE(Kind)                                                                             \
  case ProgramType::Kind:                                                                          \
    return std::make_shared<Kind##Program>();
    PVA_PLAIN_PROGRAMS(PVA_CASE)
    PVA_CASE(OnTileExecute)
    PVA_CASE(DoExchange)
#undef PVA_CASE
  case ProgramType::Unknown:
    break;
  }
  return std::make_shared<pva::Program>();
}

// Both enumerations list the same kinds in the same order.
static_assert(static_cast<int>(ProgramType::kLastEnumerator) ==
              static_cast<int>(pva::Program::Type::Block));

std::vector<pva::LoweredVariable> variablesOf(const Model &model, const ProgramInfo &info) {
  std::vector<pva::LoweredVariable> variables;
  for (const std::uint32_t variable : info.variables) {
    const auto found = model.byVariable.find(variable);
    if (found == model.byVariable.end()) continue;
    for (const std::uint32_t index : found->second)
      variables.push_back(Access::lowered(*model.profile, model.profile->memory.lowered[index]));
  }
  return variables;
}

} // namespace

Programs Access::programs(const ModelPtr &model, const List<ComputeSet> &computeSets) {
  const std::vector<ProgramInfo> &infos = model->profile->programs;
  auto all = std::make_shared<std::vector<std::shared_ptr<pva::Program>>>(infos.size());
  // Children come behind their parents.
  for (std::size_t i = infos.size(); i-- > 0;) {
    const ProgramInfo &info = infos[i];
    const std::shared_ptr<pva::Program> program = emptyProgram(info.type);
    program->name_ = info.name;
    program->type_ = static_cast<pva::Program::Type>(info.type);
    program->id_ = i;
    program->controlCodeByTile_ = controlCode(model, static_cast<std::uint32_t>(i));
    program->codeBytesByTile_ = codeBytes(model, static_cast<std::uint32_t>(i));
    for (const std::uint32_t child : info.children)
      program->children_.push_back((*all)[child]);
    const List<pva::LoweredVariable> variables(std::function<std::vector<pva::LoweredVariable>()>(
        [model, &info] { return variablesOf(*model, info); }));
    if (info.type == ProgramType::OnTileExecute) {
      auto &execute = static_cast<OnTileExecuteProgram &>(*program);
      execute.vars_ = variables;
      if (info.computeSet != kNone) execute.computeset_ = computeSets[info.computeSet];
    } else if (info.type == ProgramType::DoExchange) {
      static_cast<DoExchangeProgram &>(*program).vars_ = variables;
    }
    (*all)[i] = program;
  }
  return all;
}

} // namespace pva::internal
