// SPDX-License-Identifier: MIT
// A compute set on two variables that is lowered, and run once.
#pragma once

#include "../GraphFixture.hpp"
#include "PlanInterpreter.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace poplar_emu::compile::test {

struct Vec {
  float *data;
  std::size_t size;
};
struct Row {
  Vec *rows;
  std::size_t count;
};
struct Pointers {
  float **rows;
  std::size_t count;
};

class Lowering : public ::testing::Test {
 protected:
  Lowering()
      : copy(graph.types.add(
            vertexType("Copy", {field("in", ir::FieldKind::VectorEdge, ir::Direction::In),
                                field("out", ir::FieldKind::VectorEdge, ir::Direction::Out)}))),
        a(graph.spread("a", 256)), b(graph.spread("b", 256)), cs(graph.computeSet("work")) {}

  VertexId addCopy(std::uint32_t tile, ir::Region in, ir::Region out) {
    const VertexId v = graph.vertex(cs, copy, tile);
    graph.connect(v, "in", {in});
    graph.connect(v, "out", {out});
    return v;
  }

  void compile() {
    const Usage usage = graph.everything();
    const Input input = graph.input();
    checkVertices(input, usage);
    proveNoRaces(input, usage);
    const StorageMap storage(input, usage);
    plan = plan::Plan();
    plan.machine = {1, graph.graph.machine.tilesPerIpu, graph.graph.machine.numWorkers, 1, 638976};
    lowerComputeSets(input, usage, storage, plan);
    plan.memory.variables = storage.storage();
  }

  const plan::ComputeStep &step() const { return plan.computes.at(0); }

  /// Loads the plan and runs it once.
  PlanInterpreter &run(const std::function<void(std::byte *, std::uint32_t)> &body) {
    interpreter = std::make_unique<PlanInterpreter>(plan);
    interpreter->load();
    for (std::uint64_t i = 0; i < 256; ++i) {
      interpreter->write<float>(a, i, static_cast<float>(i));
      interpreter->write<float>(b, i, static_cast<float>(1000 + i));
    }
    interpreter->execute(step(), 1, body);
    return *interpreter;
  }

  TestGraph graph;
  VertexTypeId copy;
  VariableId a, b;
  ComputeSetId cs;
  plan::Plan plan;
  std::unique_ptr<PlanInterpreter> interpreter;
};

} // namespace poplar_emu::compile::test
