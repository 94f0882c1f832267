// SPDX-License-Identifier: MIT
// Calls the functions of all layers, once each, and collects what they append.
#pragma once

#include "pipeline/Machine.hpp"
#include "pipeline/Programs.hpp"
#include "pipeline/Values.hpp"
#include "pipeline/schedule/Positions.hpp"
#include "pipeline/weights/Weights.hpp"

#include <gcl/pipeline/Contexts.hpp>
#include <gcl/pipeline/Model.hpp>
#include <gcl/pipeline/Pipeline.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gcl::pipeline {

class Tracer {
 public:
  Tracer(Machine &machine, const Positions &positions, Programs &programs, Values &values,
         Weights &weights, const Model &model, const Options &options);

  void traceForward();
  void traceBackward();
  /// The value of a layer's output.
  Value &made(const std::string &name);

  // What contexts ask for.
  const Layer &layer(unsigned number) const { return model_.layers[number]; }
  poplar::Graph &graphOf(unsigned layer);
  poplar::Tensor weight(unsigned layer, const std::string &name);
  poplar::Tensor forwardInput(unsigned layer, const std::string &name);
  void setOutput(unsigned layer, const std::string &name, const poplar::Tensor &tensor);
  void keep(unsigned layer, const std::string &name, const poplar::Tensor &tensor);
  poplar::Tensor backwardInput(unsigned layer, const std::string &name);
  poplar::Tensor backwardOutput(unsigned layer, const std::string &name);
  poplar::Tensor kept(unsigned layer, const std::string &name);
  bool hasGradient(unsigned layer, const std::string &output);
  poplar::Tensor gradient(unsigned layer, const std::string &output,
                          poplar::program::Sequence &program);
  void setInputGradient(unsigned layer, const std::string &input, const poplar::Tensor &tensor);
  void addWeightGradient(unsigned layer, const std::string &weight, const poplar::Tensor &tensor,
                         float scale, poplar::program::Sequence &program);
  poplar::Tensor accumulator(unsigned layer, const std::string &weight);

 private:
  void makeInputs();
  std::vector<unsigned> readersOf(const std::string &name) const;
  std::vector<unsigned> byPosition(const std::vector<unsigned> &positions) const;
  /// Whether the layer's activations are recomputed before its backward part.
  bool recomputes(unsigned layer) const;
  void checkOutputs(unsigned layer) const;
  /// A value that the layer's own position made, for its backward part.
  poplar::Tensor again(unsigned layer, Value &value);

  Machine &machine_;
  const Positions &positions_;
  Programs &programs_;
  Values &values_;
  Weights &weights_;
  const Model &model_;
  const Options &options_;
  std::map<std::string, Value *> tensors_;
  std::map<std::pair<unsigned, std::string>, Value *> kept_;
  /// Inputs of a position that is recomputed.
  std::map<std::pair<unsigned, std::string>, poplar::Tensor> owned_;
  std::map<std::string, std::vector<Value *>> gradients_;
  std::map<std::string, poplar::Tensor> sums_;
};

} // namespace gcl::pipeline
