// SPDX-License-Identifier: MIT
// What lessons 11, 12 and 14 share: devices, codelets, and how well a trained network does.
#pragma once

#include "Network.hpp"

#include <gcl/codelets.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplin/codelets.hpp>
#include <popnn/codelets.hpp>
#include <popops/codelets.hpp>

namespace network {

constexpr std::size_t kBatch = 16;
constexpr std::size_t kStep = 256; ///< pictures between two weight updates

inline poplar::Device attach(unsigned ipus) {
  for (poplar::Device &device : poplar::DeviceManager().getDevices(poplar::TargetType::IPU, ipus))
    if (device.attach()) return std::move(device);
  throw std::runtime_error("no device with " + std::to_string(ipus) + " IPUs is free");
}

inline void addCodelets(poplar::Graph &graph) {
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  popnn::addCodelets(graph);
  gcl::addCodelets(graph);
}

/// Layer after layer on one IPU, or each on its own.
inline void place(Model &model, unsigned ipus) {
  for (unsigned i = 0; i < model.layers.size(); ++i)
    model.layers[i].onVirtualGraph(ipus == 1 ? 0 : i);
}

/// Part of the test pictures that a model for inference gets right. Its layers have their places on
/// `ipus` IPUs, and it makes "class" of "picture".
inline double accuracy(const Model &model, unsigned ipus, Weights &weights, FashionMnist &data) {
  const poplar::Device device = attach(ipus);
  poplar::Graph graph(device.getTarget());
  addCodelets(graph);
  Options options;
  options.mode = Mode::Inference;
  options.microBatches = static_cast<unsigned>(data.labels.size() / kBatch);
  poplar::Engine engine(graph, build(graph, model, options).program);
  engine.load(device);
  for (auto &weight : weights)
    engine.writeTensor(weight.first, weight.second.data(),
                       weight.second.data() + weight.second.size());
  std::vector<std::uint32_t> classes(options.microBatches * kBatch);
  engine.connectStream("picture", data.pictures.data(),
                       data.pictures.data() + classes.size() * FashionMnist::kPixels);
  engine.connectStream("class", classes.data(), classes.data() + classes.size());
  engine.run();
  std::size_t right = 0;
  for (std::size_t i = 0; i < classes.size(); ++i)
    right += static_cast<std::int32_t>(classes[i]) == data.labels[i];
  return static_cast<double>(right) / static_cast<double>(classes.size());
}

/// The same of the network of two layers.
inline double accuracy(Weights &weights, FashionMnist &data) {
  Model model = make(Mode::Inference, kBatch);
  place(model, 2);
  return accuracy(model, 2, weights, data);
}

} // namespace network
