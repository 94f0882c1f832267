// SPDX-License-Identifier: MIT
// Ways of values through the positions.
#include "pipeline/Values.hpp"

#include <poplar/Target.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Expr.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>

namespace gcl::pipeline {
namespace {

std::size_t bytesOf(const poplar::Graph &graph, const poplar::Tensor &tensor) {
  return tensor.numElements() * graph.getTarget().getTypeSize(tensor.elementType());
}

poplar::Tensor asRow(const poplar::Tensor &tensor) {
  return tensor.flatten().expand({0});
}

} // namespace

Value &Values::add(const std::string &name, Origin origin, unsigned position,
                   const poplar::Tensor &source) {
  values_.emplace_back();
  Value &value = values_.back();
  value.name = name;
  value.origin = origin;
  value.position = position;
  value.source = source;
  return value;
}

poplar::Tensor Values::heldAt(const Value &value, unsigned position) const {
  return position == value.position ? value.source : value.arrivals.at(position);
}

unsigned Values::holder(const Value &value, unsigned position) const {
  const unsigned ipu = positions_.ipu[position];
  for (unsigned p = value.position; p < position; ++p) {
    const bool has = p == value.position ? !value.onIoTiles : value.arrivals.count(p) != 0;
    if (has && positions_.ipu[p] == ipu) return p;
  }
  return position;
}

poplar::Tensor Values::at(Value &value, unsigned position) {
  if (position == value.position) return value.source;
  if (const auto known = value.arrivals.find(position); known != value.arrivals.end())
    return known->second;
  if (const auto known = value.restored.find(position); known != value.restored.end())
    return known->second;
  const unsigned from = holder(value, position);
  if (from == position) return arrive(value, position);
  poplar::Tensor held = heldAt(value, from);
  if (positions_.depth(from, position) == 1) return held;
  const poplar::Tensor target =
      machine_.compute(positions_.ipu[position]).clone(held, {value.name + "/restored"});
  restoreInto(value, from, position, target);
  return value.restored.emplace(position, target).first->second;
}

poplar::Tensor Values::lasting(Value &value) {
  if (recompute_ == Recompute::None || value.origin != Origin::Forward) return value.source;
  if (!value.hasStable) {
    poplar::Graph &graph = machine_.compute(positions_.ipu[value.position]);
    value.stable = graph.clone(value.source, {value.name + "/leaving"});
    programs_.positions[value.position].leave.add(
        poplar::program::Copy(value.source, value.stable, false, {value.name + "/leaving"}));
    value.hasStable = true;
  }
  return value.stable;
}

poplar::Tensor Values::ownedAt(Value &value, unsigned position) {
  poplar::Tensor tensor = at(value, position);
  const bool travelsOn =
      value.restored.count(position) == 0 &&
      std::any_of(value.readers.begin(), value.readers.end(), [&](unsigned reader) {
        return reader > position && positions_.ipu[reader] != positions_.ipu[position];
      });
  if (!travelsOn) return tensor;
  poplar::Tensor own =
      machine_.compute(positions_.ipu[position]).clone(tensor, {value.name + "/entering"});
  programs_.positions[position].enter.add(
      poplar::program::Copy(tensor, own, false, {value.name + "/entering"}));
  return own;
}

void Values::addHop(const Value &value, unsigned from, const poplar::Tensor &source,
                    const poplar::Tensor &destination) {
  programs_.hops.push_back({from, source, destination});
  const unsigned fromIpu = positions_.ipu[from], toIpu = positions_.ipu[from + 1];
  if (fromIpu != toIpu)
    copies_.push_back({value.name, fromIpu, toIpu, bytesOf(machine_.whole(), source)});
}

poplar::Tensor Values::arrive(Value &value, unsigned position) {
  for (unsigned p = value.position + 1; p <= position; ++p) {
    if (value.arrivals.count(p) != 0) continue;
    const bool first = p == value.position + 1;
    const poplar::Tensor source = first ? lasting(value) : value.arrivals.at(p - 1);
    const unsigned ipu = positions_.ipu[p];
    const poplar::Tensor destination =
        first && value.onIoTiles ? value.create(machine_.compute(ipu), value.name)
                                 : machine_.cloneTo(ipu, source, value.name + "/arriving");
    addHop(value, p - 1, source, destination);
    value.arrivals.emplace(p, destination);
  }
  return value.arrivals.at(position);
}

poplar::Tensor Values::toIoTiles(Value &value) {
  const poplar::Tensor source = lasting(value);
  poplar::Graph &io = machine_.io(positions_.ipu[value.position]);
  const poplar::Tensor destination =
      linearVariable(source.elementType(), source.shape())(io, value.name + "/storing");
  programs_.hops.push_back({value.position, source, destination});
  return destination;
}

Values::Buffer &Values::bufferOf(Value &value, unsigned position) {
  for (Buffer &buffer : buffers_)
    if (buffer.value == &value && buffer.position == position) return buffer;
  buffers_.push_back({&value, position, heldAt(value, position), 1, {}});
  return buffers_.back();
}

void Values::restoreInto(Value &value, unsigned from, unsigned to, const poplar::Tensor &target) {
  const unsigned first = holder(value, from);
  Buffer &buffer = bufferOf(value, first);
  buffer.depth = std::max(buffer.depth, positions_.depth(first, to));
  buffer.restores.push_back({to, target});
}

poplar::Tensor Values::counter(unsigned position, unsigned depth) {
  const auto known = counters_.find({position, depth});
  if (known != counters_.end()) return known->second;
  poplar::Graph &graph = machine_.compute(positions_.ipu[position]);
  const std::string name = "row" + std::to_string(position) + "of" + std::to_string(depth);
  poplar::Tensor counter = graph.addVariable(poplar::UNSIGNED_INT, {1}, {name});
  graph.setTileMapping(counter, 0);
  graph.setInitialValue<unsigned>(counter[0], 0u);
  namespace pe = popops::expr;
  popops::mapInPlace(graph, pe::Rem(pe::Add(pe::_1, pe::Const(1u)), pe::Const(depth)), {counter},
                     programs_.positions[position].advance, {name});
  counters_.emplace(std::make_pair(position, depth), counter);
  return counter;
}

void Values::finish() {
  for (Buffer &buffer : buffers_) {
    const Value &value = *buffer.value;
    const unsigned ipu = positions_.ipu[buffer.position];
    poplar::Graph &graph = machine_.compute(ipu);
    const poplar::Tensor row = asRow(buffer.source);
    const poplar::Tensor rows = popops::createSliceableTensorFromSlice(
        graph, row, {0}, {buffer.depth}, {value.name + "/stash"});
    PositionPrograms &writer = programs_.positions[buffer.position];
    const bool isGradient = value.origin == Origin::Backward && buffer.position == value.position;
    popops::dynamicUpdate(graph, rows, row, counter(buffer.position, buffer.depth), {0}, {1},
                          isGradient ? writer.stashGradients : writer.stash,
                          {value.name + "/stash"});
    for (const Restore &restore : buffer.restores)
      popops::dynamicSliceWithOutput(
          graph, asRow(restore.target), rows, counter(restore.position, buffer.depth), {0}, {1},
          programs_.positions[restore.position].restore, {value.name + "/restore"});
    stashes_.push_back({value.name, ipu, buffer.depth, bytesOf(graph, rows)});
  }
}

} // namespace gcl::pipeline
