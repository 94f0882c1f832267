// SPDX-License-Identifier: MIT
// Program trees for tests, and the passes that they go through.
#pragma once

#include "../GraphFixture.hpp"

#include "compile/ProgramLowering.hpp"
#include "view/View.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::compile::test {

class ProgramGraph : public TestGraph {
 public:
  using TestGraph::TestGraph;

  /// A node with tensors of this graph.
  template <class Payload>
  ir::ProgramRef node(Payload payload, std::string name = {}, unsigned line = 0) const {
    auto made = std::make_shared<ir::ProgramNode>();
    made->payload = std::move(payload);
    made->name = std::move(name);
    made->graphId = graph.id;
    if (line) made->site = internSite("user.cpp", line, "main");
    return made;
  }
  ir::ProgramRef sequence(std::vector<ir::ProgramRef> steps) const {
    return node(ir::Sequence{std::move(steps)});
  }
  /// The whole of a variable, of its type.
  ir::Operand whole(VariableId id) const;
  ir::Operand element(VariableId id, std::uint64_t index) const;
  ir::Operand slice(VariableId id, std::uint64_t begin, std::uint64_t end) const;

  /// A copy that is not dropped: some element of one variable to another.
  ir::ProgramRef anyCopy(std::string name);

  StreamId stream(const std::string &handle, ir::StreamDirection direction,
                  std::uint64_t numElements, ElementType type = ElementType::Float);
  FunctionId function(const std::string &name, ir::ProgramRef body);

  /// All passes but those of compute sets, which become empty steps.
  plan::Plan lower() const;
  /// The message that the checks throw, or "".
  std::string check() const;
};

} // namespace poplar_emu::compile::test
