// SPDX-License-Identifier: MIT
// Scenarios 23 and 24: a Kalman filter fits straight tracks through detector planes, one track a
// tile.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

// State (position, slope), covariance 2 x 2, one measurement a plane.
class KalmanStep : public Vertex {
 public:
  InOut<Vector<float>> state;
  InOut<Vector<float>> covariance;
  Input<Vector<float>> hits;
  Vector<float> noise; // process noise and measurement noise
  float distance;
  unsigned plane; // persists: the next call takes the next hit

  bool compute() {
    float p00 = covariance[0], p01 = covariance[1], p11 = covariance[3];
    // Predict.
    state[0] += distance * state[1];
    p00 += distance * (2 * p01 + distance * p11) + noise[0];
    p01 += distance * p11;
    p11 += noise[0];
    // Correct.
    const float gain = 1 / (p00 + noise[1]), k0 = p00 * gain, k1 = p01 * gain;
    const float residual = hits[plane % hits.size()] - state[0];
    state[0] += k0 * residual;
    state[1] += k1 * residual;
    covariance[0] = (1 - k0) * p00;
    covariance[1] = covariance[2] = (1 - k0) * p01;
    covariance[3] = p11 - k1 * p01;
    ++plane;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#undef NDEBUG
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  const unsigned tracks = argc > 1 ? std::atoi(argv[1]) : 4, planes = 20;
  Device device;
  if (argc > 2) {
    for (auto &d : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
      if (d.attach()) {
        device = std::move(d);
        break;
      }
  } else {
    IPUModel model;
    device = model.createDevice();
  }
  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__);

  Tensor state = graph.addVariable(FLOAT, {tracks, 2}, "state");
  Tensor covariance = graph.addVariable(FLOAT, {tracks, 2, 2}, "covariance");
  Tensor hits = graph.addVariable(FLOAT, {tracks, planes}, "hits");
  ComputeSet cs = graph.addComputeSet("kalman");
  for (unsigned t = 0; t < tracks; ++t) {
    const unsigned tile = t % graph.getTarget().getNumTiles();
    graph.setTileMapping(state[t], tile);
    graph.setTileMapping(covariance[t], tile);
    graph.setTileMapping(hits[t], tile);
    VertexRef v = graph.addVertex(cs, "KalmanStep");
    graph.connect(v["state"], state[t]);
    graph.connect(v["covariance"], covariance[t].flatten());
    graph.connect(v["hits"], hits[t]);
    graph.setInitialValue(v["noise"], std::vector<float>{1e-6f, 1e-2f});
    graph.setInitialValue(v["distance"], 1.0f);
    graph.setInitialValue(v["plane"], 0);
    graph.setTileMapping(v, tile);
    graph.setCycleEstimate(v, 60);
  }
  Tensor identity = graph.addConstant<float>(FLOAT, {4}, {100, 0, 0, 100});
  graph.setTileMapping(identity, 0);
  Sequence prog;
  for (unsigned t = 0; t < tracks; ++t)
    prog.add(Copy(identity, covariance[t].flatten()));
  prog.add(Repeat(planes, Execute(cs)));
  graph.createHostWrite("hits", hits);
  graph.createHostRead("state", state);

  Engine engine(graph, prog);
  engine.load(device);
  std::vector<float> h(tracks * planes), result(tracks * 2);
  for (unsigned t = 0; t < tracks; ++t)
    for (unsigned p = 0; p < planes; ++p)
      h[t * planes + p] = 1.0f + t + (0.5f - 0.25f * (t % 8)) * (p + 1);
  engine.writeTensor("hits", h.data(), h.data() + h.size());
  auto start = engine.getTimeStamp();
  engine.run();
  auto stop = engine.getTimeStamp();
  engine.readTensor("state", result.data(), result.data() + result.size());
  std::cout << "time: " << Engine::reportTiming(start, stop) << std::endl;
  for (unsigned t = 0; t < tracks; ++t) {
    assert(std::fabs(result[2 * t] - h[t * planes + planes - 1]) < 0.02f);
    assert(std::fabs(result[2 * t + 1] - (0.5f - 0.25f * (t % 8))) < 0.02f);
  }
  std::cout << "Hooray, test passed!" << std::endl;
  return 0;
}
#endif
