// SPDX-License-Identifier: MIT
// A weight sharded over four replicas, as frameworks do it: stored in remote buffers in the order
// of CollectiveBalancedReorder, gathered for the forward pass, its gradient scattered, its shard
// updated. "Each replica's piece keeps elements on the tile they already sit on."
#include <gcl/CollectiveBalancedReorder.hpp>
#include <gcl/Collectives.hpp>
#include <gcl/TileAllocation.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <popops/ScaledAdd.hpp>
#include <popops/Zero.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace poplar;
using namespace poplar::program;

const unsigned R = 4, STEPS = 12;
const std::size_t ROWS = 3, COLUMNS = 7, N = ROWS * COLUMNS, BATCH = 5;
const float RATE = 0.02f;

Device getDevice() {
  DeviceManager manager = DeviceManager::createDeviceManager();
  for (auto &device : manager.getDevices(TargetType::IPU, R))
    if (device.attach()) return std::move(device);
  throw poplar_error("no device");
}

// y[b] = sum of x[b,...] * w; the loss is half the squared distance to t.
std::vector<float> onHost(std::vector<float> w, const std::vector<float> &x,
                          const std::vector<float> &t) {
  for (unsigned step = 0; step < STEPS; ++step) {
    std::vector<double> gradient(N);
    for (unsigned b = 0; b < R * BATCH; ++b) {
      double y = 0;
      for (std::size_t i = 0; i < N; ++i)
        y += x[b * N + i] * w[i];
      for (std::size_t i = 0; i < N; ++i)
        gradient[i] += (y - t[b]) * x[b * N + i];
    }
    for (std::size_t i = 0; i < N; ++i)
      w[i] -= RATE / (R * BATCH) * static_cast<float>(gradient[i]);
  }
  return w;
}

int main() {
  Device device = getDevice();
  Graph graph(device.getTarget(), replication_factor(R));
  popops::addCodelets(graph);

  // The reference lies on some compute tiles; I/O tiles hold what the host sees.
  const unsigned numIoTiles = gcl::getMinIoTiles(graph);
  const unsigned tiles = graph.getTarget().getTilesPerIPU();
  Graph compute = graph.createVirtualGraph(gcl::perIPUTiles(graph, numIoTiles, tiles - numIoTiles));
  Tensor w = compute.addVariable(FLOAT, {ROWS, COLUMNS}, "w");
  poputil::mapTensorLinearly(compute, w, 3, 1);

  const DebugNameAndId name("cbr");
  gcl::CollectiveBalancedReorder cbr(graph, w, R, name);
  const std::size_t total = cbr.getHostRearrangement().getNumRearrangedTensorElems();
  Tensor shard = cbr.createReplicaSlice(FLOAT);
  Tensor collected = cbr.createCollectivesTensor(FLOAT, "gradient");
  RemoteBuffer storage = graph.addRemoteBuffer("w", FLOAT, total / R, 1);

  Tensor x = compute.addVariable(FLOAT, {BATCH, ROWS, COLUMNS}, "x");
  Tensor t = compute.addVariable(FLOAT, {BATCH}, "t");
  poputil::mapTensorLinearly(compute, x);
  poputil::mapTensorLinearly(compute, t);
  DataStream xs = graph.addHostToDeviceFIFO("x", FLOAT, BATCH * N),
             ts = graph.addHostToDeviceFIFO("t", FLOAT, BATCH);

  const OptionFlags options{{"method", "bidirectional_ring_pair"}};
  Sequence step;
  Tensor gathered =
      gcl::allGatherCrossReplica(graph, shard, step, gcl::CommGroup(), "gather", options);
  step.add(Copy(cbr.undoRearrangeForCollective(gathered.flatten()).reshape(w.shape()), w));
  Tensor products = popops::mul(graph, x, w.expand({0}), step, "products");
  Tensor y = popops::reduce(graph, products, {1, 2}, {popops::Operation::ADD}, step, "y");
  Tensor distance = popops::sub(graph, y, t, step, "distance");
  Tensor parts = popops::mul(graph, x, distance.expand({1, 1}), step, "parts");
  Tensor gradient = popops::reduce(graph, parts, {0}, {popops::Operation::ADD}, step, "gradient");
  popops::zero(graph, collected, step, "padding");
  step.add(Copy(gradient.flatten(), cbr.undoRearrangeForCollective(collected).flatten()));
  Tensor own =
      gcl::reduceScatterCrossReplica(graph, collected.flatten(), gcl::CollectiveOperator::MEAN,
                                     step, gcl::CommGroup(), "scatter", options);
  popops::scaledAddTo(graph, shard, own, -RATE / BATCH, step, "update");

  Sequence prog{Copy(xs, x), Copy(ts, t), Copy(storage, shard), Repeat(STEPS, step),
                Copy(shard, storage)};
  Engine engine(graph, prog);
  engine.load(device);

  std::vector<float> weights(N), xData(R * BATCH * N), tData(R * BATCH);
  for (std::size_t i = 0; i < N; ++i)
    weights[i] = 0.1f * static_cast<float>(i % 5) - 0.2f;
  for (std::size_t i = 0; i < xData.size(); ++i)
    xData[i] = static_cast<float>(i * 37 % 23) / 11.0f - 1.0f;
  for (std::size_t i = 0; i < tData.size(); ++i)
    tData[i] = static_cast<float>(i % 4) - 1.5f;
  const std::vector<float> expected = onHost(weights, xData, tData);

  engine.connectStream("x", xData.data(), xData.data() + xData.size());
  engine.connectStream("t", tData.data(), tData.data() + tData.size());
  std::vector<float> rearranged(total);
  cbr.getHostRearrangement().rearrangeForCollective(reinterpret_cast<const char *>(weights.data()),
                                                    reinterpret_cast<char *>(rearranged.data()),
                                                    sizeof(float));
  for (unsigned r = 0; r < R; ++r)
    engine.copyToRemoteBuffer(&rearranged[r * total / R], "w", 0, r);
  engine.run(0);
  for (unsigned r = 0; r < R; ++r)
    engine.copyFromRemoteBuffer("w", &rearranged[r * total / R], 0, r);
  cbr.getHostRearrangement().undoRearrangeForCollective(
      reinterpret_cast<const char *>(rearranged.data()), reinterpret_cast<char *>(weights.data()),
      sizeof(float));

  double largest = 0, moved = 0;
  for (std::size_t i = 0; i < N; ++i) {
    largest = std::max(largest, std::fabs(static_cast<double>(weights[i] - expected[i])));
    moved = std::max(moved, std::fabs(static_cast<double>(expected[i])));
  }
  std::printf("%zu elements a shard, %zu in all\n", total / R, N);
  std::printf(largest < 1e-5 && moved > 0.1 ? "weights as on the host\n" : "off by %g\n", largest);
  return largest < 1e-5 ? 0 : 1;
}
