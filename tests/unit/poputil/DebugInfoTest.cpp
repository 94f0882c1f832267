// SPDX-License-Identifier: MIT
// Values in the debug tree, and graph functions.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/GraphFunction.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/cyclesTables.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

namespace {

using poplar::ProfileValue;
using poplar::Tensor;
using poplar::program::Sequence;

struct Planned {
  int parts;
};

} // namespace

namespace poputil {
template <>
ProfileValue toProfileValue(const Planned &value) {
  return toProfileValue(value.parts);
}
} // namespace poputil

namespace {

using poputil::toProfileValue;

TEST(ToProfileValue, KnowsNumbersTextContainersAndTensors) {
  EXPECT_EQ(toProfileValue(3).asInt(), 3);
  EXPECT_TRUE(toProfileValue(true).asBool());
  EXPECT_EQ(toProfileValue(std::string("x")).asString(), "x");
  EXPECT_EQ(toProfileValue(std::vector<std::pair<int, float>>{{1, 2.5f}})[0][1].asDouble(), 2.5);
  EXPECT_EQ(toProfileValue(std::vector<bool>{true, false}).size(), 2u);
  EXPECT_EQ(toProfileValue(poplar::HALF).asString(), "half");
  EXPECT_EQ(toProfileValue(Planned{7}).asInt(), 7);
  int number = 4, *none = nullptr;
  EXPECT_EQ(toProfileValue(&number).asInt(), 4);
  EXPECT_EQ(toProfileValue(none).asString(), "<nullptr>");
  poplar::Graph graph(poplar::Target::createIPUTarget(1, "ipu2"));
  const ProfileValue tensor = toProfileValue(graph.addVariable(poplar::FLOAT, {2, 3}));
  EXPECT_EQ(tensor["shape"][1].asInt(), 3);
}

TEST(DebugInfo, BecomesAContext) {
  const int a = 1;
  const Planned plan{2};
  poputil::PoplibsOpDebugInfo info({"outer"}, DI_ARGS(a, plan));
  info.add("more", std::vector<poputil::ArgType>{{"b", toProfileValue(2)}});
  info.addOutputs({{"c", ProfileValue("d")}});
  const poplar::DebugContext named(info, "inner");
  EXPECT_EQ(named.getPathName(), "outer/inner");
}

TEST(GraphFunction, RunsOneBodyOnSeveralTensors) {
  using namespace poputil::graphfn;
  poplar::IPUModel model;
  model.tilesPerIPU = 4;
  poplar::Device device = model.createDevice();
  poplar::Graph graph(device.getTarget());
  std::vector<Tensor> ts;
  for (int i = 0; i < 3; ++i) {
    ts.push_back(graph.addVariable(poplar::INT, {4}));
    poputil::mapTensorLinearly(graph, ts.back());
    graph.setInitialValue(ts.back(), poplar::ArrayRef<int>{i, i, i, i});
  }
  unsigned bodies = 0;
  VoidFunction swap(graph, {inout(ts[0], "x"), inout(ts[1], "y")},
                    VoidFunction::Body([&](std::vector<Tensor> &args, Sequence &seq) {
                      ++bodies;
                      const Tensor old = graph.clone(args[0]);
                      seq.add(poplar::program::Copy(args[0], old));
                      seq.add(poplar::program::Copy(args[1], args[0]));
                      seq.add(poplar::program::Copy(old, args[1]));
                    }));
  TensorFunction reversed(graph, {input(ts[0])},
                          TensorFunction::Body([&](std::vector<Tensor> &args, Sequence &) {
                            return args[0].reverse(0);
                          }));
  Sequence prog;
  std::vector<Tensor> first = {ts[0], ts[1]}, second = {ts[1], ts[2]}, third = {ts[2]};
  swap(first, prog);
  swap(second, prog, "again");
  const Tensor result = reversed(third, prog);
  EXPECT_EQ(bodies, 1u);
  EXPECT_THROW(swap(third, prog), poputil::poplibs_error);
  graph.createHostRead("all", concat(ts));
  graph.createHostRead("result", result);
  poplar::Engine engine(graph, prog);
  engine.load(device);
  engine.run();
  std::vector<int> all(12), last(4);
  engine.readTensor("all", all.data(), all.data() + 12);
  engine.readTensor("result", last.data(), last.data() + 4);
  EXPECT_EQ(all, (std::vector<int>{1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0}));
  EXPECT_EQ(last, (std::vector<int>{0, 0, 0, 0}));
}

poplar::VertexPerfEstimate MAKE_PERF_ESTIMATOR_NAME(Sum)(const poplar::VertexIntrospector &vertex,
                                                         const poplar::Target &,
                                                         const poplar::Type &) {
  CODELET_FIELD(in);
  return 10 + in.size();
}

TEST(CyclesTables, RegistersOnlyWhatTheGraphHas) {
  poplar::Graph graph(poplar::Target::createIPUTarget(1, "ipu2"));
  const poputil::internal::PerfEstimatorTable table = {
      CYCLE_ESTIMATOR_ENTRY(app, Sum, poplar::FLOAT)};
  EXPECT_EQ(table[0].first, "app::Sum<float>");
  EXPECT_EQ(poputil::internal::registerPerfFunctions(graph, table), 0u);
}

} // namespace
