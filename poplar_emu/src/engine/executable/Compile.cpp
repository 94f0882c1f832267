// SPDX-License-Identifier: MIT
// Compilation of a user's graph into an executable.
#include "engine/executable/Compile.hpp"

#include "api/Access.hpp"
#include "api/PerfEstimates.hpp"
#include "compile/Pipeline.hpp"
#include "engine/executable/CompileProgress.hpp"
#include "engine/report/ReportFiles.hpp"
#include "model/EngineOptionTable.hpp"
#include "model/debug/DebugFile.hpp"
#include "model/links/DeviceLinks.hpp"
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"
#include "support/HostMemory.hpp"

#include <poplar/exceptions.hpp>
#include <pvti/pvti.hpp>

namespace poplar_emu::engine {
namespace {

compile::ComputeInstrumentation instrumentationOf(model::ComputeLevel level) {
  switch (level) {
  case model::ComputeLevel::Off:
    break;
  case model::ComputeLevel::Device:
    return compile::ComputeInstrumentation::Device;
  case model::ComputeLevel::Ipu:
    return compile::ComputeInstrumentation::Ipu;
  case model::ComputeLevel::Tile:
    return compile::ComputeInstrumentation::Tile;
  case model::ComputeLevel::Vertex:
    return compile::ComputeInstrumentation::Vertex;
  }
  return compile::ComputeInstrumentation::Off;
}

compile::Options compileOptions(const model::EngineOptionValues &values,
                                const poplar::Target &target) {
  compile::Options options;
  if (values.exchange == model::ExchangeMode::Copy) options.exchange = compile::Exchange::Copy;
  options.executesCollectiveSteps = values.collectives == model::CollectiveMode::Steps;
  // Errors of checks name the copy that is wrong.
  options.maxMergedBytes = values.checks ? 0 : values.maxCopyMergeSize;
  if (values.allowOutOfMemory) options.outOfMemory = compile::OutOfMemory::Allow;
  options.workerStackBytes = values.workerStackBytes;
  options.supervisorStackBytes = values.supervisorStackBytes;
  options.computeInstrumentation = instrumentationOf(values.computeLevel);
  options.instrumentsExternalExchange = values.instrumentsExternalExchange;
  options.blocksFilter = values.blocksFilter;
  options.programsFilter = values.programsFilter;
  if (!values.blocksFilter.empty() || !values.programsFilter.empty()) {
    options.blockBufferBytes = values.blocksBufferSize;
    options.blockTile = values.blocksTile;
  }
  options.interleavedFrom = model::interleavedFrom(target);
  if (values.reportsLoweredVars)
    options.memoryDetail = compile::MemoryDetail::AllTiles;
  else if (values.instrument || values.writesReport)
    options.memoryDetail = compile::MemoryDetail::FullestTile;
  options.exchangeModel = {
      target.getExchangeBytesPerCycle(), target.getMemcpyBytesPerCycle(),
      target.getTilesPerSharedExchangeBus(),
      static_cast<std::uint32_t>(model::constantOf(model::ConstantId::PieceCopy, values.cycleModel,
                                                   target.getTargetArchString().cloneAsString()))};
  if (values.instrument || values.instrumentsCompute || values.writesReport)
    options.detail = compile::Detail::Flows;
  else if (target.getTargetType() == poplar::TargetType::IPU_MODEL)
    options.detail = compile::Detail::Tiles;
  return options;
}

/// The code of the vertex types that the plan uses, under the plan's indices.
codelet::Bundle bundleFor(const plan::Plan &plan, const codelet::Registry &registry) {
  std::vector<VertexTypeId> used;
  std::vector<std::uint32_t> planIndex(registry.numTypes(), 0);
  for (std::uint32_t i = 0; i < plan.vertexTypes.size(); ++i) {
    const VertexTypeId id = registry.require(plan.vertexTypes[i].name, {});
    used.push_back(id);
    planIndex[id.index()] = i;
  }
  codelet::Bundle bundle = registry.bundle(used);
  for (codelet::BundleEntry &entry : bundle.entries)
    entry.type = VertexTypeId(planIndex[entry.type.index()]);
  return bundle;
}

} // namespace

namespace {

std::shared_ptr<const ExecutableState>
compileUnguarded(const poplar::Graph &graph, poplar::ArrayRef<poplar::program::Program> programs,
                 const poplar::OptionFlags &options, const std::function<void(int, int)> &progress,
                 OptionCheck check) {
  using api::Access;
  if (!Access::state(graph))
    Diagnostic(Code::PE0401, "a default-constructed or moved-from graph cannot be compiled")
        .fix("make the graph with a target: Graph graph(device.getTarget())")
        .raise();
  const model::EngineOptionValues values =
      model::parseEngineOptions(options, check == OptionCheck::Check ? model::UnknownKeys::Refuse
                                                                     : model::UnknownKeys::Ignore);

  api::evaluateEstimates(graph);
  const std::shared_ptr<const ir::Graph> ir = Access::ir(graph);
  const codelet::Registry &registry = Access::registry(graph);
  std::vector<ir::ProgramRef> refs;
  for (const poplar::program::Program &program : programs)
    refs.push_back(Access::program(program));

  auto executable = std::make_shared<ExecutableState>();
  const model::DeviceLinks links(Access::deviceTarget(graph));
  CompileProgress terminal;
  const auto onPass = [&](std::string_view pass, int done, int total) {
    terminal.enter(pass, done, total);
    if (progress && done > 0) progress(done, total);
  };
  const poplar::Target &target = Access::deviceTarget(graph);
  if (values.reportsDebugInfo) model::startDebugFile(values.reportDirectory);
  writeSerializedGraph(graph, values);
  std::string profilePath; // of a graph that does not fit
  const auto onOutOfMemory = [&](const plan::Plan &plan) {
    profilePath = writeOutOfMemoryReport(plan, *ir, target, values);
  };
  try {
    executable->plan =
        compile::compile({*ir, registry, std::move(refs), compileOptions(values, target), onPass,
                          &links, onOutOfMemory});
  } catch (poplar::graph_memory_allocation_error &error) {
    error.profilePath = profilePath;
    throw;
  }
  executable->bundle = bundleFor(executable->plan, registry);
  executable->target = target;
  executable->options = options;
  writeArchive(*executable, values);
  return executable;
}

} // namespace

std::shared_ptr<const ExecutableState> compile(const poplar::Graph &graph,
                                               poplar::ArrayRef<poplar::program::Program> programs,
                                               const poplar::OptionFlags &options,
                                               const std::function<void(int, int)> &progress,
                                               OptionCheck check) {
  const pvti::Tracepoint trace(&pvti::tracePoplar, "compileGraph");
  return inHostMemory("the compilation of the graph",
                      [&] { return compileUnguarded(graph, programs, options, progress, check); });
}

} // namespace poplar_emu::engine
