// SPDX-License-Identifier: MIT
// A graph of four tiles whose memory is counted.
#pragma once

#include "../GraphFixture.hpp"

#include "compile/memory/TileMemory.hpp"
#include "view/View.hpp"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace poplar_emu::compile::test {

class MemoryGraph : public TestGraph {
 public:
  MemoryGraph() : TestGraph(4) { graph.machine.bytesPerTile = 100000; }

  const VertexTypeId copyType =
      types.add(vertexType("Copy", {field("in", ir::FieldKind::VectorEdge, ir::Direction::In),
                                    field("out", ir::FieldKind::VectorEdge, ir::Direction::Out)}));
  std::function<void(const plan::Plan &)> onOutOfMemory;

  ir::ProgramRef node(ir::ProgramPayload payload) const {
    auto program = std::make_shared<ir::ProgramNode>();
    program->payload = std::move(payload);
    return program;
  }
  ir::Operand whole(VariableId id) const {
    const ir::Variable &variable = graph.variable(id);
    return {view::wholeVariable(id, std::vector<std::uint64_t>{variable.numElements}),
            variable.type};
  }
  ir::ProgramRef sequence(std::vector<ir::ProgramRef> steps) const {
    return node(ir::Sequence{std::move(steps)});
  }
  ir::ProgramRef copy(VariableId from, VariableId to) const {
    return node(ir::Copy{whole(from), whole(to)});
  }
  ir::ProgramRef streamIn(VariableId to) const {
    return node(ir::StreamRead{StreamId(0), whole(to)});
  }
  ir::ProgramRef streamOut(VariableId from) const {
    return node(ir::StreamWrite{whole(from), StreamId(0)});
  }

  /// What the passes say of a plan without steps: no code of programs and exchanges.
  plan::TileMemory count() const {
    Input input = this->input();
    input.onOutOfMemory = onOutOfMemory;
    const Usage usage = everything();
    const StorageMap storage(input, usage);
    plan::Plan plan;
    MemoryCount found = countTileMemory(input, usage, storage, plan);
    const plan::TileMemory withoutExchanges = plan.tileMemory;
    found.buffers = lowerComputeSets(input, usage, storage, plan);
    plan.tileMemory = withoutExchanges;
    finishTileMemory(input, usage, storage, found, {}, plan);
    return plan.tileMemory;
  }
};

} // namespace poplar_emu::compile::test
