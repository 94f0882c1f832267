// SPDX-License-Identifier: MIT
// What is sorted: ranks of keys as unsigned numbers, or pairs of a rank and a payload.
#pragma once

#include "sort/Layout.hpp"

#include <poplar/Program.hpp>

#include <string>

namespace popops::sort_detail {

enum class Payload { None, Index, Value };
enum class Direction { Ascending, Descending };

/// Keys of [rows, length] with what goes with them; payloads of type Value have the same shape.
struct Elements {
  poplar::Tensor keys;
  Payload payload;
  poplar::Tensor values;
  Direction direction;

  /// UNSIGNED_INT for bare keys, UNSIGNED_LONGLONG for pairs.
  poplar::Type workType() const;
  unsigned flip() const { return direction == Direction::Descending ? ~0u : 0u; }
};

bool isSortable(const poplar::Type &type);
/// Values as unsigned numbers of the same size.
poplar::Tensor bitsOf(const poplar::Tensor &t);
/// "popops::<stem>Pairs<float,unsigned int>" and the like.
std::string vertexName(const std::string &stem, const Elements &elements);

/// Appends a superstep that writes the work tensor, laid out as `layout`.
void encode(poplar::Graph &graph, const Elements &elements, const Layout &layout,
            const poplar::Tensor &work, poplar::program::Sequence &prog,
            const poplar::DebugNameAndId &name);

/// Appends a superstep that writes results from a work tensor of their shape. `results.keys` and
/// `results.values` are written; with indices, values are of type UNSIGNED_INT.
void decode(poplar::Graph &graph, const poplar::Tensor &work, const Layout &layout,
            const Elements &results, poplar::program::Sequence &prog,
            const poplar::DebugNameAndId &name);

} // namespace popops::sort_detail
