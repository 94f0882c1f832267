// SPDX-License-Identifier: MIT
// Forward and backward functions of layers, in the order of positions.
#include "pipeline/Tracer.hpp"

#include "pipeline/Errors.hpp"

#include <popops/ElementWise.hpp>
#include <popops/ScaledAdd.hpp>

#include <algorithm>
#include <numeric>

namespace gcl::pipeline {
namespace {

std::string shapeText(const poplar::Tensor &tensor) {
  std::string text;
  for (const std::size_t size : tensor.shape())
    text += (text.empty() ? "" : ",") + std::to_string(size);
  return "[" + text + "]";
}

void checkDeclared(const Layer &layer, const std::vector<std::string> &names,
                   const std::string &name, const std::string &what, const std::string &setter) {
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  Complaint("layer " + quoted(layer.name) + " has no " + what + " " + quoted(name))
      .note(names.empty() ? "it declares none" : "it declares " + listed(names))
      .fix("name it in Layer::" + setter + "()")
      .raise();
}

} // namespace

Tracer::Tracer(Machine &machine, const Positions &positions, Programs &programs, Values &values,
               Weights &weights, const Model &model, const Options &options)
    : machine_(machine), positions_(positions), programs_(programs), values_(values),
      weights_(weights), model_(model), options_(options) {
  makeInputs();
}

std::vector<unsigned> Tracer::readersOf(const std::string &name) const {
  std::vector<unsigned> readers;
  for (unsigned layer = 0; layer < model_.layers.size(); ++layer) {
    const std::vector<std::string> &inputs = model_.layers[layer].inputs;
    if (std::find(inputs.begin(), inputs.end(), name) != inputs.end())
      readers.push_back(positions_.forward[layer]);
  }
  std::sort(readers.begin(), readers.end());
  return readers;
}

std::vector<unsigned> Tracer::byPosition(const std::vector<unsigned> &positions) const {
  std::vector<unsigned> layers(model_.layers.size());
  std::iota(layers.begin(), layers.end(), 0u);
  std::sort(layers.begin(), layers.end(), [&](unsigned a, unsigned b) {
    return std::make_pair(positions[a], a) < std::make_pair(positions[b], b);
  });
  return layers;
}

void Tracer::makeInputs() {
  for (const NamedTensor &input : model_.inputs) {
    std::vector<unsigned> readers = readersOf(input.name);
    if (readers.empty())
      Complaint("no layer reads the model's input " + quoted(input.name))
          .fix("name it in Layer::reads(), or leave it out")
          .raise();
    const unsigned first = readers.front(), ipu = positions_.ipu[first];
    poplar::Tensor tensor = input.create(machine_.compute(ipu), input.name);
    Value *value = nullptr;
    if (machine_.hasIoTiles()) {
      const CreateFunction onIoTiles = linearVariable(tensor.elementType(), tensor.shape());
      value = &values_.add(input.name, Origin::Host, first - 1,
                           onIoTiles(machine_.io(ipu), input.name + "/loading"));
      value->onIoTiles = true;
      value->create = [tensor](poplar::Graph &, const std::string &) { return tensor; };
    } else {
      value = &values_.add(input.name, Origin::Host, first, tensor);
    }
    value->readers = std::move(readers);
    const poplar::DataStream stream = machine_.whole().addHostToDeviceFIFO(
        input.name, tensor.elementType(), tensor.numElements());
    programs_.positions[value->position].load.add(
        poplar::program::Copy(stream, value->source, false, {input.name}));
    tensors_.emplace(input.name, value);
  }
}

bool Tracer::recomputes(unsigned layer) const {
  if (options_.recompute == Recompute::None || options_.mode == Mode::Inference) return false;
  const unsigned position = positions_.forward[layer];
  if (positions_.depth(position, positions_.backward[layer]) == 1) return false;
  for (unsigned other = 0; other < model_.layers.size(); ++other)
    if (positions_.forward[other] == position && model_.layers[other].backwardFunction) return true;
  return false;
}

void Tracer::traceForward() {
  for (const unsigned number : byPosition(positions_.forward)) {
    const Layer &layer = model_.layers[number];
    if (!layer.forwardFunction)
      Complaint("layer " + quoted(layer.name) + " has no forward function")
          .fix("set it with Layer::forward()")
          .raise();
    const unsigned position = positions_.forward[number];
    layer.forwardFunction(Forward(*this, number, programs_.positions[position].forward));
    checkOutputs(number);
    if (!recomputes(number)) continue;
    std::vector<unsigned> &again = programs_.positions[positions_.backward[number]].recompute;
    if (std::find(again.begin(), again.end(), position) == again.end()) again.push_back(position);
  }
}

void Tracer::checkOutputs(unsigned number) const {
  for (const std::string &name : model_.layers[number].outputs)
    if (tensors_.count(name) == 0)
      Complaint("layer " + quoted(model_.layers[number].name) + " did not set its output " +
                quoted(name))
          .fix("call output() in the forward function, or do not declare it")
          .raise();
}

void Tracer::traceBackward() {
  std::vector<unsigned> order = byPosition(positions_.backward);
  // Within a position, in the opposite order of the forward part.
  for (auto begin = order.begin(); begin != order.end();) {
    const unsigned position = positions_.backward[*begin];
    const auto end = std::find_if(
        begin, order.end(), [&](unsigned layer) { return positions_.backward[layer] != position; });
    std::reverse(begin, end);
    begin = end;
  }
  for (const unsigned number : order) {
    const Layer &layer = model_.layers[number];
    if (layer.backwardFunction)
      layer.backwardFunction(
          Backward(*this, number, programs_.positions[positions_.backward[number]].backward));
  }
}

Value &Tracer::made(const std::string &name) {
  const auto found = tensors_.find(name);
  if (found == tensors_.end() || found->second->origin == Origin::Host)
    Complaint("the model's output " + quoted(name) + " is no output of a layer")
        .fix("name it in Layer::makes() of the layer that makes it")
        .raise();
  return *found->second;
}

poplar::Graph &Tracer::graphOf(unsigned number) {
  return machine_.compute(positions_.ipu[positions_.forward[number]]);
}

poplar::Tensor Tracer::weight(unsigned number, const std::string &name) {
  checkDeclared(layer(number), layer(number).weights, name, "weight", "uses");
  return weights_.at(name);
}

poplar::Tensor Tracer::forwardInput(unsigned number, const std::string &name) {
  checkDeclared(layer(number), layer(number).inputs, name, "input", "reads");
  Value &value = *tensors_.at(name);
  const unsigned position = positions_.forward[number];
  const bool isOwn = value.origin != Origin::Host && value.position == position;
  if (isOwn || !recomputes(number)) return values_.at(value, position);
  const auto known = owned_.find({position, name});
  if (known != owned_.end()) return known->second;
  const poplar::Tensor tensor = values_.ownedAt(value, position);
  values_.restoreInto(value, position, positions_.backward[number], tensor);
  return owned_.emplace(std::make_pair(position, name), tensor).first->second;
}

void Tracer::setOutput(unsigned number, const std::string &name, const poplar::Tensor &tensor) {
  checkDeclared(layer(number), layer(number).outputs, name, "output", "makes");
  Value &value = values_.add(name, Origin::Forward, positions_.forward[number], tensor);
  value.readers = readersOf(name);
  if (tensors_.emplace(name, &value).second) return;
  Complaint("layer " + quoted(layer(number).name) + " set its output " + quoted(name) + " twice")
      .fix("set it once")
      .raise();
}

void Tracer::keep(unsigned number, const std::string &name, const poplar::Tensor &tensor) {
  Value &value = values_.add(layer(number).name + "/" + name, Origin::Forward,
                             positions_.forward[number], tensor);
  if (kept_.emplace(std::make_pair(number, name), &value).second) return;
  Complaint("layer " + quoted(layer(number).name) + " keeps two activations called " + quoted(name))
      .fix("use two names")
      .raise();
}

poplar::Tensor Tracer::again(unsigned number, Value &value) {
  return recomputes(number) ? value.source : values_.at(value, positions_.backward[number]);
}

poplar::Tensor Tracer::backwardInput(unsigned number, const std::string &name) {
  checkDeclared(layer(number), layer(number).inputs, name, "input", "reads");
  Value &value = *tensors_.at(name);
  return recomputes(number) ? forwardInput(number, name)
                            : values_.at(value, positions_.backward[number]);
}

poplar::Tensor Tracer::backwardOutput(unsigned number, const std::string &name) {
  checkDeclared(layer(number), layer(number).outputs, name, "output", "makes");
  return again(number, *tensors_.at(name));
}

poplar::Tensor Tracer::kept(unsigned number, const std::string &name) {
  const auto found = kept_.find({number, name});
  if (found == kept_.end())
    Complaint("layer " + quoted(layer(number).name) + " keeps no activation called " + quoted(name))
        .fix("call keep() in the forward function")
        .raise();
  return again(number, *found->second);
}

bool Tracer::hasGradient(unsigned number, const std::string &output) {
  checkDeclared(layer(number), layer(number).outputs, output, "output", "makes");
  return gradients_.count(output) != 0;
}

poplar::Tensor Tracer::gradient(unsigned number, const std::string &output,
                                poplar::program::Sequence &program) {
  if (const auto known = sums_.find(output); known != sums_.end()) return known->second;
  if (!hasGradient(number, output)) {
    std::vector<std::string> readers;
    for (const Layer &reader : model_.layers)
      if (std::find(reader.inputs.begin(), reader.inputs.end(), output) != reader.inputs.end())
        readers.push_back(reader.name);
    Complaint("nothing gives a gradient for output " + quoted(output) + " of layer " +
              quoted(layer(number).name))
        .note(readers.empty() ? "no layer reads it" : "it is read by " + listed(readers))
        .fix("call inputGradient() in the backward function of a layer that reads it")
        .raise();
  }
  const unsigned position = positions_.backward[number];
  poplar::Tensor sum;
  bool isFirst = true;
  for (Value *part : gradients_.at(output)) {
    const poplar::Tensor tensor = values_.at(*part, position);
    sum = isFirst
              ? tensor
              : popops::add(graphOf(number), sum, tensor, program, {output + "/sumOfGradients"});
    isFirst = false;
  }
  sums_.emplace(output, sum);
  return sum;
}

void Tracer::setInputGradient(unsigned number, const std::string &input,
                              const poplar::Tensor &tensor) {
  checkDeclared(layer(number), layer(number).inputs, input, "input", "reads");
  const Value &value = *tensors_.at(input);
  if (value.origin == Origin::Host) return;
  if (tensor.shape() != value.source.shape())
    Complaint("the gradient by input " + quoted(input) + " of layer " + quoted(layer(number).name) +
              " has shape " + shapeText(tensor))
        .note("the input has shape " + shapeText(value.source))
        .fix("give a gradient of the input's shape")
        .raise();
  Value &gradient =
      values_.add(input + "/gradient", Origin::Backward, positions_.backward[number], tensor);
  gradients_[input].push_back(&gradient);
}

void Tracer::addWeightGradient(unsigned number, const std::string &weight,
                               const poplar::Tensor &tensor, float scale,
                               poplar::program::Sequence &program) {
  const poplar::Tensor sum = accumulator(number, weight);
  if (tensor.shape() != sum.shape())
    Complaint("the gradient of weight " + quoted(weight) + " from layer " +
              quoted(layer(number).name) + " has shape " + shapeText(tensor))
        .note("the weight has shape " + shapeText(sum))
        .fix("give a gradient of the weight's shape")
        .raise();
  popops::scaledAddTo(graphOf(number), sum, tensor, scale, program, {weight + "/accumulate"});
}

poplar::Tensor Tracer::accumulator(unsigned number, const std::string &weight) {
  checkDeclared(layer(number), layer(number).weights, weight, "weight", "uses");
  return weights_.accumulator(weight, number);
}

} // namespace gcl::pipeline
