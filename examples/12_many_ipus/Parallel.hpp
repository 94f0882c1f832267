// SPDX-License-Identifier: MIT
// The network of lesson 11 with each layer's weights split over replicas.
#pragma once

#include "../11_pipeline/Network.hpp"

#include <gcl/pipeline/TensorParallel.hpp>

namespace network {

/// Each of `ranks` replicas has kHidden / ranks features of the hidden layer. The first layer's
/// inputs need no gradient, so the only collective is the all-reduce of y.
inline Model makeParallel(std::size_t batch, unsigned ranks) {
  Model model;
  addHidden(model, batch, kHidden / ranks);
  addRowParallel(model, {"dense2", "h", "y", batch, kHidden, FashionMnist::kClasses, ranks});
  model.input("label", poplar::INT, {batch});
  model.layer("loss")
      .reads({"y", "label"})
      .makes({"loss"})
      .forward([](const Forward &at) { addLoss(at, at.input("y")); })
      .backward([](const Backward &at) { at.inputGradient("y", at.kept("deltas")); });
  model.output("loss", Anchor::Sum);
  return model;
}

inline std::vector<float> repeated(const std::vector<float> &values, unsigned times) {
  std::vector<float> all;
  for (unsigned i = 0; i < times; ++i)
    all.insert(all.end(), values.begin(), values.end());
  return all;
}

/// Weights as Engine::writeTensor takes them for `replicas` replicas.
inline Weights spread(Weights weights, unsigned replicas, unsigned ranks) {
  for (auto &[name, values] : weights) {
    if (name == "dense1.w") values = splitColumns(values, kHidden, ranks);
    values = repeated(values, name == "dense2.b" ? replicas : replicas / ranks);
  }
  return weights;
}

/// Those of the first ranks, in one piece again.
inline Weights joined(Weights weights, unsigned replicas, unsigned ranks) {
  for (auto &[name, values] : weights) {
    values.resize(values.size() / (name == "dense2.b" ? replicas : replicas / ranks));
    if (name == "dense1.w") values = joinColumns(values, kHidden, ranks);
  }
  return weights;
}

} // namespace network
