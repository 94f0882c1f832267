// SPDX-License-Identifier: MIT
// Watches a run step by step.
#include "Program.hpp"

#include <poplar_emu/Observe.hpp>

namespace validate {

Program::Program(const poplar::IPUModel &model)
    : device_(model.createDevice()), graph(device_.getTarget()) {
  graph.addCodelets(VALIDATE_CODELETS);
}

poplar::Tensor Program::add(const poplar::Type &type, std::size_t elements, unsigned tile) {
  const poplar::Tensor tensor = graph.addVariable(type, {elements});
  graph.setTileMapping(tensor, tile);
  return tensor;
}

Cycles Program::run(Constants constants) {
  poplar::Engine engine(
      graph, sequence,
      {{"poplar_emu.vertexCycles", "counted"},
       {"poplar_emu.cycleModel", constants == Constants::Hardware ? "hardware" : "ipumodel"}});
  Cycles cycles;
  poplar_emu::observe(engine, [&](const poplar_emu::Superstep &step) {
    cycles.compute += step.computeCycles;
    cycles.exchange += step.exchangeCycles;
    cycles.globalExchange += step.globalExchangeCycles;
    cycles.host += step.hostCycles;
    cycles.sync += step.syncCycles;
    cycles.tiles += step.tileCycles;
    cycles.threads += step.threadCycles;
  });
  if (connect) connect(engine);
  engine.load(device_);
  engine.run();
  return cycles;
}

} // namespace validate
