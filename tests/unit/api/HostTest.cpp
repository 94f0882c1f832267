// SPDX-License-Identifier: MIT
// Graph: streams, remote buffers, host handles, host functions.
#include "ApiTestSupport.hpp"

using namespace poplar;
using namespace poplar_emu::test;

namespace {

TEST(Streams, FifosTellWhatTheyWereMadeWith) {
  Graph graph(smallTarget(2), replication_factor(2));
  const DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 10, ReplicatedStreamMode::BROADCAST,
                                                  {{"bufferingDepth", "2"}, {"splitLimit", "0"}});
  EXPECT_EQ(in.handle(), "in");
  EXPECT_EQ(in.numElements(), 10u);
  EXPECT_EQ(in.replicationFactor(), 2u);
  EXPECT_EQ(in.replicatedMode(), ReplicatedStreamMode::BROADCAST);
  EXPECT_EQ(in.type(), DataStreamType::HostToDeviceFIFO);
  EXPECT_EQ(in.elementType(), FLOAT);
  EXPECT_EQ(irOf(graph).streams[0].bufferingDepth, 2u);
  const DataStream out = graph.addDeviceToHostFIFO("out", HALF, 3);
  EXPECT_EQ(out.type(), DataStreamType::DeviceToHostFIFO);
  EXPECT_ERROR_HERE(poplar_error, "PE0216", graph.addDeviceToHostFIFO("in", FLOAT, 1));
  EXPECT_ERROR_HERE(tensor_creation_error, "PE0221", graph.addDeviceToHostFIFO("long", LONG, 1));
  EXPECT_ERROR_HERE(invalid_option, "PE0701",
                    graph.addHostToDeviceFIFO("a", FLOAT, 1, ReplicatedStreamMode::REPLICATE,
                                              {{"bufferDepth", "1"}}));
  EXPECT_ERROR_HERE(invalid_option, "PE0702",
                    graph.addHostToDeviceFIFO("b", FLOAT, 1, ReplicatedStreamMode::REPLICATE,
                                              {{"bufferingDepth", "many"}}));
  EXPECT_EQ(irOf(graph).streams.size(), 2u);
}

TEST(Streams, RemoteBuffers) {
  Graph graph(smallTarget());
  const RemoteBuffer buffer = graph.addRemoteBuffer("remote", FLOAT, 8, 5, true, true);
  EXPECT_EQ(buffer.handle(), "remote");
  EXPECT_EQ(buffer.numElements(), 8u);
  EXPECT_EQ(buffer.getRepeats(), 5u);
  EXPECT_TRUE(buffer.isRearrangeOnHost());
  EXPECT_TRUE(buffer.isOptimisedForMemory());
  EXPECT_EQ(irOf(graph).remoteBuffers[0].repeats, 5u);
  EXPECT_ERROR_HERE(poplar_error, "PE0216", graph.addRemoteBuffer("remote", FLOAT, 1));
  EXPECT_ERROR_HERE(
      tensor_creation_error, "PE0221",
      graph.addRemoteBuffer("huge", FLOAT, std::size_t(1) << 40, std::size_t(1) << 40));
}

TEST(HostHandles, ReadAndWrite) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {3}, "t");
  graph.createHostWrite("t", t);
  graph.createHostRead("t", t, true);
  EXPECT_EQ(irOf(graph).hostReads.size(), 1u);
  EXPECT_ERROR_HERE(poplar_error, "PE0216", graph.createHostRead("t", t));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0211",
                    graph.createHostWrite("c", graph.addConstant(FLOAT, {1}, 1)));
  graph.createHostRead("c", graph.addConstant(FLOAT, {1}, 1));
  EXPECT_ERROR_HERE(poplar_error, "PE0101", graph.createHostRead("x", Tensor()));
}

TEST(HostFunctions, DeclareAndCall) {
  Graph graph(smallTarget());
  const HostFunction f = graph.addHostFunction("f", {std::make_tuple(FLOAT, std::size_t(4))},
                                               {Graph::HostFunctionArgument(INT, 2)});
  Tensor in = graph.addVariable(FLOAT, {2, 2}, "in"), out = graph.addVariable(INT, {2}, "out");
  const program::Call call(f, {in}, {out});
  EXPECT_FALSE(call.isEmpty());
  EXPECT_ERROR_HERE(type_error, "PE0512", program::Call(f, {}, {out}));
  EXPECT_ERROR_HERE(type_error, "PE0512", program::Call(f, {out}, {out}));
  EXPECT_ERROR_HERE(type_error, "PE0512", program::Call(f, {in[0]}, {out}));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0405",
                    program::Call(f, {in}, {graph.addConstant(INT, {2}, 0)}));
  EXPECT_ERROR_HERE(poplar_error, "PE0215", program::Call(HostFunction(), {in}, {out}));
  EXPECT_ERROR_HERE(poplar_error, "PE0216", graph.addHostFunction("f", {}, {}));
}

} // namespace
