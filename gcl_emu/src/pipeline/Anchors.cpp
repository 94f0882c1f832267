// SPDX-License-Identifier: MIT
// Every micro-batch's value, the last one's, or their sum.
#include "pipeline/Anchors.hpp"

#include <popops/ElementWise.hpp>
#include <popops/Zero.hpp>

namespace gcl::pipeline {

void addAnchor(const NamedAnchor &anchor, Value &value, Machine &machine,
               const Positions &positions, Programs &programs, Values &values) {
  const poplar::DataStream stream = machine.whole().addDeviceToHostFIFO(
      anchor.name, value.source.elementType(), value.source.numElements());
  const auto copy = [&](const poplar::Tensor &tensor) {
    return poplar::program::Copy(tensor, stream, false, {anchor.name});
  };
  PositionPrograms &position = programs.positions[value.position];
  switch (anchor.anchor) {
  case Anchor::All:
    if (machine.hasIoTiles())
      programs.positions[value.position + 1].store.add(copy(values.toIoTiles(value)));
    else
      position.store.add(copy(values.lasting(value)));
    return;
  case Anchor::Final:
    programs.stepEnd.add(copy(values.lasting(value)));
    return;
  case Anchor::Sum: {
    poplar::Graph &graph = machine.compute(positions.ipu[value.position]);
    const poplar::Tensor sum = graph.clone(value.source, {anchor.name + "/sum"});
    popops::zero(graph, sum, programs.stepBegin, {anchor.name + "/clear"});
    popops::addInPlace(graph, sum, value.source, position.leave, {anchor.name + "/sum"});
    programs.stepEnd.add(copy(sum));
    return;
  }
  }
}

} // namespace gcl::pipeline
