// SPDX-License-Identifier: MIT
// Questions about all elements of a tensor, answered by one BOOL.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <string>

namespace popops::statistics_detail {

enum class Answer { SomeFound, NoneFound };

/// Runs `vertexType` (fields in and found) on each tile's part of `in` and joins the flags.
poplar::Tensor search(poplar::Graph &graph, const poplar::Tensor &in, const std::string &vertexType,
                      Answer answer, poplar::program::Sequence &prog,
                      const poplar::DebugNameAndId &name);

} // namespace popops::statistics_detail
