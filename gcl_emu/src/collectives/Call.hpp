// SPDX-License-Identifier: MIT
// What every collective between replicas begins with.
#pragma once

#include "emit/Emitter.hpp"
#include "support/Groups.hpp"
#include "support/Options.hpp"

#include <gcl/Collectives.hpp>

#include <string>
#include <vector>

namespace gcl::detail {

class Description;

/// One call of a public function, checked: its groups, options and place in the program.
struct Call {
  Call(std::string operation, poplar::Graph &graph, poplar::program::Sequence &prog,
       const CommGroup &group, const poplar::DebugContext &debugContext,
       const poplar::OptionFlags &flags);

  unsigned members() const { return groups.size; }
  Emitter emitter(const poplar::Type &type) {
    return Emitter(graph, groups, type, steps, debugContext);
  }
  Placement placement() const {
    return options.useOptimisedLayout ? Placement::InPlace : Placement::Spread;
  }
  /// Bytes of a tensor on the device.
  std::uint64_t bytes(const poplar::Tensor &tensor) const;
  /// The member at each position of the ring.
  std::vector<unsigned> ring() const;
  Method method(Phase phase, std::uint64_t bytes) const;
  /// Appends a copy to the steps.
  void copy(const poplar::Tensor &from, const poplar::Tensor &to);
  /// Appends the steps to the user's program as they are, and begins anew.
  void finish();
  /// The same, with what the steps compute all in all: the runtime may do it in one pass.
  void finish(const Description &description);

  std::string operation;
  poplar::DebugInfo node; ///< while it lives, errors name the user's line
  poplar::Graph &graph;
  poplar::program::Sequence &prog; ///< the user's
  poplar::program::Sequence steps; ///< of the collective that is being built
  Groups groups;
  Options options;
  poplar::DebugContext debugContext;
};

/// Combines `data` into `out`, of equal shape and type; both may be the same.
void allReduce(Call &call, const poplar::Tensor &data, const poplar::Tensor &out,
               CollectiveOperator op);
/// A tensor like `data` whose elements are variables, on the tiles of data's.
poplar::Tensor resultLike(Call &call, const poplar::Tensor &data);
/// Gathers `data` of all members into `destination`, or into a tensor of its own if that is
/// invalid; returns [members, shape of data].
poplar::Tensor allGather(Call &call, const poplar::Tensor &data, const poplar::Tensor &destination);

/// Fails unless there is one destination of the same element type for each tensor, and each is
/// writeable.
void requireDestinations(const Call &call, const std::vector<poplar::Tensor> &datas,
                         const std::vector<poplar::Tensor> &destinations);
/// Fails unless the destination of `data` has so many elements.
void requireElements(const Call &call, const poplar::Tensor &destination,
                     const poplar::Tensor &data, std::size_t elements);

/// The operator of vertices: a mean is a sum that is divided at the end.
inline CollectiveOperator vertexOperator(CollectiveOperator op) {
  return op == CollectiveOperator::MEAN ? CollectiveOperator::ADD : op;
}

} // namespace gcl::detail
