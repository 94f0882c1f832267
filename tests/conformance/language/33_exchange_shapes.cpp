// SPDX-License-Identifier: MIT
// Scenarios 33 and 34: exchanges of several shapes, compiled to an executable file and not run.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class Touch : public poplar::Vertex {
 public:
  poplar::InOut<poplar::Vector<int>> data;
  bool compute() {
    for (auto &x : data)
      x += 1;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <iostream>
#include <sstream>

using namespace poplar;
using namespace poplar::program;

int main() {
  Device device;
  for (auto &d : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
    if (d.attach()) {
      device = std::move(d);
      break;
    }
  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__, CodeletFileType::Auto, "-O2", "ipu2");

  const unsigned n = 64;
  auto onTile = [&](unsigned tile, const std::string &name) {
    Tensor t = graph.addVariable(INT, {n}, name);
    graph.setTileMapping(t, tile);
    ComputeSet cs = graph.addComputeSet(name);
    VertexRef v = graph.addVertex(cs, "Touch", {{"data", t}});
    graph.setTileMapping(v, tile);
    return std::make_pair(t, Execute(cs));
  };
  auto a = onTile(0, "a"), b = onTile(1, "b"), pivot = onTile(2, "pivot"), c = onTile(3, "c");
  Sequence prog;
  prog.add(a.second);
  prog.add(Copy(a.first, pivot.first)); // two copies that overlap in time through a pivot tile
  prog.add(Copy(b.first, c.first));
  prog.add(Copy(pivot.first, b.first));
  prog.add(Copy(a.first.slice(0, 8), c.first.slice(8, 16)));
  Tensor everywhere = graph.addVariable(INT, {graph.getTarget().getNumTiles(), n}, "everywhere");
  for (unsigned tile = 0; tile < graph.getTarget().getNumTiles(); ++tile)
    graph.setTileMapping(everywhere[tile], tile);
  prog.add(Copy(a.first.broadcast(graph.getTarget().getNumTiles(), 0), everywhere.flatten()));
  prog.add(
      Copy(everywhere.slice(0, 64).transpose().flatten(), everywhere.slice(64, 128).flatten()));

  Engine engine(graph, prog, {{"debug.retainDebugInformation", "true"}});
  std::ostringstream file;
  engine.serializeExecutable(file);
  std::cout << "executable of " << (file.str().size() > 1000 ? "good" : "bad") << " size\n";
  return file.str().size() > 1000 ? 0 : 1;
}
#endif
