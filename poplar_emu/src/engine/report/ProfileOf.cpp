// SPDX-License-Identifier: MIT
// What the options leave of a profile.
#include "engine/report/ProfileOf.hpp"

#include "model/cycles/Constants.hpp"
#include "profile/blocks/AddBlocks.hpp"
#include "profile/build/BuildProfile.hpp"

#include <poplar/Graph.hpp>

#include <utility>

namespace poplar_emu::engine {
namespace {

const char *nameOf(model::ComputeLevel level) {
  switch (level) {
  case model::ComputeLevel::Off:
    return "off";
  case model::ComputeLevel::Device:
    return "device";
  case model::ComputeLevel::Ipu:
    return "ipu";
  case model::ComputeLevel::Tile:
    return "tile";
  case model::ComputeLevel::Vertex:
    return "vertex";
  }
  return "";
}

} // namespace

pva::internal::Profile profileOf(const plan::Plan &plan, const poplar::Target &target,
                                 const model::EngineOptionValues &values) {
  profile::About about;
  about.versionMajor = 3;
  about.versionMinor = 4;
  about.packageHash = std::string(poplar::packageHash());
  about.cycleModel = std::string(model::name(values.cycleModel));
  about.countedCycles =
      values.vertexCycles == model::VertexCycles::Counted ||
      (values.instrumentsCompute && values.vertexCycles == model::VertexCycles::Auto);
  about.computeInstrumentation = nameOf(values.computeLevel);
  about.profiledReplica = values.replicaToProfile.value_or(pva::internal::kNone);
  about.includesFlops = values.profilesFlops;
  about.includesEstimates = values.profilesEstimates;
  about.externalExchangeInstrumentation = values.instrumentsExternalExchange ? "tile" : "off";
  pva::internal::Profile profile =
      profile::compilationProfile(plan, target, about, profile::TileDetail::Keep);
  for (model::ConstantValue &constant :
       model::constantsOf(values.cycleModel, target.getTargetArchString().cloneAsString()))
    profile.constants.push_back({std::move(constant.name), std::move(constant.unit),
                                 std::move(constant.source), constant.value});
  return profile;
}

pva::internal::Profile profileOf(const EngineState &engine, Runs runs) {
  const plan::Plan &plan = engine.executable->plan;
  pva::internal::Profile profile = profileOf(plan, engine.executable->target, engine.values);
  if (runs == Runs::Include && engine.recorder && !engine.recorder->runs().empty())
    profile::addExecution(plan, *engine.recorder, profile);
  if (runs == Runs::Include && engine.blocks) profile::addBlocks(plan, *engine.blocks, profile);
  return profile;
}

} // namespace poplar_emu::engine
