// SPDX-License-Identifier: MIT
// A model as layers with names for what flows between them: says what to compute, where and when.
#ifndef GCL_PIPELINE_MODEL_HPP
#define GCL_PIPELINE_MODEL_HPP

#include <gcl/pipeline/Contexts.hpp>
#include <gcl/pipeline/Placement.hpp>

#include <deque>
#include <string>
#include <vector>

namespace gcl {
namespace pipeline {

/// A layer, set up by chained calls:
///
///     model.layer("dense").onVirtualGraph(0).inPipelineStage(0).reads({"x"}).makes({"y"})
///         .uses({"w"}).forward([](const Forward &at) { ... });
///
/// virtualGraph is where, pipelineStage when, as PopART's builder has it; see placeLayers for the
/// rules. A layer without a backward function passes no gradients to its inputs.
class Layer : public LayerInfo {
 public:
  explicit Layer(const std::string &layerName) { name = layerName; }

  Layer &onVirtualGraph(unsigned ipu) {
    LayerInfo::virtualGraph = static_cast<int>(ipu);
    return *this;
  }
  Layer &inPipelineStage(unsigned stage) {
    LayerInfo::pipelineStage = static_cast<int>(stage);
    return *this;
  }
  Layer &reads(const std::vector<std::string> &names) {
    inputs = names;
    return *this;
  }
  Layer &makes(const std::vector<std::string> &names) {
    outputs = names;
    return *this;
  }
  Layer &uses(const std::vector<std::string> &names) {
    weights = names;
    return *this;
  }
  Layer &forward(const ForwardFunction &function) {
    forwardFunction = function;
    return *this;
  }
  Layer &backward(const BackwardFunction &function) {
    backwardFunction = function;
    return *this;
  }
  /// How the layer's weights are updated; by default as Options::update says.
  Layer &update(const UpdateFunction &function) {
    updateFunction = function;
    return *this;
  }

  ForwardFunction forwardFunction;
  BackwardFunction backwardFunction;
  UpdateFunction updateFunction;
};

/// What the host gets of an output: each micro-batch's, the last one's, or the sum over the
/// micro-batches between two weight updates.
enum class Anchor { All, Final, Sum };

struct NamedTensor {
  std::string name;
  CreateFunction create;
};
struct NamedAnchor {
  std::string name;
  Anchor anchor;
};

/// Tensors have names; names of inputs, outputs and weights are also those of the streams and host
/// handles (see Pipeline).
class Model {
 public:
  /// One micro-batch of data from the host, of one replica. Made on the first layer that reads it.
  Model &input(const std::string &name, const CreateFunction &create) {
    inputs.push_back({name, create});
    return *this;
  }
  Model &input(const std::string &name, const poplar::Type &type,
               const std::vector<std::size_t> &shape) {
    return input(name, linearVariable(type, shape));
  }
  Model &weight(const std::string &name, const CreateFunction &create) {
    weights.push_back({name, create});
    return *this;
  }
  Model &weight(const std::string &name, const poplar::Type &type,
                const std::vector<std::size_t> &shape) {
    return weight(name, linearVariable(type, shape));
  }
  /// An output of some layer that goes to the host.
  Model &output(const std::string &name, Anchor anchor = Anchor::All) {
    outputs.push_back({name, anchor});
    return *this;
  }
  /// Adds a layer. Layers are added in an order in which data flows. The reference stays valid.
  Layer &layer(const std::string &name) {
    layers.emplace_back(name);
    return layers.back();
  }

  std::vector<NamedTensor> inputs, weights;
  std::vector<NamedAnchor> outputs;
  std::deque<Layer> layers;
};

} // namespace pipeline
} // namespace gcl

#endif
