// SPDX-License-Identifier: MIT
// What a report file says about a program, read after the engine is gone. Built as
// g++ --std=c++14 prog.cpp -lpoplar -lpva, with the headers that the public example includes.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <pva/pva.hpp>

#include <unistd.h>

static void writeProfile() {
  using namespace poplar;
  auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) throw std::runtime_error("no IPU is free");
  Graph graph(device->getTarget());
  Tensor a = graph.addVariable(FLOAT, {16}, "a"), b = graph.addVariable(FLOAT, {16}, "b");
  graph.setTileMapping(a, 0);
  graph.setTileMapping(b, 1);
  program::Sequence prog({program::WriteUndef(a), program::Copy(a, b)});
  Engine engine(graph, prog, {{"autoReport.all", "true"}});
  engine.load(*device);
  engine.run(0);
}

int main() {
  char directory[] = "/tmp/poplar_profile_XXXXXX";
  if (!mkdtemp(directory) || chdir(directory) != 0) return EXIT_FAILURE;
  writeProfile();
  const auto &report = pva::openReport("./profile.pop");
  std::cout << "Example information from profile:\n";
  std::cout << "Number of compute sets: " << report.compilation().graph().numComputeSets() << "\n";
  std::cout << "Number of tiles on target: " << report.compilation().target().numTiles() << "\n";
  std::cout << "Version of Poplar used: " << report.poplarVersion().string() << "\n";
  return system((std::string("rm -r ") + directory).c_str()) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
