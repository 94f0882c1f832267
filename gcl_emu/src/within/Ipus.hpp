// SPDX-License-Identifier: MIT
// Tensors of which each row lies on an IPU of its own.
#pragma once

#include "schedule/Schedule.hpp"
#include "support/Options.hpp"

#include <gcl/CollectiveOperator.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>

#include <string>
#include <vector>

namespace gcl::detail {

/// The IPU that all elements lie on. Throws poplibs_error, naming `role`, when there are several.
unsigned ipuOf(const std::string &operation, const std::string &role, const poplar::Graph &graph,
               const poplar::Tensor &tensor);
/// Fails unless `data` is [R, n] with row i on IPU i and there are so many IPUs.
void requireRowsOnIpus(const std::string &operation, const poplar::Graph &graph,
                       const poplar::Tensor &data);

/// The IPUs of a replica in the order of their ring, and the ways between them.
struct IpuRing {
  std::vector<unsigned> ring;
  Options options;

  Method method(Phase phase, const poplar::Graph &graph, std::uint64_t bytes) const;
};
IpuRing makeIpuRing(const poplar::Graph &graph, unsigned ipus, const poplar::OptionFlags &flags);

/// Columns of a fragment.
struct Fragment {
  std::size_t begin, end;
};
/// Fragment f of F of n columns.
inline Fragment fragment(std::size_t n, std::size_t f, std::size_t count) {
  return {f * n / count, (f + 1) * n / count};
}

/// sum = sum op other, or op of what `other` contributes, where the sum's elements lie.
void addCombination(poplar::Graph &graph, poplar::ComputeSet cs, const poplar::Tensor &sum,
                    const poplar::Tensor &other, CollectiveOperator op);
/// Squares, or multiplies when `by` is not 0.
void addScaling(poplar::Graph &graph, poplar::ComputeSet cs, const poplar::Tensor &data, float by);

} // namespace gcl::detail
