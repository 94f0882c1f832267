// SPDX-License-Identifier: MIT
// Graphs, copies, streams and control flow that do not fit their replicas.
#include "Diagnostics.hpp"

#include <poplar_emu/Collective.hpp>

#include <sstream>

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

/// Three replicas of one IPU with two tiles.
class Replication : public testing::Test {
 protected:
  Replication() {
    IPUModel model;
    model.numIPUs = 3;
    model.tilesPerIPU = 2;
    device = model.createDevice();
    graph = Graph(device.getTarget(), replication_factor(3));
    a = graph.addVariable(FLOAT, {4}, "a");
    b = graph.addVariable(FLOAT, {4}, "b");
    graph.setTileMapping(a, 0);
    graph.setTileMapping(b, 1);
    index = graph.addReplicationIndexConstant("index");
    graph.setTileMapping(index, 0);
  }

  Program copy(const Tensor &from, const Tensor &to, std::map<unsigned, unsigned> map) {
    return CrossReplicaCopy(from, to, std::move(map), "ring");
  }

  const std::map<unsigned, unsigned> kRing = {{0, 1}, {1, 2}, {2, 0}};
  Device device;
  Graph graph;
  Tensor a, b, index;
};

TEST_F(Replication, FactorDividesTheDevice) {
  for (const unsigned factor : {0U, 2U, 4U, 6U})
    EXPECT_DIAGNOSTIC(graph_replication_error, "PE0220", ({"3 IPUs", std::to_string(factor)}),
                      Graph(device.getTarget(), replication_factor(factor)));
}

TEST_F(Replication, MapsArePermutationsWithoutFixedPoints) {
  EXPECT_NO_THROW(copy(a, b, kRing));
  EXPECT_DIAGNOSTIC(graph_replication_error, "PE0411", ({"'ring'", "replica 3 does not exist"}),
                    copy(a, b, {{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_DIAGNOSTIC(graph_replication_error, "PE0411", ({"replica 1 copies to itself"}),
                    copy(a, b, {{0, 2}, {1, 1}, {2, 0}}));
  EXPECT_DIAGNOSTIC(graph_replication_error, "PE0411", ({"replica 1 is written twice"}),
                    copy(a, b, {{0, 1}, {1, 2}, {2, 1}}));
  EXPECT_DIAGNOSTIC(graph_replication_error, "PE0411", ({"the map has 2 replicas", "3 replicas"}),
                    copy(a, b, {{0, 1}, {1, 0}}));
  EXPECT_DIAGNOSTIC(graph_replication_error, "PE0411", ({"the map has 0 replicas"}),
                    copy(a, b, {}));
}

TEST_F(Replication, SidesOfACopyAreAlike) {
  const Tensor half = graph.addVariable(HALF, {4}, "half");
  graph.setTileMapping(half, 0);
  EXPECT_DIAGNOSTIC(type_error, "PE0403", ({"'ring'", "'a'", "'half'"}), copy(a, half, kRing));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0402", ({"'ring'", "4 elements", "has 3"}),
                    copy(a, b.slice(0, 3), kRing));
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0405", ({"constant"}), copy(index, index, kRing));
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0404", ({"more than once"}),
                    copy(a, b.slice(0, 1).broadcast(4, 0), kRing));
  Graph other(device.getTarget(), replication_factor(3));
  const Tensor foreign = other.addVariable(FLOAT, {4}, "foreign");
  EXPECT_DIAGNOSTIC(poplar_error, "PE0115", ({"another graph"}), copy(a, foreign, kRing));
}

TEST_F(Replication, InitialValuesNameReplicasThatExist) {
  EXPECT_DIAGNOSTIC(graph_replication_error, "PE0220", ({"replica 3", "3"}),
                    graph.setInitialValue(a, std::map<unsigned, unsigned>{{0, 1}, {3, 2}}));
}

TEST_F(Replication, CallbacksServeEveryReplica) {
  const DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 4);
  Engine engine(graph, Copy(in, a, false, "feed"));
  engine.load(device);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0502", ({"replica 3", "'in'", "3 replica(s)"}),
                    engine.connectStreamToCallback("in", 3, [](void *) {}));
  engine.connectStreamToCallback("in", 0, [](void *) {});
  engine.connectStreamToCallback("in", 2, [](void *) {});
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0501", ({"'in'", "2 of 3 replicas", "'feed'"}),
                    engine.run(0));
  engine.connectStreamToCallback("in", 1, [](void *) {});
  EXPECT_NO_THROW(engine.run(0));
}

TEST_F(Replication, BuffersHoldAllReplicas) {
  const DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 4);
  const DataStream all =
      graph.addHostToDeviceFIFO("all", FLOAT, 4, ReplicatedStreamMode::BROADCAST);
  graph.createHostRead("a", a);
  const RemoteBuffer rows = graph.addRemoteBuffer("rows", FLOAT, 4, 2);
  Engine engine(graph, Sequence{Copy(in, a), Copy(all, a), Copy(a, rows)});
  engine.load(device);
  std::vector<float> data(12);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"16 bytes", "'in'", "48 bytes"}),
                    engine.connectStream("in", data.data(), data.data() + 4));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"24 bytes", "'all'", "16 bytes"}),
                    engine.connectStream("all", data.data(), data.data() + 6));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"16 bytes", "'a'", "48 bytes in all"}),
                    engine.readTensor("a", data.data(), data.data() + 4));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0510", ({"replica 3", "'rows'", "3 replica(s)"}),
                    engine.copyToRemoteBuffer(data.data(), "rows", 0, 3));
}

TEST_F(Replication, HostFunctionsServeEveryReplica) {
  const HostFunction f = graph.addHostFunction("f", {{UNSIGNED_INT, 1}}, {});
  Engine engine(graph, Call(f, {index}, {}, "ask"));
  engine.load(device);
  const auto ignore = [](ArrayRef<const void *>, ArrayRef<void *>) {};
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0502", ({"replica 7", "'f'"}),
                    engine.connectHostFunction("f", 7, ignore));
  engine.connectHostFunction("f", 0, ignore);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0501", ({"'f'", "replica 1"}), engine.run(0));
}

TEST_F(Replication, ControlFlowDoesNotDiverge) {
  const Tensor flag = graph.addVariable(INT, {}, "flag");
  graph.setTileMapping(flag, 0);
  graph.createHostWrite("flag", flag);
  const Program nothing = Sequence();
  Switch choice(flag, "choose");
  choice.add(1, nothing);
  Engine engine(graph, {If(flag, nothing, nothing, "solve"), choice,
                        RepeatWhileTrue(nothing, flag, nothing, "iterate"),
                        RepeatWhileFalse(nothing, flag, nothing, "search"),
                        AssumeEqualAcrossReplicas(flag, "assumed")});
  engine.load(device);
  const auto diverge = [&](std::vector<int> flags, unsigned program) {
    engine.load(device);
    engine.writeTensor("flag", flags.data(), flags.data() + 3);
    engine.run(program);
  };
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0605",
                    ({"If 'solve'", "replicas 0, 2 have 1", "replica 1 has 0"}),
                    diverge({1, 0, 1}, 0));
  EXPECT_NO_THROW(diverge({1, 2, -3}, 0)); // equally true
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0605",
                    ({"Switch 'choose'", "replica 0 has 1", "replica 1 has 2", "replica 2 has -3"}),
                    diverge({1, 2, -3}, 1));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0605",
                    ({"RepeatWhileTrue 'iterate'", "replicas 0, 1 have 0", "replica 2 has 5"}),
                    diverge({0, 0, 5}, 2));
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0605",
                    ({"RepeatWhileFalse 'search'", "replica 0 has 1", "replicas 1, 2 have 0"}),
                    diverge({1, 0, 0}, 3));
  EXPECT_NO_THROW(diverge({1, 0, 0}, 4)); // trusted
}

TEST_F(Replication, AssumptionsAreCheckedWhenAsked) {
  graph.createHostWrite("a", a);
  Engine engine(graph, AssumeEqualAcrossReplicas(a, "assumed"), {{"poplar_emu.checks", "true"}});
  engine.load(device);
  std::vector<float> data = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4};
  engine.writeTensor("a", data.data(), data.data() + 12);
  EXPECT_NO_THROW(engine.run(0));
  data[8 + 2] = 7;
  engine.writeTensor("a", data.data(), data.data() + 12);
  EXPECT_DIAGNOSTIC(application_runtime_error, "PE0605",
                    ({"AssumeEqualAcrossReplicas 'assumed'", "element 2", "replicas 0 and 2"}),
                    engine.run(0));
}

TEST_F(Replication, DescriptionsOfCollectivesFit) {
  poplar_emu::CollectiveDescription description;
  description.source = description.destination = a;
  description.groups = {{0, 3}};
  description.pieces.push_back({0, 0, 4, {{0, 1}}, {0, 1}});
  const Program steps = Sequence{copy(a, b, kRing)};
  EXPECT_DIAGNOSTIC(graph_replication_error, "PE0414", ({"'sum'", "replica 3, the graph has 3"}),
                    Engine(graph, poplar_emu::fusedCollective(steps, description, "sum")));
  description.groups = {{0, 1}};
  EXPECT_NO_THROW(Engine(graph, poplar_emu::fusedCollective(steps, description, "sum")));
  description.source = Tensor();
  EXPECT_DIAGNOSTIC(poplar_error, "PE0101", ({"'sum'"}),
                    poplar_emu::fusedCollective(steps, description, "sum"));
}

} // namespace
} // namespace diagnostics
