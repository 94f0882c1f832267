// SPDX-License-Identifier: MIT
// The parts of a profile, one after the other.
#include "profile/build/BuildProfile.hpp"

#include "model/machine/TargetState.hpp"
#include "profile/build/Memory.hpp"
#include "profile/build/Parts.hpp"
#include "profile/build/StepVariables.hpp"
#include "support/ElementType.hpp"

#include <algorithm>

namespace poplar_emu::profile {
namespace {

using pva::internal::Profile;
using pva::internal::ProfileTarget;

ProfileTarget targetOf(const plan::Machine &machine, const std::vector<std::uint32_t> &ioTiles,
                       const poplar::Target &target) {
  ProfileTarget info;
  info.type = poplar::toString(target.getTargetType());
  info.architecture = std::string(target.getTargetArchString());
  info.numIpus = machine.numIpus;
  info.numReplicas = machine.replicationFactor;
  info.tilesPerIpu = machine.tilesPerIpu;
  info.numWorkers = machine.numWorkers;
  info.bytesPerTile = machine.bytesPerTile;
  info.interleavedFrom = model::interleavedFrom(target);
  info.ioTiles = ioTiles;
  info.clockFrequency = target.getTileClockFrequency();
  info.minSyncDelay = target.getMinIPUSyncDelay();
  const std::vector<std::uint32_t> delays = model::relativeSyncDelays(target);
  for (std::uint32_t ipu = 0; ipu < machine.numIpus; ++ipu)
    info.relativeSyncDelayByTile.insert(info.relativeSyncDelayByTile.end(), delays.begin(),
                                        delays.end());
  return info;
}

void addVariables(const plan::Plan &plan, Profile &profile) {
  profile.variables.reserve(plan.memory.variables.size());
  for (const plan::VariableStorage &variable : plan.memory.variables)
    profile.variables.push_back({variable.name, std::string(name(variable.type)),
                                 variable.numElements, variable.bytes, false});
}

/// Those of cycles; what was recorded of runs stays.
void dropEstimates(Profile &profile) {
  for (pva::internal::ComputeSetInfo &set : profile.computeSets) {
    set.estimatedCyclesByTile.clear();
    for (pva::internal::VertexCount &count : set.vertices)
      count.estimatedCycles = 0;
  }
}

void addStepVariables(const plan::Plan &plan, const StepTable &table, ProgramTree &tree) {
  const std::vector<std::vector<std::uint32_t>> variables = variablesOfSteps(plan, table);
  for (std::uint32_t step = 0; step < table.size(); ++step)
    for (const Leaf &leaf : tree.leaves[step])
      if (leaf.role != Role::Sync && leaf.role != Role::SyncBeforeCompute)
        tree.programs[leaf.node].variables = variables[step];
}

bool isTransferOfHost(plan::StepKind kind) {
  return kind == plan::StepKind::StreamRead || kind == plan::StepKind::StreamWrite ||
         kind == plan::StepKind::RemoteRead || kind == plan::StepKind::RemoteWrite;
}

bool isOnIoTiles(const plan::ExchangeSummary &exchange) {
  return !exchange.sides.empty() &&
         std::all_of(exchange.sides.begin(), exchange.sides.end(),
                     [](plan::TileSide side) { return side == plan::TileSide::Io; });
}

void markIoTiles(const plan::Plan &plan, const StepTable &table, ProgramTree &tree) {
  if (plan.ioTiles.empty()) return;
  for (std::uint32_t step = 0; step < table.size(); ++step)
    if (isOnIoTiles(*exchangeOf(plan, table, step)))
      for (const Leaf &leaf : tree.leaves[step])
        tree.programs[leaf.node].onIoTiles = true;
}

/// The host serves all IPUs of a replica at one sync, unless it may serve each on its own.
void addIpus(const plan::Plan &plan, const poplar::Target &target, const StepTable &table,
             ProgramTree &tree) {
  if (plan.machine.numIpus == 1) return;
  const bool hostTakesAll = !model::hostServesIpusAlone(target);
  for (std::uint32_t step = 0; step < table.size(); ++step) {
    if (hostTakesAll && isTransferOfHost(table.stepAt(step).first)) continue;
    for (const Leaf &leaf : tree.leaves[step])
      tree.programs[leaf.node].ipus = exchangeOf(plan, table, step)->ipus;
  }
}

} // namespace

Profile compilationProfile(const plan::Plan &plan, const poplar::Target &target, const About &about,
                           TileDetail detail) {
  Profile profile;
  profile.versionMajor = about.versionMajor;
  profile.versionMinor = about.versionMinor;
  profile.versionPoint = about.versionPoint;
  profile.packageHash = about.packageHash;
  profile.cycleModel = about.cycleModel;
  profile.countedCycles = about.countedCycles;
  profile.profiledReplica = about.profiledReplica;
  profile.includesFlops = about.includesFlops;
  profile.computeInstrumentation = about.computeInstrumentation;
  profile.externalExchangeInstrumentation = about.externalExchangeInstrumentation;

  profile.target = targetOf(plan.machine, plan.ioTiles, target);
  profile.numEdges = plan.numEdges;
  for (const plan::VertexTypeUse &type : plan.vertexTypes)
    profile.vertexTypes.push_back({type.name, type.stateBytes, type.codeBytes});
  addVariables(plan, profile);
  addComputeSets(plan, detail, profile);
  if (!about.includesEstimates) dropEstimates(profile);

  const StepTable table(plan);
  const std::vector<std::uint32_t> exchanges = addExchanges(plan, table, detail, profile);
  ProgramTree tree = buildProgramTree(plan, table, exchanges);
  addIpus(plan, target, table, tree);
  markIoTiles(plan, table, tree);
  if (detail == TileDetail::Keep) addStepVariables(plan, table, tree);
  addMemory(plan, table, tree, detail, profile);
  profile.programs = std::move(tree.programs);
  profile.entries = std::move(tree.entries);
  return profile;
}

} // namespace poplar_emu::profile
