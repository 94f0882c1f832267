// SPDX-License-Identifier: MIT
// Scenario 77: two replicas of four IPUs, each a pipeline of four stages written by hand: additions
// in place on each IPU, and copies to the next one. It must end, and the numbers must be right.
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main() {
  const unsigned R = 2, ipus = 4, n = 200;
  IPUModel model;
  model.numIPUs = R * ipus;
  model.tilesPerIPU = 8;
  Device device = model.createDevice();
  Graph graph(device.getTarget(), replication_factor(R));
  popops::addCodelets(graph);
  std::cout << "IPUs of a replica: " << graph.getTarget().getNumIPUs() << "\n";

  // Stage s adds s + 1 to what it holds.
  std::vector<Tensor> held;
  std::vector<Graph> stages;
  for (unsigned s = 0; s < ipus; ++s) {
    stages.push_back(graph.createVirtualGraph(s * 8, (s + 1) * 8));
    held.push_back(stages[s].addVariable(HALF, {n}, VariableMappingMethod::LINEAR, "held"));
  }
  DataStream in = graph.addHostToDeviceFIFO("in", HALF, n);
  DataStream out = graph.addDeviceToHostFIFO("out", HALF, n);

  Sequence prog;
  const unsigned batches = 7;
  for (unsigned cycle = 0; cycle < batches + ipus - 1; ++cycle) {
    // All stages that have a batch in this cycle: first they work, then they pass it on.
    for (unsigned s = 0; s < ipus; ++s) {
      const bool active = cycle >= s && cycle - s < batches;
      if (!active) continue;
      if (s == 0) prog.add(Copy(in, held[0]));
      popops::addInPlace(stages[s], held[s], static_cast<float>(s + 1), prog, "stage");
    }
    for (unsigned s = ipus; s-- > 0;) {
      const bool active = cycle >= s && cycle - s < batches;
      if (!active) continue;
      if (s + 1 == ipus)
        prog.add(Copy(held[s], out));
      else
        prog.add(Copy(poputil::copyToIpu(graph, held[s], prog, s + 1), held[s + 1]));
    }
  }

  Engine engine(graph, prog);
  engine.load(device);
  std::vector<Half> input(batches * R * n), output(batches * R * n);
  for (unsigned i = 0; i < input.size(); ++i)
    input[i] = Half(static_cast<float>(i % 1000));
  engine.connectStream("in", input.data(), input.data() + input.size());
  engine.connectStream("out", output.data(), output.data() + output.size());
  engine.run(0);
  for (unsigned i = 0; i < input.size(); ++i)
    if (static_cast<float>(output[i]) != static_cast<float>(input[i]) + 10) {
      std::cerr << "element " << i << " is " << static_cast<float>(output[i]) << "\n";
      return 1;
    }
  std::cout << "all " << batches << " batches of " << R << " replicas are right\n";
  return 0;
}
