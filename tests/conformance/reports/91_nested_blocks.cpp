// SPDX-License-Identifier: MIT
// Two stages on two IPUs, each a block of two blocks, in a loop: both tiles that record list five
// stages, each followed by the operation inside it that the filter chose.
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

static program::Program stage(Graph &graph, const std::string &name, unsigned tile) {
  Tensor data = graph.addVariable(INT, {}, name + "/data");
  graph.setTileMapping(data, tile);
  graph.setInitialValue(data, 1);
  auto operation = [&](const std::string &label) {
    ComputeSet set = graph.addComputeSet(name + "/" + label);
    VertexRef vertex = graph.addVertex(set, "Busy", {{"data", data}});
    graph.setTileMapping(vertex, tile);
    return program::Block(program::Execute(set), label);
  };
  return program::Block(program::Sequence({operation("op1"), operation("op2")}), name);
}

static void print(const pva::Report &report, unsigned tile) {
  for (const auto &block : report.execution().blocks(tile))
    std::cout << std::setw(10) << block.program()->name() << ": "
              << block.cyclesTo() - block.cyclesFrom() << " (" << block.cyclesFrom() << " - "
              << block.cyclesTo() << ")\n";
}

// The report is used when the engine is gone.
static pva::Report run(const Device &device, const Graph &graph, const program::Program &prog) {
  Engine engine(graph, prog, {{"profiler.blocks.filter", "stage.|op2"}});
  engine.load(device);
  engine.run(0);
  return engine.getReport();
}

static void check(bool holds, const char *what) {
  if (!holds) throw std::runtime_error(what);
}

int main() {
  auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 2);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) throw std::runtime_error("no pair of IPUs is free");
  Graph graph(device->getTarget());
  graph.addCodelets(__FILE__);
  const unsigned second = device->getTarget().getTilesPerIPU();
  const program::Sequence stages({stage(graph, "stage1", 0), stage(graph, "stage2", second)});
  const pva::Report report = run(*device, graph, program::Repeat(5, stages));
  print(report, 0);
  print(report, second);

  for (const unsigned tile : {0u, second}) {
    const auto blocks = report.execution().blocks(tile);
    check(blocks.size() == 10, "five stages and their operations");
    for (std::size_t i = 0; i < blocks.size(); i += 2) {
      const auto &outer = blocks[i], &inner = blocks[i + 1];
      check(outer.isCommon() && inner.isCommon() && outer.tile() == tile, "kind and tile");
      check(outer.cyclesFrom() <= inner.cyclesFrom() && inner.cyclesTo() <= outer.cyclesTo(),
            "an operation lies in its stage");
      const double operations = double(outer.cyclesTo() - outer.cyclesFrom()) /
                                double(inner.cyclesTo() - inner.cyclesFrom());
      check(operations > 1.9 && operations < 2.2, "a stage is two operations");
    }
  }
  check(report.execution().blocks(1).empty(), "one tile of each IPU records");
  std::cout << "good\n";
}
#endif
