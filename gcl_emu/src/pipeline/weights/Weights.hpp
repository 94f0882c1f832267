// SPDX-License-Identifier: MIT
// Weights, the sums of their gradients, and their updates.
#pragma once

#include "pipeline/Machine.hpp"
#include "pipeline/Programs.hpp"
#include "pipeline/schedule/Positions.hpp"
#include "pipeline/weights/ReplicaGroups.hpp"

#include <gcl/pipeline/Model.hpp>
#include <gcl/pipeline/Pipeline.hpp>

#include <map>
#include <string>

namespace gcl::pipeline {

class Weights {
 public:
  /// Makes all weights, each on the IPU of the layers that use it.
  Weights(Machine &machine, const Positions &positions, const Model &model, const Options &options);

  const poplar::Tensor &at(const std::string &name) const { return weights_.at(name).tensor; }
  /// The sum of gradients, made when the first layer asks for it.
  poplar::Tensor accumulator(const std::string &name, unsigned layer);
  /// Clears sums and updates weights, once a step or in each backward position.
  void finish(Programs &programs);
  std::map<std::string, poplar::Tensor> tensors() const;

 private:
  struct Weight {
    poplar::Tensor tensor, sum;
    unsigned ipu = 0;
    unsigned firstLayer = 0;
    UpdateFunction update;
    bool hasSum = false;
    unsigned summedBy = 0; ///< layer that gave a gradient
  };
  void addUser(const std::string &name, unsigned layer);
  void update(const std::string &name, Weight &weight, poplar::program::Sequence &program);
  void reduce(std::vector<poplar::Tensor> &sums, poplar::program::Sequence &program);
  /// What the sum over replicas and micro-batches is multiplied with.
  float scale() const;
  bool isSharded() const;

  Machine &machine_;
  const Positions &positions_;
  const Model &model_;
  const Options &options_;
  ReplicaGroups groups_;
  std::map<std::string, Weight> weights_;
};

} // namespace gcl::pipeline
