// SPDX-License-Identifier: MIT
// With PVTI_OPTIONS set, the library traces its own work into one file; without it, nothing is
// written. The program runs itself again with the variable set.
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <pvti/pvti.hpp>

#include <dirent.h>
#include <unistd.h>

static pvti::TraceChannel channel = {"main"};

static void run() {
  using namespace poplar;
  pvti::Tracepoint scope(&channel, "whole program");
  Device device = IPUModel().createDevice();
  Graph graph(device.getTarget());
  Tensor a = graph.addVariable(FLOAT, {16}, "a"), b = graph.addVariable(FLOAT, {16}, "b");
  graph.setTileMapping(a, 0);
  graph.setTileMapping(b, 1);
  graph.setInitialValue(a, ArrayRef<float>(std::vector<float>(16, 1)));
  program::Sequence prog({program::Copy(a, b)});
  popops::addCodelets(graph);
  popops::addInPlace(graph, b, a, prog, "add");
  Engine engine(graph, prog);
  engine.load(device);
  engine.run(0);
  engine.run(0);
}

static unsigned filesIn(const std::string &directory) {
  unsigned files = 0;
  DIR *open = opendir(directory.c_str());
  while (const dirent *entry = readdir(open))
    files += entry->d_name[0] != '.';
  closedir(open);
  return files;
}

int main(int argc, char **argv) {
  if (argc > 1) { // again, with PVTI_OPTIONS
    run();
    std::cout << pvti::getCurrentTraceFilename() << "\n";
    return 0;
  }
  unsetenv("PVTI_OPTIONS");
  char directory[] = "/tmp/poplar_trace_XXXXXX";
  if (!mkdtemp(directory)) return 1;
  run();
  if (!pvti::getCurrentTraceFilename().empty() || filesIn(directory) != 0) return 2;
  setenv("PVTI_OPTIONS", (std::string("{\"directory\":\"") + directory + "\"}").c_str(), 1);
  if (system((std::string(argv[0]) + " again").c_str()) != 0) return 3;
  if (filesIn(directory) != 1) return 4;
  return system((std::string("rm -r ") + directory).c_str());
}
