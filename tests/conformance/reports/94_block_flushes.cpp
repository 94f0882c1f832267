// SPDX-License-Identifier: MIT
// A hundred blocks: with implicit flushes all are kept, and each flush is a transfer; without, the
// buffer of 1000 bytes holds 42, and one overflow covers the rest.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class Busy : public poplar::SupervisorVertex {
 public:
  poplar::InOut<int> data;
  __attribute__((target("supervisor"))) bool compute() {
    *data += 1;
    return true;
  }
};
#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <pva/pva.hpp>

using namespace poplar;

static pva::Report run(const Device &device, const OptionFlags &options) {
  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__);
  Tensor data = graph.addVariable(INT, {}, "data");
  graph.setTileMapping(data, 0);
  graph.setInitialValue(data, 1);
  ComputeSet set = graph.addComputeSet("operation");
  VertexRef vertex = graph.addVertex(set, "Busy", {{"data", data}});
  graph.setTileMapping(vertex, 0);
  Engine engine(graph, program::Repeat(100, program::Execute(set)), options);
  engine.load(device);
  engine.run(0);
  return engine.getReport();
}

static void print(const pva::Report &report) {
  const auto blocks = report.execution().blocks(0);
  unsigned common = 0, flushes = 0, streamCopies = 0, overflows = 0;
  for (const pva::Block &block : blocks) {
    common += block.isCommon();
    flushes += block.isBlockFlush();
    streamCopies += block.isStreamCopy();
    overflows += block.isOverflow();
  }
  std::cout << "numBlocks: " << blocks.size() << "\n"
            << "numCommonBlocks: " << common << "\n"
            << "numFlushes: " << flushes << "\n"
            << "numStreamCopies: " << streamCopies << "\n"
            << "numOverflows: " << overflows << "\n";
}

int main() {
  auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) throw std::runtime_error("no IPU is free");
  print(run(*device, {{"profiler.programs.filter", "operation"},
                      {"debug.instrumentExternalExchange", "true"}}));
  const pva::Report cut = run(*device, {{"profiler.programs.filter", "operation"},
                                        {"profiler.blocks.implicitFlush", "false"}});
  print(cut);
  const auto blocks = cut.execution().blocks(0);
  const pva::Block &lost = blocks.back();
  if (!lost.isOverflow() || lost.cyclesFrom() < blocks[41].cyclesTo() ||
      lost.cyclesTo() != cut.execution().totalCycles().total())
    throw std::runtime_error("the overflow covers what was lost");
}
#endif
