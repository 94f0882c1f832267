// SPDX-License-Identifier: MIT
// How collectives combine the elements of replicas.
#pragma once

#include "support/ElementType.hpp"

#include <cstdint>

namespace poplar_emu {

/// The values of Combination in <poplar_emu/Collective.hpp>, where they are explained.
enum class Combine : std::uint8_t { Add, SquareAdd, Mul, Min, Max, LogicalAnd, LogicalOr };

/// CollectiveKind of the same header.
enum class CollectiveForm : std::uint8_t {
  AllReduce,
  ReduceScatter,
  AllGather,
  AllToAll,
  Broadcast
};

/// Whether elements of the type can be combined so.
inline bool isCombinable(Combine combine, ElementType type) {
  if (combine == Combine::LogicalAnd || combine == Combine::LogicalOr)
    return type == ElementType::Bool;
  return type == ElementType::Half || type == ElementType::Float ||
         (isIntegral(type) && type != ElementType::Bool);
}

} // namespace poplar_emu
