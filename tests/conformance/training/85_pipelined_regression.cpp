// SPDX-License-Identifier: MIT
// gcl::pipeline as a program uses it: a line fitted through points, its slope on IPU 0 and its
// offset on IPU 1, trained as a pipeline; then a model that cannot be built.
#include <gcl/pipeline/Optimisers.hpp>
#include <gcl/pipeline/Pipeline.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <popops/ElementWise.hpp>

#include <iostream>
#include <vector>

using namespace poplar;
using namespace gcl::pipeline;

static Model lineModel() {
  Model model;
  model.input("x", FLOAT, {4}).input("t", FLOAT, {4});
  model.weight("slope", FLOAT, {1}).weight("offset", FLOAT, {1});
  model.layer("scale")
      .onVirtualGraph(0)
      .reads({"x"})
      .makes({"sx"})
      .uses({"slope"})
      .forward([](const Forward &at) {
        at.output("sx", popops::mul(at.graph(), at.input("x"), at.weight("slope"), at.program()));
      })
      .backward([](const Backward &at) {
        const Tensor dx = popops::mul(at.graph(), at.input("x"), at.gradient("sx"), at.program());
        for (std::size_t i = 0; i < 4; ++i)
          at.weightGradient("slope", dx.slice(i, i + 1));
      });
  model.layer("shift")
      .onVirtualGraph(1)
      .reads({"sx", "t"})
      .makes({"difference"})
      .uses({"offset"})
      .forward([](const Forward &at) {
        const Tensor y = popops::add(at.graph(), at.input("sx"), at.weight("offset"), at.program());
        at.output("difference", popops::sub(at.graph(), y, at.input("t"), at.program()));
      })
      .backward([](const Backward &at) {
        const Tensor d = at.output("difference");
        for (std::size_t i = 0; i < 4; ++i)
          at.weightGradient("offset", d.slice(i, i + 1));
        at.inputGradient("sx", d);
      });
  model.output("difference", Anchor::Final);
  return model;
}

int main() {
  Device device;
  for (Device &candidate : DeviceManager().getDevices(TargetType::IPU, 2))
    if (candidate.attach()) {
      device = std::move(candidate);
      break;
    }
  Graph graph(device.getTarget());
  Options options;
  options.microBatches = 4;
  options.stepsPerRun = 800;
  options.reduction = Reduction::Mean;
  options.update = sgd(0.05f);
  const Pipeline pipeline = build(graph, lineModel(), options);
  std::cout << pipeline.schedule;

  Engine engine(graph, pipeline.program);
  engine.load(device);
  std::vector<float> x(16), t(16), last(4), slope(1, 0.0f), offset(1, 0.0f);
  for (unsigned i = 0; i < 16; ++i) {
    x[i] = static_cast<float>(i % 7) / 4.0f;
    t[i] = 3.0f * x[i] - 2.0f;
  }
  engine.connectStream("x", x.data(), x.data() + x.size());
  engine.connectStream("t", t.data(), t.data() + t.size());
  engine.connectStream("difference", last.data(), last.data() + last.size());
  engine.writeTensor("slope", slope.data(), slope.data() + 1);
  engine.writeTensor("offset", offset.data(), offset.data() + 1);
  engine.run();
  engine.readTensor("slope", slope.data(), slope.data() + 1);
  engine.readTensor("offset", offset.data(), offset.data() + 1);
  const bool fits =
      slope[0] > 2.99f && slope[0] < 3.01f && offset[0] > -2.01f && offset[0] < -1.99f;
  std::cout << (fits ? "the line fits\n" : "no fit\n");

  try {
    options.microBatches = 2;
    Graph other(device.getTarget());
    build(other, lineModel(), options);
  } catch (const poplar_error &error) {
    std::cout << "refused: " << error.what() << "\n";
  }
  return fits ? 0 : 1;
}
