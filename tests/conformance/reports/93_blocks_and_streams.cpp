// SPDX-License-Identifier: MIT
// Transfers of one tile beside blocks of another: begin, middle and end of each transfer on the
// tile that takes part, and on tile 0 the two with which the host chooses the program.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class Busy : public poplar::SupervisorVertex {
 public:
  poplar::InOut<int> data;
  __attribute__((target("supervisor"))) bool compute() {
    for (int i = 0; i < 600; ++i)
      *data = (*data * 3 + 1) & 1023;
    return true;
  }
};
#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <pva/pva.hpp>

using namespace poplar;

static std::string kindOf(const pva::Block &block) {
  if (!block.isStreamCopy()) return block.program()->name();
  using Type = pva::Program::Type;
  switch (block.program()->type()) {
  case Type::StreamCopyBegin:
    return "StreamCopyBegin";
  case Type::StreamCopyMid:
    return "StreamCopyMid";
  case Type::StreamCopyEnd:
    return "StreamCopyEnd";
  default:
    throw std::runtime_error("a transfer of another kind");
  }
}

static std::string print(const pva::Report &report, unsigned tile) {
  std::string initials;
  for (const auto &block : report.execution().blocks(tile)) {
    std::cout << std::setw(20) << kindOf(block) << " in tile " << std::setw(4) << block.tile()
              << ": " << std::setw(8) << block.cyclesTo() - block.cyclesFrom() << " (from "
              << block.cyclesFrom() << " to " << block.cyclesTo() << ")\n";
    initials += block.isStreamCopy() ? kindOf(block)[10] : kindOf(block)[0];
  }
  return initials;
}

int main() {
  auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) throw std::runtime_error("no IPU is free");
  Graph graph(device->getTarget());
  graph.addCodelets(__FILE__);
  Tensor data = graph.addVariable(INT, {}, "data");
  graph.setTileMapping(data, 0);
  graph.setInitialValue(data, 1);
  ComputeSet set = graph.addComputeSet("operation");
  VertexRef vertex = graph.addVertex(set, "Busy", {{"data", data}});
  graph.setTileMapping(vertex, 0);
  Tensor input = graph.addVariable(INT, {64}, "input");
  graph.setTileMapping(input, 100);
  DataStream stream = graph.addHostToDeviceFIFO("input", INT, 64);

  std::vector<int> host(64, 1);
  Engine engine(
      graph,
      program::Repeat(5, program::Sequence({program::Copy(stream, input), program::Execute(set)})),
      {{"profiler.programs.filter", "operation"},
       {"profiler.blocks.implicitFlush", "false"},
       {"debug.instrumentExternalExchange", "true"}});
  engine.connectStream(stream, host.data(), host.data() + host.size());
  engine.load(*device);
  engine.run(0);
  const pva::Report report = engine.getReport();
  if (print(report, 0) != "BMEBMEooooo") throw std::runtime_error("tile 0");
  if (print(report, 100) != "BMEBMEBMEBMEBME") throw std::runtime_error("tile 100");
}
#endif
