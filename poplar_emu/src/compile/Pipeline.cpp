// SPDX-License-Identifier: MIT
// The compiler, as a list of its passes.
#include "compile/Pipeline.hpp"

#include "compile/ComputeLowering.hpp"
#include "compile/ProgramLowering.hpp"
#include "compile/Usage.hpp"
#include "compile/copies/MergeCopies.hpp"
#include "compile/exchange/ChargeLinks.hpp"
#include "compile/exchange/IoTiles.hpp"
#include "compile/memory/TileMemory.hpp"
#include "compile/program/checks/Nesting.hpp"
#include "compile/storage/StorageMap.hpp"
#include "compile/storage/StorageOrder.hpp"
#include "plan/Verify.hpp"

namespace poplar_emu::compile {
namespace {

plan::Machine machineOf(const ir::Graph &graph) {
  const ir::Machine &machine = graph.machine;
  return {machine.numIpus, machine.tilesPerIpu, machine.numWorkers, machine.replicationFactor,
          machine.bytesPerTile};
}

/// Tells whoever waits which pass comes next.
class Progress {
 public:
  explicit Progress(const Input &input) : input_(input) {}
  void enter(std::string_view pass) {
    if (input_.progress) input_.progress(pass, done_, kPasses);
    ++done_;
  }
  void end() {
    if (input_.progress) input_.progress({}, kPasses, kPasses);
  }

 private:
  static constexpr int kPasses = 11;
  const Input &input_;
  int done_ = 0;
};

/// What is copied at the same time lives at the same time: a program that fits is not to be refused
/// for it.
Input joinCopies(const Input &given, const Usage &usage, const StorageMap &storage,
                 const std::vector<std::uint32_t> &ioTiles) {
  std::optional<Input> joined = mergeCopies(given, usage, storage, ioTiles);
  if (joined && leavesRoom(*joined, usage, storage)) return std::move(*joined);
  return given;
}

} // namespace

const ir::ProgramRef &bodyOf(const Input &input, FunctionId function) {
  return input.functionBodies.empty() ? input.graph.functions[function.index()].body
                                      : input.functionBodies[function.index()];
}

plan::Plan compile(const Input &given) {
  Progress progress(given);
  plan::Plan plan;
  plan.machine = machineOf(given.graph);

  progress.enter("finding what programs use");
  checkNesting(given);
  const Usage usage = findUsage(given);
  progress.enter("checking programs");
  checkPrograms(given, usage);
  progress.enter("checking vertices");
  checkVertices(given, usage);
  plan.ioTiles = findIoTiles(given, usage);
  progress.enter("proving that vertices do not race");
  proveNoRaces(given, usage);
  progress.enter("placing variables");
  StorageMap storage(given, usage);
  chooseStorageOrder(given, usage, storage);
  progress.enter("joining copies");
  const Input input = joinCopies(given, usage, storage, plan.ioTiles);
  progress.enter("counting tile memory");
  // Before the lowering: a program that does not fit may be too large to lower, too.
  MemoryCount memory = countTileMemory(input, usage, storage, plan);
  progress.enter("lowering compute sets");
  memory.buffers = lowerComputeSets(input, usage, storage, plan);
  progress.enter("lowering programs");
  const StepOfNode steps = lowerPrograms(input, usage, storage, plan);
  progress.enter("charging links");
  chargeLinks(input, plan);
  finishTileMemory(input, usage, storage, memory, steps, plan);
  progress.enter("verifying the plan");
  plan::verify(plan);
  progress.end();
  return plan;
}

} // namespace poplar_emu::compile
