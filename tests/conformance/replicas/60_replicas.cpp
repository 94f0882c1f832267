// SPDX-License-Identifier: MIT
// Four replicas of two IPUs and everything that reaches them from the host. "The target passed in
// covers all IPUs; afterwards graph.getTarget() describes one replica." A replicated stream with a
// plain buffer holds replica after replica; a broadcast stream has one transfer for all; remote
// buffers and host functions exist per replica; tensors are printed replica by replica.
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

namespace {

const unsigned R = 4, N = 6;
bool failed = false;

void check(bool condition, const std::string &what) {
  if (condition) return;
  std::cout << "wrong: " << what << "\n";
  failed = true;
}

/// Element i of replica r is base + 10 r + i.
std::vector<int> numbered(int base) {
  std::vector<int> values;
  for (unsigned r = 0; r < R; ++r)
    for (unsigned i = 0; i < N; ++i)
      values.push_back(base + static_cast<int>(10 * r + i));
  return values;
}

class Source : public StreamCallback {
 public:
  Source(int value, std::vector<int> &order) : value_(value), order_(order) {}
  Result prefetch(void *) override { return Result::NotAvailable; }
  void fetch(void *p) override {
    for (unsigned i = 0; i < N; ++i)
      static_cast<int *>(p)[i] = value_ + static_cast<int>(i);
    order_.push_back(value_);
  }
  void complete() override {}

 private:
  int value_;
  std::vector<int> &order_;
};

} // namespace

int main() {
  IPUModel model;
  model.numIPUs = 2 * R;
  model.tilesPerIPU = 4;
  Device device = model.createDevice();
  Graph graph(device.getTarget(), replication_factor(R));
  check(graph.getReplicationFactor() == R, "replication factor");
  check(graph.getTarget().getNumIPUs() == 2 && graph.getTarget().getNumTiles() == 8, "target");
  Graph second = graph.createVirtualGraph(4, 8);
  check(second.getReplicationFactor() == R && second.getTopLevelGraph().getReplicationFactor() == R,
        "virtual graph");

  const auto variable = [&](const char *name, std::vector<std::size_t> shape) {
    Tensor t = graph.addVariable(INT, shape, name);
    for (std::size_t i = 0; i < t.numElements(); ++i)
      graph.setTileMapping(t.flatten()[i], i % 8);
    return t;
  };
  Tensor x = variable("x", {N}), y = variable("y", {N}), shared = variable("shared", {N});
  Tensor own = variable("own", {1}), fromHost = variable("fromHost", {1});
  Tensor index = graph.addReplicationIndexConstant("index");
  graph.setTileMapping(index, 3);
  graph.setInitialValue(own, std::map<unsigned, unsigned>{{0, 100}, {1, 101}, {2, 102}, {3, 103}});

  DataStream buffered = graph.addHostToDeviceFIFO("buffered", INT, N);
  DataStream called = graph.addHostToDeviceFIFO("called", INT, N);
  DataStream all = graph.addHostToDeviceFIFO("all", INT, N, ReplicatedStreamMode::BROADCAST);
  DataStream out = graph.addDeviceToHostFIFO("out", INT, N);
  check(buffered.replicationFactor() == R && all.replicationFactor() == R &&
            all.replicatedMode() == ReplicatedStreamMode::BROADCAST,
        "properties of streams");
  RemoteBuffer rows = graph.addRemoteBuffer("rows", INT, N, 3);
  Tensor row = graph.addConstant(UNSIGNED_INT, {1}, 2u);
  graph.setTileMapping(row, 0);
  HostFunction number = graph.addHostFunction("number", {{UNSIGNED_INT, 1}, {INT, 1}}, {{INT, 1}});
  graph.createHostRead("x", x);
  graph.createHostWrite("x", x);
  for (const char *name : {"own", "fromHost", "y", "shared"})
    graph.createHostRead(name, std::string(name) == "own"        ? own
                               : std::string(name) == "fromHost" ? fromHost
                               : std::string(name) == "y"        ? y
                                                                 : shared);

  // The documented ring of four replicas visits them as 0, 2, 3, 1.
  const std::map<unsigned, unsigned> ring = {{0, 2}, {2, 3}, {3, 1}, {1, 0}};
  Sequence streams{Copy(buffered, x), Copy(called, y), Copy(all, shared), Copy(y, out)};
  Sequence remote{Copy(x, rows, row), Copy(rows, y, row)};
  Sequence exchange{CrossReplicaCopy(x, y, ring), CrossReplicaCopy(x, x, ring)};
  Sequence host{Call(number, {index.reshape({1}), own}, {fromHost}), PrintTensor("index", index)};
  Engine engine(graph, {streams, remote, exchange, host, CrossReplicaCopy(x, x.reverse(0), ring)});
  engine.load(device);

  // Streams: two transfers of four blocks each, callbacks of their own and one for all.
  std::vector<int> first = numbered(1000), in = first, result(R * N), order;
  const std::vector<int> next = numbered(2000);
  in.insert(in.end(), next.begin(), next.end());
  std::vector<int> same = {7, 8, 9, 10, 11, 12};
  engine.connectStream(buffered, in.data(), in.data() + in.size());
  engine.connectStream("all", same.data(), same.data() + N);
  engine.connectStream("out", result.data(), result.data() + result.size());
  for (unsigned r = 0; r < R; ++r)
    engine.connectStreamToCallback(
        "called", r,
        std::unique_ptr<StreamCallback>(new Source(500 + 100 * static_cast<int>(r), order)));
  engine.run(0);
  check(order == std::vector<int>({500, 600, 700, 800}), "one callback a replica, in order");
  std::vector<int> data(R * N);
  engine.readTensor("x", data.data(), data.data() + data.size());
  check(data == first, "replicated stream");
  for (unsigned r = 0; r < R; ++r)
    check(result[r * N + 2] == 500 + 100 * static_cast<int>(r) + 2, "stream to the host");
  engine.readTensor("shared", data.data(), data.data() + data.size());
  for (unsigned i = 0; i < R * N; ++i)
    check(data[i] == same[i % N], "broadcast stream");
  engine.run(0);
  engine.readTensor("x", data.data(), data.data() + data.size());
  check(data == next, "second transfer");

  // Remote buffers: rows of each replica apart.
  engine.run(1);
  engine.readTensor("y", data.data(), data.data() + data.size());
  check(data == next, "through a remote buffer");
  std::vector<int> one(N);
  engine.copyFromRemoteBuffer("rows", one.data(), 2, 3);
  check(one == std::vector<int>(next.begin() + 3 * N, next.end()), "row of replica 3");
  engine.copyToRemoteBuffer(same.data(), "rows", 2, 1);
  engine.copyFromRemoteBuffer("rows", one.data(), 2, 1);
  check(one == same, "row written by the host");
  engine.copyFromRemoteBuffer("rows", one.data(), 2);
  check(one == std::vector<int>(next.begin(), next.begin() + N), "replica 0 by default");

  // Between replicas: all sends read the old values, also onto themselves.
  const std::vector<int> before = numbered(0);
  engine.writeTensor("x", before.data(), before.data() + before.size());
  engine.run(2);
  std::vector<int> moved(R * N);
  for (const auto &hop : ring)
    for (unsigned i = 0; i < N; ++i)
      moved[hop.second * N + i] = before[hop.first * N + i];
  engine.readTensor("y", data.data(), data.data() + data.size());
  check(data == moved, "ring");
  engine.readTensor("x", data.data(), data.data() + data.size());
  check(data == moved, "ring in place");
  engine.writeTensor("x", before.data(), before.data() + before.size());
  engine.run(4);
  engine.readTensor("x", data.data(), data.data() + data.size());
  for (const auto &hop : ring)
    for (unsigned i = 0; i < N; ++i)
      check(data[hop.second * N + N - 1 - i] == before[hop.first * N + i], "reversed in place");

  // Host functions: each replica asks with its index and its own initial value.
  for (unsigned r = 0; r < R; ++r)
    engine.connectHostFunction("number", r,
                               [r](ArrayRef<const void *> inputs, ArrayRef<void *> outputs) {
                                 const unsigned told = *static_cast<const unsigned *>(inputs[0]);
                                 const int value = *static_cast<const int *>(inputs[1]);
                                 *static_cast<int *>(outputs[0]) = told == r ? 2 * value : -1;
                               });
  engine.run(3);
  std::vector<int> answers(R);
  engine.readTensor("fromHost", answers.data(), answers.data() + R);
  check(answers == std::vector<int>({200, 202, 204, 206}), "host functions");

  std::cout << (failed ? "" : "replicas as expected\n");
  return failed ? 1 : 0;
}
