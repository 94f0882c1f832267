// SPDX-License-Identifier: MIT
// The compiler, as a list of its passes.
#include "compile/Pipeline.hpp"

#include "compile/ChargeLinks.hpp"
#include "compile/ComputeLowering.hpp"
#include "compile/ProgramLowering.hpp"
#include "compile/StorageMap.hpp"
#include "compile/StorageOrder.hpp"
#include "compile/Usage.hpp"
#include "compile/program/Nesting.hpp"
#include "plan/Verify.hpp"

namespace poplar_emu::compile {
namespace {

plan::Machine machineOf(const ir::Graph &graph) {
  const ir::Machine &machine = graph.machine;
  return {machine.numIpus, machine.tilesPerIpu, machine.numWorkers, machine.replicationFactor,
          machine.bytesPerTile};
}

/// Reports "pass i of n" to the user's progress function.
class Progress {
 public:
  explicit Progress(const Input &input) : input_(input) {}
  void step() {
    ++done_;
    if (input_.progress) input_.progress(done_, kPasses);
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

  checkNesting(input);
  const Usage usage = findUsage(input);
  progress.step();
  checkPrograms(input, usage);
  progress.step();
  checkVertices(input, usage);
  progress.step();
  proveNoRaces(input, usage);
  progress.step();
  StorageMap storage(input, usage);
  chooseStorageOrder(input, usage, storage);
  progress.step();
  // Before the lowering: a program that does not fit may be too large to lower, too.
  checkTileMemory(input, usage, storage, plan);
  progress.step();
  lowerComputeSets(input, usage, storage, plan);
  progress.step();
  lowerPrograms(input, usage, storage, plan);
  progress.step();
  chargeLinks(input, plan);
  progress.step();
  plan::verify(plan);
  progress.step();
  return plan;
}

} // namespace poplar_emu::compile
