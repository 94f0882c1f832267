// SPDX-License-Identifier: MIT
// Where the elements of operands and results lie: every block in one piece of memory.
#pragma once

#include "matmul/Plan.hpp"

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>

namespace poplin {

/// A block of the product: element ranges are [block * size, min((block + 1) * size, whole)).
struct BlockIndex {
  std::size_t group, row, column;
};

/// New variables of shapes [groups,m,k], [groups,k,n] and [groups,m,n], mapped to tiles.
poplar::Tensor createLeft(poplar::Graph &graph, const Problem &problem, const Plan &plan,
                          const poplar::Type &type, const poplar::DebugContext &name);
poplar::Tensor createRight(poplar::Graph &graph, const Problem &problem, const Plan &plan,
                           const poplar::Type &type, const poplar::DebugContext &name);
poplar::Tensor createResult(poplar::Graph &graph, const Problem &problem, const Plan &plan,
                            const poplar::DebugContext &name);

/// The elements of a block in the order in which vertices want them; rank 1.
poplar::Tensor leftBlock(const poplar::Tensor &a, const Plan &plan, std::size_t group,
                         std::size_t row, std::size_t depth);
poplar::Tensor rightBlock(const poplar::Tensor &b, const Plan &plan, std::size_t group,
                          std::size_t depth, std::size_t column);
poplar::Tensor resultBlock(const poplar::Tensor &c, const Plan &plan, const BlockIndex &block);

/// Whether every block of an operand is one piece of memory.
bool isLeftInPlace(const poplar::Tensor &a, const Problem &problem, const Plan &plan);
bool isRightInPlace(const poplar::Tensor &b, const Problem &problem, const Plan &plan);

/// The tile of a block in one of the series that run at the same time.
unsigned tileOf(const poplar::Graph &graph, const Problem &problem, const Plan &plan,
                const BlockIndex &block, std::size_t split);

} // namespace poplin
