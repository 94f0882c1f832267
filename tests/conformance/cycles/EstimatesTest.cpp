// SPDX-License-Identifier: MIT
// Performance estimates as programs see them: "each addCodelets loads the library's codelets and
// registers cycle estimators", and third parties add their own with the tables of poputil.
#include <poplar/CycleCount.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/exceptions.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/codelets.hpp>
#include <popnn/codelets.hpp>
#include <popops/ElementWise.hpp>
#include <popops/codelets.hpp>
#include <poprand/codelets.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/cyclesTables.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <sstream>

using namespace poplar;

namespace third {

// Four slots an element, of the rows' total.
std::uint64_t MAKE_PERF_ESTIMATOR_NAME(Stencil)(const VertexIntrospector &vertex,
                                                const Target &target, const Type &type) {
  CODELET_FIELD(rows);
  CODELET_SCALAR_VAL(radius, unsigned);
  std::uint64_t elements = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    elements += rows[i].size();
  return 10 + elements * (2 * radius + 1) * target.getTypeSize(type);
}

const poputil::internal::PerfEstimatorTable kTable = {CYCLE_ESTIMATOR_ENTRY(third, Stencil, FLOAT),
                                                      // Not a vertex of the graph: left out.
                                                      CYCLE_ESTIMATOR_ENTRY(third, Stencil, HALF)};

} // namespace third

namespace {

TEST(Estimates, ComeWithTheLibraries) {
  Graph graph(Target::createIPUTarget(1, "ipu2"));
  const ComputeSet cs = graph.addComputeSet("cs");
  const Tensor t = graph.addVariable(FLOAT, {600}, "t");
  const Tensor row = graph.addVariable(FLOAT, {600}, "row");
  const Tensor one = graph.addVariable(FLOAT, {}, "one");
  const Tensor index = graph.addVariable(UNSIGNED_INT, {}, "index");
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  popnn::addCodelets(graph);
  poprand::addCodelets(graph);
  EXPECT_GT(graph.getPerfEstimate(graph.addVertex(cs, "popops::Fill<float>", {{"out", t}})).cycles,
            600u / 2);
  EXPECT_GT(
      graph.getPerfEstimate(graph.addVertex(cs, "poprand::Uniform<float>", {{"out", t}})).cycles,
      600u / 2);
  EXPECT_GT(graph
                .getPerfEstimate(graph.addVertex(cs, "popnn::ExtremeOfRow<float,true>",
                                                 {{"in", row}, {"value", one}, {"index", index}}))
                .cycles,
            600u);
  EXPECT_GT(
      graph
          .getPerfEstimate(graph.addVertex(cs, "poplin::AddPartials<float,float>",
                                           {{"partials", std::vector<Tensor>{row}}, {"out", t}}))
          .cycles,
      600u / 2);
}

TEST(Estimates, OfThirdPartiesComeFromTables) {
  Graph graph(Target::createIPUTarget(1, "ipu2"));
  std::stringstream source(R"(
    #include <poplar/Vertex.hpp>
    namespace third {
    template <class T> class Stencil : public poplar::Vertex {
     public:
      poplar::Vector<poplar::Input<poplar::Vector<T>>> rows;
      unsigned radius;
      void compute() {}
    };
    template class Stencil<float>;
    })");
  graph.addCodelets(source);
  EXPECT_EQ(poputil::internal::registerPerfFunctions(graph, third::kTable), 1u);
  const Tensor t = graph.addVariable(FLOAT, {10}, "t");
  const VertexRef vertex = graph.addVertex(graph.addComputeSet("cs"), "third::Stencil<float>");
  graph.connect(vertex["rows"], {t, t.slice(0, 5)});
  graph.setInitialValue(vertex["radius"], 2);
  EXPECT_EQ(graph.getPerfEstimate(vertex).cycles, 10u + 15 * 5 * 4);
}

/// What cycleCount says of a program on one tile.
std::uint64_t counted(const std::function<void(Graph &, program::Sequence &)> &build) {
  IPUModel model;
  model.tilesPerIPU = 1;
  const Device device = model.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  program::Sequence prog;
  build(graph, prog);
  const Tensor cycles = cycleCount(graph, prog, 0, SyncType::INTERNAL, "count");
  graph.createHostRead("cycles", cycles);
  Engine engine(graph, prog);
  engine.load(device);
  engine.run();
  std::uint64_t value = 0;
  engine.readTensor("cycles", &value, &value + 1);
  return value;
}

TEST(Estimates, DecideWhatProgramsCount) {
  const auto addition = [](std::size_t n, const Type &type) {
    return counted([&](Graph &graph, program::Sequence &prog) {
      const Tensor t = graph.addVariable(type, {n}, "t");
      poputil::mapTensorLinearly(graph, t);
      popops::add(graph, t, t, prog);
    });
  };
  // Six workers, 5 slots a vector of 8 bytes: 6 * 5 more for 6 vectors more.
  EXPECT_EQ(addition(12000, FLOAT) - addition(6000, FLOAT), 500u * 6 * 5);
  EXPECT_EQ(addition(24000, HALF) - addition(12000, HALF), 500u * 6 * 5);

  const auto product = [](std::size_t m) {
    return counted([&](Graph &graph, program::Sequence &prog) {
      const Tensor a = graph.addVariable(FLOAT, {m, 32}, "a");
      const Tensor b = graph.addVariable(FLOAT, {32, 32}, "b");
      poputil::mapTensorLinearly(graph, a);
      poputil::mapTensorLinearly(graph, b);
      poplin::matMul(graph, a, b, prog);
    });
  };
  // At most 16 products of floats a cycle and tile.
  EXPECT_GE(product(960) - product(480), 480u * 32 * 32 / 16);
}

} // namespace
