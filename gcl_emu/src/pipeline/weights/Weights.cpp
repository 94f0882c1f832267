// SPDX-License-Identifier: MIT
// Weights, sums of gradients, updates.
#include "pipeline/weights/Weights.hpp"

#include "pipeline/Errors.hpp"
#include "pipeline/weights/ShardedUpdate.hpp"

#include <gcl/Collectives.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Zero.hpp>
#include <poputil/TileMapping.hpp>

namespace gcl::pipeline {

Weights::Weights(Machine &machine, const Positions &positions, const Model &model,
                 const Options &options)
    : machine_(machine), positions_(positions), model_(model), options_(options),
      groups_(replicaGroups(machine.whole().getReplicationFactor(), options.tensorParallel)) {
  std::map<std::string, const NamedTensor *> declared;
  for (const NamedTensor &weight : model.weights)
    if (!declared.emplace(weight.name, &weight).second)
      Complaint("two weights are called " + quoted(weight.name)).fix("use two names").raise();
  for (unsigned layer = 0; layer < model.layers.size(); ++layer)
    for (const std::string &name : model.layers[layer].weights) {
      if (declared.count(name) == 0)
        Complaint("layer " + quoted(model.layers[layer].name) + " uses weight " + quoted(name) +
                  ", which the model does not have")
            .fix("declare it with Model::weight()")
            .raise();
      addUser(name, layer);
    }
  for (const NamedTensor &weight : model.weights) {
    const auto used = weights_.find(weight.name);
    if (used == weights_.end())
      Complaint("no layer uses weight " + quoted(weight.name))
          .fix("name it in Layer::uses(), or leave it out")
          .raise();
    poplar::Tensor &tensor = used->second.tensor;
    tensor = weight.create(machine_.compute(used->second.ipu), weight.name);
    machine_.whole().createHostWrite(weight.name, tensor);
    machine_.whole().createHostRead(weight.name, tensor);
  }
}

void Weights::addUser(const std::string &name, unsigned layer) {
  const auto [entry, isNew] = weights_.emplace(name, Weight{});
  Weight &weight = entry->second;
  if (isNew) {
    weight.ipu = positions_.ipu[positions_.forward[layer]];
    weight.firstLayer = layer;
  }
  if (!weight.update) weight.update = model_.layers[layer].updateFunction;
}

poplar::Tensor Weights::accumulator(const std::string &name, unsigned layer) {
  Weight &weight = weights_.at(name);
  if (!weight.hasSum) {
    weight.sum = machine_.compute(weight.ipu).clone(weight.tensor, {name + "/gradient"});
    weight.hasSum = true;
    weight.summedBy = layer;
  }
  const unsigned first = positions_.backward[weight.summedBy], here = positions_.backward[layer];
  if (options_.accumulation == Accumulation::Off && first != here)
    Complaint("weight " + quoted(name) +
              " gets gradients in two timing slots, and there is no accumulation")
        .note("from layer " + quoted(model_.layers[weight.summedBy].name) + " in slot " +
              std::to_string(first) + " and from layer " + quoted(model_.layers[layer].name) +
              " in slot " + std::to_string(here) + ": there is no moment to update it")
        .fix("use Accumulation::On")
        .raise();
  return weight.sum;
}

void Weights::reduce(std::vector<poplar::Tensor> &sums, poplar::program::Sequence &program) {
  if (sums.empty() || isSharded()) return;
  if (options_.reduceGradients && machine_.whole().getReplicationFactor() > 1)
    options_.reduceGradients(machine_.whole(), sums, program);
  else if (groups_.dataParallel > 1)
    gcl::allReduceInPlaceCrossReplica(machine_.whole(), sums, gcl::CollectiveOperator::ADD, program,
                                      groups_.dataParallelGroup(), {"reduceGradients"});
}

bool Weights::isSharded() const {
  return options_.optimiserState == OptimiserState::Sharded && groups_.dataParallel > 1;
}

float Weights::scale() const {
  if (options_.reduction == Reduction::Sum) return 1;
  const unsigned microBatches =
      options_.accumulation == Accumulation::On ? positions_.microBatches : 1;
  return 1.0f / static_cast<float>(microBatches * groups_.dataParallel);
}

void Weights::update(const std::string &name, Weight &weight, poplar::program::Sequence &program) {
  const UpdateFunction &function = weight.update ? weight.update : options_.update;
  if (!function)
    Complaint("weight " + quoted(name) + " has a gradient, and nothing updates it")
        .fix("set Options::update, for instance to sgd(0.01f), or Layer::update()")
        .raise();
  poplar::Graph &graph = machine_.compute(weight.ipu);
  const auto scaledUpdate = [&](const poplar::Tensor &values, const poplar::Tensor &gradient) {
    if (options_.reduction == Reduction::Mean)
      popops::mulInPlace(graph, gradient, scale(), program, {name + "/mean"});
    function(Update(graph, program, name, values, gradient));
  };
  if (isSharded())
    updateShard(machine_.whole(), graph, groups_, name, weight.tensor, weight.sum, program,
                scaledUpdate);
  else
    scaledUpdate(weight.tensor, weight.sum);
}

void Weights::finish(Programs &programs) {
  std::vector<poplar::Tensor> sums;
  for (auto &[name, weight] : weights_) {
    if (!weight.hasSum) continue;
    poplar::Graph &graph = machine_.compute(weight.ipu);
    if (options_.accumulation == Accumulation::On) {
      popops::zero(graph, weight.sum, programs.stepBegin, {name + "/clear"});
      sums.push_back(weight.sum);
      continue;
    }
    PositionPrograms &position = programs.positions[positions_.backward[weight.summedBy]];
    popops::zero(graph, weight.sum, position.clear, {name + "/clear"});
    std::vector<poplar::Tensor> own{weight.sum};
    reduce(own, position.update);
    update(name, weight, position.update);
  }
  if (options_.accumulation == Accumulation::Off) return;
  reduce(sums, programs.stepEnd);
  for (auto &[name, weight] : weights_)
    if (weight.hasSum) update(name, weight, programs.stepEnd);
}

std::map<std::string, poplar::Tensor> Weights::tensors() const {
  std::map<std::string, poplar::Tensor> tensors;
  for (const auto &[name, weight] : weights_)
    tensors.emplace(name, weight.tensor);
  return tensors;
}

} // namespace gcl::pipeline
