// SPDX-License-Identifier: MIT
// Contexts pass on to the tracer.
#include <gcl/pipeline/Contexts.hpp>

#include "pipeline/Tracer.hpp"

#include <popops/Zero.hpp>
#include <poputil/TileMapping.hpp>

namespace gcl::pipeline {

const std::string &LayerContext::layer() const {
  return tracer_->layer(layer_).name;
}
poplar::Graph &LayerContext::graph() const {
  return tracer_->graphOf(layer_);
}
poplar::Tensor LayerContext::weight(const std::string &name) const {
  return tracer_->weight(layer_, name);
}

poplar::Tensor Forward::input(const std::string &name) const {
  return tracer_->forwardInput(layer_, name);
}
void Forward::output(const std::string &name, const poplar::Tensor &tensor) const {
  tracer_->setOutput(layer_, name, tensor);
}
void Forward::keep(const std::string &name, const poplar::Tensor &tensor) const {
  tracer_->keep(layer_, name, tensor);
}

poplar::Tensor Backward::input(const std::string &name) const {
  return tracer_->backwardInput(layer_, name);
}
poplar::Tensor Backward::output(const std::string &name) const {
  return tracer_->backwardOutput(layer_, name);
}
poplar::Tensor Backward::kept(const std::string &name) const {
  return tracer_->kept(layer_, name);
}
bool Backward::hasGradient(const std::string &output) const {
  return tracer_->hasGradient(layer_, output);
}
poplar::Tensor Backward::gradient(const std::string &output) const {
  return tracer_->gradient(layer_, output, program());
}
void Backward::inputGradient(const std::string &input, const poplar::Tensor &tensor) const {
  tracer_->setInputGradient(layer_, input, tensor);
}
void Backward::weightGradient(const std::string &weight, const poplar::Tensor &tensor,
                              float scale) const {
  tracer_->addWeightGradient(layer_, weight, tensor, scale, program());
}
poplar::Tensor Backward::accumulator(const std::string &weight) const {
  return tracer_->accumulator(layer_, weight);
}

poplar::Tensor Update::state(const std::string &name) const {
  const std::string handle = name_ + "/" + name;
  poplar::Tensor state = graph_->clone(weight_, {handle});
  graph_->setInitialValue<float>(
      state, poplar::ArrayRef<float>(std::vector<float>(state.numElements(), 0.0f)));
  graph_->createHostWrite(handle, state);
  graph_->createHostRead(handle, state);
  return state;
}

CreateFunction linearVariable(const poplar::Type &type, const std::vector<std::size_t> &shape) {
  return [type, shape](poplar::Graph &graph, const std::string &name) {
    poplar::Tensor tensor = graph.addVariable(type, shape, {name});
    poputil::mapTensorLinearly(graph, tensor);
    return tensor;
  };
}

} // namespace gcl::pipeline
