// SPDX-License-Identifier: MIT
// The network of lessons 11 and 12, 784 -> 512 -> 10, as layers of a pipeline.
#pragma once

#include "FashionMnist.hpp"

#include <gcl/pipeline/Pipeline.hpp>

#include <poplin/MatMul.hpp>
#include <popnn/Loss.hpp>
#include <popnn/NonLinearity.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <map>
#include <random>

namespace network {

using namespace gcl::pipeline;
using poplar::Tensor;

constexpr std::size_t kHidden = 512;

/// What y = x w + b needs to be on the tiles: w laid out for the product.
inline void addWeights(Model &model, std::size_t batch, std::size_t in, std::size_t out,
                       const std::string &layer) {
  model.weight(layer + ".w", [=](poplar::Graph &graph, const std::string &name) {
    return poplin::createMatMulInputRHS(graph, poplar::FLOAT, {batch, in}, {in, out}, name);
  });
  model.weight(layer + ".b", poplar::FLOAT, {out});
}

inline Tensor product(const Forward &at, const Tensor &x, const std::string &layer) {
  const Tensor y = poplin::matMul(at.graph(), x, at.weight(layer + ".w"), at.program(), layer);
  popops::addInPlace(at.graph(), y, at.weight(layer + ".b"), at.program(), layer + "/bias");
  return y;
}

/// Gradients of w and b by that of y.
inline void addGradients(const Backward &at, const Tensor &x, const Tensor &dy,
                         const std::string &layer) {
  poplin::matMulAcc(at.graph(), at.accumulator(layer + ".w"), 1.0f, x.transpose(), dy, at.program(),
                    layer + "/dw");
  at.weightGradient(layer + ".b", popops::reduce(at.graph(), dy, {0}, {popops::Operation::ADD},
                                                 at.program(), layer + "/db"));
}

/// Pictures and the first layer: relu(x w + b), or the part of it that has `hidden` features.
inline void addHidden(Model &model, std::size_t batch, std::size_t hidden) {
  const std::size_t pixels = FashionMnist::kPixels;
  model.input("picture", [=](poplar::Graph &graph, const std::string &name) {
    return poplin::createMatMulInputLHS(graph, poplar::FLOAT, {batch, pixels}, {pixels, hidden},
                                        name);
  });
  addWeights(model, batch, pixels, hidden, "dense1");
  Layer &layer = model.layer("dense1");
  layer.reads({"picture"}).makes({"h"}).uses({"dense1.w", "dense1.b"});
  layer.forward([](const Forward &at) {
    const Tensor h = product(at, at.input("picture"), "dense1");
    popnn::nonLinearityInPlace(at.graph(), popnn::NonLinearityType::RELU, h, at.program());
    at.output("h", h);
  });
  layer.backward([](const Backward &at) {
    const Tensor dy = popnn::nonLinearityInputGradient(
        at.graph(), popnn::NonLinearityType::RELU, at.output("h"), at.gradient("h"), at.program());
    addGradients(at, at.input("picture"), dy, "dense1");
  });
}

/// Softmax of y and the loss of each picture; keeps the gradient by y as "deltas".
inline void addLoss(const Forward &at, const Tensor &y) {
  poplar::Graph &graph = at.graph();
  const Tensor p = popnn::nonLinearity(graph, popnn::NonLinearityType::SOFTMAX, y, at.program());
  const Tensor loss = graph.addVariable(poplar::FLOAT, {y.dim(0)}, "loss"),
               deltas = graph.addVariable(poplar::FLOAT, y.shape(), "deltas");
  poputil::mapTensorLinearly(graph, loss);
  at.program().add(
      popnn::calcLoss(graph, p, at.input("label"), loss, deltas, popnn::CROSS_ENTROPY_LOSS));
  at.keep("deltas", deltas);
  at.output("loss", loss);
}

/// Two layers; `Mode::Training` adds labels, loss and backward functions.
inline Model make(Mode mode, std::size_t batch) {
  Model model;
  addHidden(model, batch, kHidden);
  addWeights(model, batch, kHidden, FashionMnist::kClasses, "dense2");
  Layer &last = model.layer("dense2");
  last.uses({"dense2.w", "dense2.b"});
  if (mode == Mode::Inference) {
    last.reads({"h"}).makes({"class"});
    last.forward([](const Forward &at) {
      const Tensor y = product(at, at.input("h"), "dense2");
      at.output("class", popnn::argMax(at.graph(), y, at.program()));
    });
    model.output("class");
    return model;
  }
  model.input("label", poplar::INT, {batch});
  last.reads({"h", "label"}).makes({"loss"});
  last.forward([](const Forward &at) { addLoss(at, product(at, at.input("h"), "dense2")); });
  last.backward([](const Backward &at) {
    const Tensor dy = at.kept("deltas");
    addGradients(at, at.input("h"), dy, "dense2");
    at.inputGradient(
        "h", poplin::matMul(at.graph(), dy, at.weight("dense2.w").transpose(), at.program(), "dh"));
  });
  model.output("loss", Anchor::Sum);
  return model;
}

using Weights = std::map<std::string, std::vector<float>>;

/// Uniform numbers around zero, as far as suits a layer with so many inputs.
inline std::vector<float> uniform(std::mt19937 &random, std::size_t count, std::size_t inputs) {
  std::vector<float> values(count);
  const float range = std::sqrt(6.0f / static_cast<float>(inputs));
  for (float &value : values)
    value = range * (static_cast<float>(random() % 20001) / 10000.0f - 1.0f);
  return values;
}

inline Weights firstWeights() {
  std::mt19937 random(1);
  const std::size_t pixels = FashionMnist::kPixels, classes = FashionMnist::kClasses;
  return {{"dense1.w", uniform(random, pixels * kHidden, pixels)},
          {"dense1.b", std::vector<float>(kHidden)},
          {"dense2.w", uniform(random, kHidden * classes, kHidden)},
          {"dense2.b", std::vector<float>(classes)}};
}

} // namespace network
