// SPDX-License-Identifier: MIT
// Collectives that one pass over the memories of all replicas may execute. Not part of Poplar.
#ifndef POPLAR_EMU_COLLECTIVE_HPP
#define POPLAR_EMU_COLLECTIVE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poplar_emu {

/// What reports call a collective.
enum class CollectiveKind : std::uint8_t {
  AllReduce,
  ReduceScatter,
  AllGather,
  AllToAll,
  Broadcast
};

/// How the elements of two replicas become one: `sum` is what was combined so far, `next` comes
/// from the next replica of the chain. Each operation rounds to the element type, half too.
enum class Combination : std::uint8_t {
  Add,        ///< sum + next; integers wrap
  SquareAdd,  ///< sum + next * next, the first being squared too; squares are rounded
  Mul,        ///< sum * next; integers wrap
  Min,        ///< sum < next or next is NaN: sum, else next (popops' MINIMUM)
  Max,        ///< sum > next or next is NaN: sum, else next (popops' MAXIMUM)
  LogicalAnd, ///< of BOOL, whose values are 0 and 1
  LogicalOr
};

/// A stretch of elements that have one order of summation and one set of receivers. Positions are
/// those in a group: group[position] is the replica.
///
///     one step of a clockwise ring over 4 replicas, what arrives at position 2 in the end:
///     chains = {{3, 0, 1, 2}}: ((x[3] + x[0]) + x[1]) + x[2]
///     the same, met in the middle from both sides:
///     chains = {{0, 1}, {3}, {2}}: ((x[0] + x[1]) + x[3]) + x[2]
///
struct CollectivePiece {
  std::size_t source;      ///< first element, of the flattened source
  std::size_t destination; ///< first element, of the flattened destination
  std::size_t elements;    ///< how many, on both sides
  /// Each chain is combined from left to right, then the chains are, from left to right. One chain
  /// of one position: its elements are copied (and scaled). No chains: receivers get zeros, and
  /// `source` is not used.
  std::vector<std::vector<unsigned>> chains;
  std::vector<unsigned> receivers; ///< whose destination gets the result
};

/// What the steps of a collective compute all in all, for every group alike.
struct CollectiveDescription {
  CollectiveKind kind = CollectiveKind::AllReduce;
  Combination combination = Combination::Add;
  /// FLOAT and HALF only: results are multiplied by it before they are stored, if it is not 1. A
  /// half is converted to float, multiplied and rounded once.
  float scale = 1;
  /// Of one element type. They may be the same tensor, or lie apart; where they overlap in any
  /// other way, or where pieces read what others write, the steps are executed.
  poplar::Tensor source, destination;
  std::vector<std::vector<unsigned>> groups; ///< disjoint and of equal size; order = position
  /// On no receiver may two pieces write the same element.
  std::vector<CollectivePiece> pieces;
};

/// A program that does what `steps` does, as long as nobody can tell the difference: the steps are
/// what is charged to the cycle model and shown in reports. With the engine options
/// `poplar_emu.collectives=steps` and `poplar_emu.checks` they are executed one by one; otherwise
/// one pass reads each replica's source once and writes each receiver's destination once; with
/// `poplar_emu.exchange=copy` it hands every partial result from replica to replica, as a copy.
/// Everything else that the steps write counts as undefined afterwards.
/// Vertices of the steps are charged by their estimates, and only executed steps can count those
/// that have none.
///
/// \param steps  Sequences of Execute, Copy between tensors, CrossReplicaCopy, Repeat, Call, Sync
/// and
///               WriteUndef, in any nesting.
/// \param description  must agree with the steps bit for bit; this is not checked.
/// \throws graph_replication_error (PE0414) when the engine is made: positions, groups, ranges or
///         scale do not fit, or the steps hold another kind of program. poplar_error for tensors of
///         another graph (PE0115), invalid ones (PE0101) and those that cannot be written.
/// Cost: that of the steps in cycles; on the host one pass at memory speed, on all cores.
POPLAR_EMU_EXPORT poplar::program::Program
fusedCollective(const poplar::program::Program &steps, const CollectiveDescription &description,
                const poplar::DebugContext &debugContext = {});

} // namespace poplar_emu

#endif
