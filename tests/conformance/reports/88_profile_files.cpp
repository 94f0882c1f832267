// SPDX-License-Identifier: MIT
// Reports through libpva only, switched on from the environment. Argument: the folder for reports.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <pva/pva.hpp>

#include <cstdlib>
#include <iostream>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  const std::string folder = argv[1];
  const std::string options = "{\"autoReport.all\": true, \"autoReport.directory\": \"" + folder +
                              "\", \"autoReport.executionProfileProgramRunCount\": 1}";
  setenv("POPLAR_ENGINE_OPTIONS", options.c_str(), 1);

  IPUModel ipuModel;
  ipuModel.tilesPerIPU = 8;
  Device device = ipuModel.createDevice();
  Graph graph(device.getTarget());
  Tensor source = graph.addVariable(FLOAT, {8, 100}, "source");
  Tensor target = graph.addVariable(FLOAT, {8, 100}, "target");
  for (unsigned i = 0; i < 8; ++i) {
    graph.setTileMapping(source[i], i);
    graph.setTileMapping(target[i], (i + 1) % 8);
  }
  graph.createHostWrite("source", source);
  {
    Engine engine(graph, Repeat(3, Copy(source, target)));
    engine.load(device);
    engine.run();
    engine.run(); // counted, but its steps are not kept
  }
  const pva::Report report = pva::openReport(folder + "/profile.pop");
  const auto &target_ = report.compilation().target();
  std::cout << target_.numTiles() << " tiles, Poplar " << report.poplarVersion().majorVer() << "\n";
  unsigned exchanges = 0;
  for (const auto &step : report.execution().steps())
    if (step.program()->type() == pva::Program::Type::DoExchange) ++exchanges;
  std::cout << report.execution().runs().size() << " runs, " << exchanges << " exchanges\n";
  printProfileSummary(std::cout, folder + "/profile.pop", {{"showVarStorage", "true"}});

  Tensor tooLarge = graph.addVariable(FLOAT, {1000, 1000}, "tooLarge");
  graph.setTileMapping(tooLarge, 0);
  try {
    Engine engine(graph, WriteUndef(tooLarge));
    return 2;
  } catch (const graph_memory_allocation_error &error) {
    printGraphSummary(std::cout, error.profilePath, {});
  }
}
