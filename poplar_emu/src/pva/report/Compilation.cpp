// SPDX-License-Identifier: MIT
// What a report says about the compiled graph: variables, compute sets, liveness.
#include "pva/report/Access.hpp"

#include <algorithm>
#include <utility>

namespace pva {
namespace internal {

Variable Access::variable(const VariableInfo &info, std::uint64_t bytes) {
  Variable variable;
  variable.name_ = info.name;
  variable.size_ = bytes;
  return variable;
}

pva::LoweredVariable Access::lowered(const Profile &profile, const LoweredVariable &info) {
  pva::LoweredVariable variable;
  variable.category_ = memoryCategoryName(info.category);
  variable.bytes_ = info.bytes;
  variable.offset_ = info.offset;
  variable.alwaysLive_ = info.alwaysLive;
  if (info.variable != kNone) {
    const VariableInfo &whole = profile.variables[info.variable];
    variable.unloweredVar_ = std::make_shared<const Variable>(Access::variable(whole, whole.bytes));
    variable.name_ = whole.name;
  }
  if (!info.name.empty()) variable.name_ = info.name;
  if (variable.name_.empty()) variable.name_ = variable.category_;
  return variable;
}

ComputeSet Access::computeSet(const ProfilePtr &profile, const ComputeSetInfo &info) {
  ComputeSet set;
  set.name_ = info.name;
  set.vertices_ = List<VertexInstances>([profile, &info] {
    std::vector<VertexInstances> all;
    for (const VertexCount &count : info.vertices) {
      VertexInstances &vertices = all.emplace_back();
      vertices.type_.name_ = profile->vertexTypes[count.type].name;
      vertices.type_.size_ = profile->vertexTypes[count.type].stateBytes;
      vertices.count_ = count.count;
      vertices.countByTile_ = numbers(profile, count.countByTile);
    }
    return all;
  });
  return set;
}

std::vector<LivenessProgramStep> Access::liveness(const ModelPtr &model, const Programs &programs) {
  std::vector<LivenessProgramStep> steps;
  const Profile &profile = *model->profile;
  for (const LivenessStep &info : profile.memory.liveness) {
    LivenessProgramStep &step = steps.emplace_back();
    if (info.program != kNone) step.program_ = (*programs)[info.program];
    step.notAlwaysLiveMemory_.bytes_ = info.bytes;
    step.notAlwaysLiveMemory_.variables_ = List<Variable>([model, &info] {
      std::vector<Variable> variables;
      for (const std::uint32_t index : info.variables)
        variables.push_back(
            variable(model->profile->variables[index], model->profile->variables[index].bytes));
      return variables;
    });
    step.model_ = model;
    step.step_ = steps.size() - 1;
  }
  return steps;
}

LiveMemory Access::liveOn(const Model &model, std::size_t step, std::uint64_t tile) {
  const Profile &profile = *model.profile;
  const LivenessStep &info = profile.memory.liveness[step];
  LiveMemory live;
  std::vector<Variable> variables;
  for (const std::uint32_t index : model.loweredOn(tile)) {
    const LoweredVariable &lowered = profile.memory.lowered[index];
    if (lowered.alwaysLive || lowered.variable == kNone) continue;
    if (std::find(info.variables.begin(), info.variables.end(), lowered.variable) ==
        info.variables.end())
      continue;
    variables.push_back(variable(profile.variables[lowered.variable], lowered.bytes));
    live.bytes_ += lowered.bytes;
  }
  if (!info.bytesByTile.empty()) live.bytes_ = info.bytesByTile[tile];
  live.variables_ = List<Variable>(std::move(variables));
  return live;
}

List<Variable> Access::alwaysLiveOn(const Model &model, std::uint64_t tile) {
  const Profile &profile = *model.profile;
  std::vector<Variable> variables;
  for (const std::uint32_t index : model.loweredOn(tile)) {
    const LoweredVariable &lowered = profile.memory.lowered[index];
    if (lowered.alwaysLive && lowered.variable != kNone)
      variables.push_back(variable(profile.variables[lowered.variable], lowered.bytes));
  }
  return List<Variable>(std::move(variables));
}

CompilationReport Access::compilation(const ModelPtr &model, const Programs &programs) {
  const Profile &profile = *model->profile;
  CompilationReport report;
  report.model_ = model;
  report.graph_.numComputeSets_ = profile.computeSets.size();
  report.graph_.numVars_ = profile.variables.size();
  report.graph_.numEdges_ = profile.numEdges;
  report.graph_.numVertices_ = profile.numVertices;

  report.target_.numIPUs_ = profile.target.numIpus;
  report.target_.tilesPerIpu_ = profile.target.tilesPerIpu;
  report.target_.bytesPerIPU_ = profile.target.bytesPerTile * profile.target.tilesPerIpu;
  report.target_.numReplicas_ = profile.target.numReplicas;

  report.tiles_ = List<Tile>([model] { return tiles(model); });
  std::vector<std::uint64_t> withLiveness;
  for (const auto &entry : model->byTile)
    withLiveness.push_back(entry.first);
  report.tilesWithLivenessInfo_ = List<std::uint64_t>(std::move(withLiveness));

  std::vector<std::shared_ptr<pva::Program>> entries;
  for (const std::uint32_t entry : profile.entries)
    entries.push_back((*programs)[entry]);
  report.programs_ = List<std::shared_ptr<pva::Program>>(std::move(entries));

  report.alwaysLiveVariables_ = List<Variable>([model] {
    std::vector<Variable> variables;
    for (const VariableInfo &info : model->profile->variables)
      if (info.alwaysLive) variables.push_back(variable(info, info.bytes));
    return variables;
  });
  report.livenessProgramSteps_ =
      List<LivenessProgramStep>([model, programs] { return liveness(model, programs); });
  return report;
}

} // namespace internal

LiveMemory LivenessProgramStep::notAlwaysLiveMemoryForTile(std::uint64_t tile) const {
  return internal::Access::liveOn(*model_, step_, tile);
}

List<Variable> CompilationReport::alwaysLiveVariablesForTile(std::uint64_t tile) const {
  if (!model_) throw std::out_of_range("the report is empty: it has no liveness data");
  return internal::Access::alwaysLiveOn(*model_, tile);
}

} // namespace pva
