// SPDX-License-Identifier: MIT
// The compiler, as a list of its passes.
#include "compile/Pipeline.hpp"

#include "compile/ChargeLinks.hpp"
#include "compile/ComputeLowering.hpp"
#include "compile/IoTiles.hpp"
#include "compile/ProgramLowering.hpp"
#include "compile/StorageMap.hpp"
#include "compile/StorageOrder.hpp"
#include "compile/Usage.hpp"
#include "compile/memory/TileMemory.hpp"
#include "compile/program/Nesting.hpp"
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
  static constexpr int kPasses = 10;
  const Input &input_;
  int done_ = 0;
};

} // namespace

plan::Plan compile(const Input &input) {
  Progress progress(input);
  plan::Plan plan;
  plan.machine = machineOf(input.graph);

  progress.enter("finding what programs use");
  checkNesting(input);
  const Usage usage = findUsage(input);
  progress.enter("checking programs");
  checkPrograms(input, usage);
  progress.enter("checking vertices");
  checkVertices(input, usage);
  plan.ioTiles = findIoTiles(input, usage);
  progress.enter("proving that vertices do not race");
  proveNoRaces(input, usage);
  progress.enter("placing variables");
  StorageMap storage(input, usage);
  chooseStorageOrder(input, usage, storage);
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
