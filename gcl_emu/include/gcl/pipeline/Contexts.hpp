// SPDX-License-Identifier: MIT
// What the functions of a layer see while the pipeline is being built.
#ifndef GCL_PIPELINE_CONTEXTS_HPP
#define GCL_PIPELINE_CONTEXTS_HPP

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <functional>
#include <string>
#include <vector>

namespace gcl {
namespace pipeline {

class Tracer;

/// Common to forward and backward functions. A function is called once, when the pipeline is built,
/// and appends to program() what one micro-batch needs. All tensors that it makes must lie on the
/// layer's IPU: graph() is that IPU's virtual graph (its compute tiles).
///
/// Errors: pipeline_error if a name is not one that the layer declared.
class POPLAR_EMU_EXPORT LayerContext {
 public:
  const std::string &layer() const;
  poplar::Graph &graph() const;
  poplar::program::Sequence &program() const { return *program_; }
  /// A weight of the layer. Forward and backward functions read it and never write it.
  poplar::Tensor weight(const std::string &name) const;

 protected:
  LayerContext(Tracer &tracer, unsigned layer, poplar::program::Sequence &program)
      : tracer_(&tracer), layer_(layer), program_(&program) {}

  Tracer *tracer_;
  unsigned layer_;
  poplar::program::Sequence *program_;
};

class POPLAR_EMU_EXPORT Forward : public LayerContext {
 public:
  /// An input of this micro-batch. It must not be written.
  poplar::Tensor input(const std::string &name) const;
  /// Sets an output; every output that the layer declares must be set. The tensor must not be
  /// written by later layers.
  void output(const std::string &name, const poplar::Tensor &tensor) const;
  /// Keeps an activation for the backward function of the same micro-batch, in a circular buffer if
  /// others are under way in between. Inputs and outputs can be read there without it.
  void keep(const std::string &name, const poplar::Tensor &tensor) const;

 private:
  friend class Tracer;
  using LayerContext::LayerContext;
};

class POPLAR_EMU_EXPORT Backward : public LayerContext {
 public:
  /// Inputs, outputs and kept activations of the same micro-batch. They may lie elsewhere than in
  /// the forward function and must not be written.
  poplar::Tensor input(const std::string &name) const;
  poplar::Tensor output(const std::string &name) const;
  poplar::Tensor kept(const std::string &name) const;
  /// Whether a layer that reads the output gives a gradient for it: false for the loss.
  bool hasGradient(const std::string &output) const;
  /// Of the loss by an output: the sum over all layers that read it. Throws pipeline_error if none
  /// of them gives one.
  poplar::Tensor gradient(const std::string &output) const;
  /// Sets the gradient by an input, of the input's shape. Inputs without one pass nothing back.
  void inputGradient(const std::string &input, const poplar::Tensor &tensor) const;
  /// Adds scale * tensor to the sum of gradients of a weight.
  void weightGradient(const std::string &weight, const poplar::Tensor &tensor,
                      float scale = 1.0f) const;
  /// The sum itself, for functions that add to it on their own (poplin::matMulAcc). It has the
  /// weight's shape, type and layout.
  poplar::Tensor accumulator(const std::string &weight) const;

 private:
  friend class Tracer;
  using LayerContext::LayerContext;
};

/// What a weight update sees. The function may write weight, gradient and state.
class POPLAR_EMU_EXPORT Update {
 public:
  Update(poplar::Graph &graph, poplar::program::Sequence &program, const std::string &name,
         const poplar::Tensor &weight, const poplar::Tensor &gradient)
      : graph_(&graph), program_(&program), name_(name), weight_(weight), gradient_(gradient) {}

  poplar::Graph &graph() const { return *graph_; }
  poplar::program::Sequence &program() const { return *program_; }
  const std::string &name() const { return name_; }
  const poplar::Tensor &weight() const { return weight_; }
  /// Accumulated over the micro-batches (and replicas): their sum or mean, as in Options.
  const poplar::Tensor &gradient() const { return gradient_; }
  /// A new variable laid out like the weight, zero when the engine is loaded. The host reads and
  /// writes it under "<weight>/<name>".
  poplar::Tensor state(const std::string &name) const;

 private:
  poplar::Graph *graph_;
  poplar::program::Sequence *program_;
  std::string name_;
  poplar::Tensor weight_, gradient_;
};

using ForwardFunction = std::function<void(const Forward &)>;
using BackwardFunction = std::function<void(const Backward &)>;
using UpdateFunction = std::function<void(const Update &)>;
/// Makes and maps a tensor on the tiles of the graph given.
using CreateFunction = std::function<poplar::Tensor(poplar::Graph &graph, const std::string &name)>;

/// A variable mapped linearly over the tiles of the graph.
POPLAR_EMU_EXPORT CreateFunction linearVariable(const poplar::Type &type,
                                                const std::vector<std::size_t> &shape);

} // namespace pipeline
} // namespace gcl

#endif
