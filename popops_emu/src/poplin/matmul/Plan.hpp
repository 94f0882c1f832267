// SPDX-License-Identifier: MIT
// How a product is cut into blocks: chosen by the modelled cycles of the machine.
#pragma once

#include "matmul/Options.hpp"

#include <poplar/Target.hpp>
#include <poplar/Type.hpp>

#include <cstddef>

namespace poplin {

/// `groups` products of [m,k] by [k,n].
struct Problem {
  std::size_t groups, m, k, n;
  /// Of operands, sums and result: float or half.
  poplar::Type in, partial, out;
};

/// Columns of b that lie together; see codelets/poplin/MatMulBlock.cpp.
constexpr std::size_t kPanel = 16;

/// Sizes of a block, the last of each direction being smaller, and their numbers.
///
///            N: nBlocks x n             K: depthBlocks x depth, one after another in the memory
///          +-----+-----+---+               of A and B. Every `steps` consecutive ones belong to
///     M    | m*n |     |   |               one block of C and follow one another in time;
///  mBlocks +-----+-----+---+               there are `splits` such series, which run at the same
///    x m   |     |     |   |               time on different tiles and whose sums are added.
///          +-----+-----+---+
struct Plan {
  std::size_t m, n, depth;
  std::size_t mBlocks, nBlocks, depthBlocks;
  std::size_t steps, splits;
  /// What the model expects: cycles, and bytes on the fullest tile.
  double cycles;
  double bytes;

  /// Blocks that run at the same time.
  std::size_t units(const Problem &problem) const {
    return problem.groups * mBlocks * nBlocks * splits;
  }
  /// Whether sums are in the result at once.
  bool writesResult(const Problem &problem) const {
    return splits == 1 && (steps == 1 || problem.partial == problem.out);
  }
};

Plan makePlan(const poplar::Target &target, const Problem &problem, double memoryProportion);

} // namespace poplin
