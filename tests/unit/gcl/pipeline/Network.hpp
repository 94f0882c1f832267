// SPDX-License-Identifier: MIT
// A small network for pipelines, the same on the host in plain loops, and a run of it.
#pragma once

#include <gcl/pipeline/Optimisers.hpp>
#include <gcl/pipeline/Pipeline.hpp>

#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ElementWise.hpp>

#include <map>
#include <string>
#include <vector>

namespace pipeline_test {

using gcl::pipeline::Backward;
using gcl::pipeline::Forward;
using gcl::pipeline::Layer;
using gcl::pipeline::Model;
using gcl::pipeline::Options;
using gcl::pipeline::Pipeline;
using Floats = std::vector<float>;
using Weights = std::map<std::string, Floats>;

inline constexpr std::size_t kWidth = 6;

/// y = w x^2, element by element. Its backward part needs the input and a kept activation.
inline void addSquare(Model &model, const std::string &name, const std::string &in,
                      const std::string &out, const std::string &weight) {
  model.layer(name)
      .reads({in})
      .makes({out})
      .uses({weight})
      .forward([=](const Forward &at) {
        const poplar::Tensor x = at.input(in);
        const poplar::Tensor squared = popops::mul(at.graph(), x, x, at.program());
        at.keep("squared", squared);
        at.output(out, popops::mul(at.graph(), squared, at.weight(weight), at.program()));
      })
      .backward([=](const Backward &at) {
        poplar::Graph &graph = at.graph();
        poplar::program::Sequence &program = at.program();
        const poplar::Tensor gradient = at.gradient(out);
        at.weightGradient(weight, popops::mul(graph, at.kept("squared"), gradient, program));
        poplar::Tensor byX = popops::mul(graph, at.input(in), at.weight(weight), program);
        byX = popops::mul(graph, byX, gradient, program);
        at.inputGradient(in, popops::add(graph, byX, byX, program));
      });
}

/// d = y - t, the gradient of a squared distance by y, and d^2 as the loss.
inline void addLoss(Model &model, const std::string &in) {
  model.layer("loss")
      .reads({in, "target"})
      .makes({"loss"})
      .forward([=](const Forward &at) {
        const poplar::Tensor d =
            popops::sub(at.graph(), at.input(in), at.input("target"), at.program());
        at.keep("difference", d);
        at.output("loss", popops::mul(at.graph(), d, d, at.program()));
      })
      .backward([=](const Backward &at) { at.inputGradient(in, at.kept("difference")); });
}

/// Squares in a chain, one for each stage, and the loss in the last stage. Weights are w0, w1, ...
inline Model chainModel(std::size_t layers) {
  Model model;
  model.input("x", poplar::FLOAT, {kWidth}).input("target", poplar::FLOAT, {kWidth});
  for (std::size_t i = 0; i < layers; ++i) {
    const std::string n = std::to_string(i), in = i == 0 ? "x" : "y" + std::to_string(i - 1);
    model.weight("w" + n, poplar::FLOAT, {kWidth});
    addSquare(model, "square" + n, in, "y" + n, "w" + n);
  }
  addLoss(model, "y" + std::to_string(layers - 1));
  model.output("loss");
  return model;
}

/// Layer i on IPU ipus[i], in stage i; the loss with the last one.
inline void place(Model &model, const std::vector<unsigned> &ipus) {
  for (unsigned i = 0; i < model.layers.size(); ++i) {
    const auto stage = std::min(i, static_cast<unsigned>(ipus.size()) - 1);
    model.layers[i].onVirtualGraph(ipus[stage]).inPipelineStage(stage);
  }
}

/// Data of `count` micro-batches: values near 1, that no rounding hides.
inline Floats sampleData(std::size_t count, unsigned seed) {
  Floats data(count * kWidth);
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = 0.7f + 0.01f * static_cast<float>((i * 37 + seed * 11) % 61);
  return data;
}
inline Floats sampleWeight(unsigned number) {
  Floats weight(kWidth);
  for (std::size_t i = 0; i < kWidth; ++i)
    weight[i] = 0.7f + 0.02f * static_cast<float>((i * 5 + number * 7) % 11);
  return weight;
}
inline Weights sampleWeights(std::size_t count) {
  Weights weights;
  for (unsigned i = 0; i < count; ++i)
    weights["w" + std::to_string(i)] = sampleWeight(i);
  return weights;
}

inline poplar::Device makeDevice(unsigned ipus = 4, unsigned tiles = 4) {
  poplar::IPUModel model;
  model.numIPUs = ipus;
  model.tilesPerIPU = tiles;
  return model.createDevice();
}

struct Result {
  Floats output;
  Weights weights;
  Pipeline pipeline;
};

/// Builds, runs once, and reads everything back. `outputs` is the number of floats expected.
inline Result run(const Model &model, const Options &options, const Weights &weights,
                  std::size_t outputs, const std::string &output = "loss", unsigned tiles = 4,
                  unsigned runs = 1, unsigned ipus = 4) {
  poplar::Device device = makeDevice(ipus, tiles);
  poplar::Graph graph(device.getTarget());
  Result result;
  result.pipeline = gcl::pipeline::build(graph, model, options);
  poplar::Engine engine(graph, result.pipeline.program);
  engine.load(device);
  std::map<std::string, Floats> data;
  const std::size_t count =
      static_cast<std::size_t>(options.microBatches) * options.stepsPerRun * runs;
  for (unsigned i = 0; i < model.inputs.size(); ++i) {
    Floats &values = data[model.inputs[i].name] = sampleData(count, i);
    engine.connectStream(model.inputs[i].name, values.data(), values.data() + values.size());
  }
  result.output.resize(outputs);
  if (outputs != 0)
    engine.connectStream(output, result.output.data(), result.output.data() + outputs);
  for (const auto &[name, values] : weights)
    engine.writeTensor(name, values.data(), values.data() + values.size());
  for (unsigned i = 0; i < runs; ++i)
    engine.run();
  for (const auto &[name, values] : weights) {
    Floats &read = result.weights[name];
    read.resize(values.size());
    engine.readTensor(name, read.data(), read.data() + read.size());
  }
  return result;
}

/// The chain in plain loops.
struct HostChain {
  Weights weights;
  float rate;

  /// One forward pass of micro-batch m; activations of each layer.
  std::vector<Floats> forward(const Floats &x, std::size_t m) const {
    std::vector<Floats> ys{Floats(x.begin() + static_cast<long>(m * kWidth),
                                  x.begin() + static_cast<long>((m + 1) * kWidth))};
    for (std::size_t l = 0; l < weights.size(); ++l) {
      const Floats &w = weights.at("w" + std::to_string(l));
      Floats y(kWidth);
      for (std::size_t i = 0; i < kWidth; ++i)
        y[i] = ys[l][i] * ys[l][i] * w[i];
      ys.push_back(y);
    }
    return ys;
  }

  /// Gradients of all layers by the loss of one micro-batch, with these weights in the backward
  /// pass.
  Weights backward(const std::vector<Floats> &ys, const Floats &target, std::size_t m) const {
    Weights gradients;
    Floats d(kWidth);
    for (std::size_t i = 0; i < kWidth; ++i)
      d[i] = ys.back()[i] - target[m * kWidth + i];
    for (std::size_t l = weights.size(); l-- > 0;) {
      const std::string name = "w" + std::to_string(l);
      Floats &g = gradients[name] = Floats(kWidth);
      for (std::size_t i = 0; i < kWidth; ++i) {
        const float x = ys[l][i];
        g[i] = x * x * d[i];
        const float byX = x * weights.at(name)[i] * d[i];
        d[i] = byX + byX;
      }
    }
    return gradients;
  }

  void subtract(const std::string &name, const Floats &gradient) {
    for (std::size_t i = 0; i < kWidth; ++i)
      weights[name][i] -= rate * gradient[i];
  }

  /// A step with accumulation; appends the losses.
  void step(const Floats &x, const Floats &target, std::size_t first, std::size_t count,
            Floats &losses) {
    Weights sums;
    for (std::size_t m = first; m < first + count; ++m) {
      const std::vector<Floats> ys = forward(x, m);
      for (std::size_t i = 0; i < kWidth; ++i) {
        const float d = ys.back()[i] - target[m * kWidth + i];
        losses.push_back(d * d);
      }
      for (const auto &[name, gradient] : backward(ys, target, m)) {
        Floats &sum = sums[name];
        sum.resize(kWidth);
        for (std::size_t i = 0; i < kWidth; ++i)
          sum[i] += gradient[i];
      }
    }
    for (const auto &[name, sum] : sums)
      subtract(name, sum);
  }
};

} // namespace pipeline_test
