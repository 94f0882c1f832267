// SPDX-License-Identifier: MIT
// The profile interface of old SDKs: values, JSON and CBOR files, summaries of values, reset and
// pause. Argument: the start of the names of the files to write.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/ProfileValue.hpp>

#include <fstream>
#include <iostream>
#include <sstream>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  const std::string prefix = argv[1];
  DeviceManager manager = DeviceManager::createDeviceManager();
  std::vector<Device> devices = manager.getDevices(TargetType::IPU, 2);
  if (devices.empty() || !devices[0].attach()) return 1;
  Graph graph(devices[0].getTarget());
  std::stringstream source(
      "#include <poplar/Vertex.hpp>\n"
      "using namespace poplar;\n"
      "class Increment : public Vertex { public:\n"
      "  Input<Vector<int>> in; Output<Vector<int>> out;\n"
      "  void compute() {\n"
      "    for (unsigned i = 0; i < in.size(); ++i) out[i] = in[i] + 1; } };\n");
  graph.addCodelets(source);
  const unsigned tilesPerIpu = graph.getTarget().getTilesPerIPU();
  Tensor a = graph.addVariable(INT, {64}, "a"), b = graph.addVariable(INT, {64}, "b");
  graph.setTileMapping(a, 0);
  graph.setTileMapping(b, tilesPerIpu); // the other IPU
  ComputeSet increment = graph.addComputeSet("increment");
  VertexRef vertex = graph.addVertex(increment, "Increment", {{"in", a}, {"out", b}});
  graph.setTileMapping(vertex, tilesPerIpu);
  Sequence prog({Repeat(4, Sequence({Execute(increment), Copy(b, a)}))});

  Engine engine(graph, prog, OptionFlags{{"debug.executionProfile", "compute_sets"}});
  engine.load(devices[0]);
  engine.disableExecutionProfiling();
  engine.run(0);
  engine.enableExecutionProfiling();
  engine.run(0);
  engine.resetExecutionProfile();
  engine.run(0);

  const ProfileValue &graphProfile = engine.getGraphProfile();
  const ProfileValue &execution = engine.getExecutionProfile();
  {
    std::ofstream graphFile(prefix + "graph.json"), executionFile(prefix + "execution.json");
    serializeToJSON(graphFile, graphProfile, true);
    serializeToJSON(executionFile, execution, false);
    std::ofstream cbor(prefix + "execution.cbor", std::ios::binary);
    serializeToCBOR(cbor, execution);
    if (!graphFile || !executionFile || !cbor) return 2;
  }
  std::cout << graphProfile["target"]["numIPUs"].asUint() << " IPUs, "
            << graphProfile["graphInfo"]["numVertices"].asUint() << " vertex, "
            << graphProfile["memory"]["byTile"]["total"].size() << " tiles\n";
  std::cout << execution["profilerMode"].asString() << ", " << execution["runs"].size() << " run\n";

  // Each round: a crosses to the other IPU, and back.
  unsigned global = 0;
  for (const ProfileValue &step : execution["simulation"]["steps"].asVector())
    if (step["type"].asString() == "GlobalExchange" && step["cycles"].asUint() > 0) ++global;
  std::cout << global << " global exchanges\n";
  const std::uint64_t cycles = execution["simulation"]["cycles"].asUint();
  for (const ProfileValue &ipu : execution["runs"][0]["cyclesByIPU"].asVector()) {
    std::uint64_t sum = 0;
    for (const auto &part : ipu.asMap())
      sum += part.second.asUint();
    std::cout << (sum == cycles ? "an IPU adds up\n" : "an IPU does not add up\n");
  }
  printProfileSummary(std::cout, graphProfile, execution, {{"showExecutionSteps", "true"}});
}
