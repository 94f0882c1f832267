// SPDX-License-Identifier: MIT
// Scenario 19: STREAM triad with several vertices, from a .gp file; prints an error only if there
// is one.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <cmath>
#include <iostream>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  Device device;
  for (auto &d : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
    if (d.attach()) {
      device = std::move(d);
      break;
    }
  Graph graph(device.getTarget());
  if (argc > 1) graph.addCodelets(argv[1]);
  const unsigned tiles = graph.getTarget().getNumTiles(), perTile = 96;
  const char *kinds[] = {"Triad<float>", "TriadSpan", "TriadVector", "Triad<half>"};
  for (const char *kind : kinds) {
    const bool isHalf = std::string(kind).find("half") != std::string::npos;
    const Type type = isHalf ? HALF : FLOAT;
    Tensor a = graph.addVariable(type, {tiles, perTile}, "a");
    Tensor b = graph.addVariable(type, {tiles, perTile}, "b");
    Tensor c = graph.addVariable(type, {tiles, perTile}, "c");
    ComputeSet cs = graph.addComputeSet(kind);
    for (unsigned tile = 0; tile < tiles; ++tile) {
      for (Tensor t : {a, b, c})
        graph.setTileMapping(t[tile], tile);
      VertexRef v = graph.addVertex(cs, kind, {{"a", a[tile]}, {"b", b[tile]}, {"c", c[tile]}});
      graph.setInitialValue(v["n"], perTile);
      graph.setInitialValue(v["scale"], 3.0f);
      graph.setTileMapping(v, tile);
    }
    const std::string name(kind);
    graph.setInitialValue(b, 2);
    graph.setInitialValue(c, 0.5);
    Sequence prog{WriteUndef(a), Repeat(10, Execute(cs))};
    graph.createHostRead(name, a);
    Engine engine(graph, prog);
    engine.load(device);
    engine.run();
    std::vector<float> host(tiles * perTile);
    if (isHalf) {
      std::vector<char> raw(host.size() * graph.getTarget().getTypeSize(HALF));
      engine.readTensor(name, raw.data(), raw.data() + raw.size());
      copyDeviceHalfToFloat(graph.getTarget(), raw.data(), host.data(), host.size());
    } else {
      engine.readTensor(name, host.data(), host.data() + host.size());
    }
    float squaredError = 0;
    for (float x : host)
      squaredError += (x - 3.5f) * (x - 3.5f);
    if (squaredError != 0) std::cout << kind << ": squared error " << squaredError << " FAILED\n";
  }
  std::cout << "triad done\n";
  return 0;
}
