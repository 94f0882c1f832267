// SPDX-License-Identifier: MIT
// What the steps of a collective compute, for a runtime that does it in one pass.
#pragma once

#include "collectives/Call.hpp"

#include <poplar_emu/Collective.hpp>

#include <map>
#include <vector>

namespace gcl::detail {

/// Members in the order in which their contributions are combined.
using Chains = std::vector<std::vector<unsigned>>;
using Members = std::vector<unsigned>;

/// All members, ascending.
Members everyone(unsigned members);
/// How the contributions to a piece are combined in lane `lane` of the parts.
Chains chainsOf(const Schedule &schedule, std::size_t lane, unsigned members, unsigned piece);

/// Collects pieces; elements that are combined alike become one piece, as long as it gets.
class Description {
 public:
  Description(const Call &call, poplar_emu::CollectiveKind kind);
  /// With an operator and, for a mean, a scale.
  Description(const Call &call, poplar_emu::CollectiveKind kind, CollectiveOperator op);

  /// Everyone gets it. Both of rank 1 and equal size; no element is a destination twice.
  void add(const Chains &chains, const poplar::Tensor &source, const poplar::Tensor &destination);
  /// A tensor that different members get different elements in; returns where it begins.
  std::size_t addDestination(const poplar::Tensor &destination);
  /// One member gets it, from element `begin` of the destinations on.
  void addFor(unsigned member, const Chains &chains, const poplar::Tensor &source,
              std::size_t begin);
  void addZerosFor(unsigned member, std::size_t begin, std::size_t elements);

  /// An all-reduce of parts.
  void addParts(const Schedule &schedule, const LaneParts &parts);
  /// An all-reduce of a matrix [members, columns] that was copied to blocks. Of the padded matrix
  /// the source and the destination hold what is no padding, flat.
  void addMatrix(const Schedule &schedule, const Blocks &blocks, const poplar::Tensor &source,
                 const poplar::Tensor &destination);
  /// Its reduce-scatter: row p goes to member p, whose destination has rank 1. With LOCAL each
  /// member takes its own row.
  void addRows(const Schedule &schedule, const Blocks &blocks, const poplar::Tensor &source,
               const poplar::Tensor &destination, CollectiveOperator op);

  poplar_emu::CollectiveDescription finish() const;

 private:
  struct Tensors {
    std::vector<poplar::Tensor> sources, destinations;
  };

  unsigned members_;
  poplar_emu::CollectiveDescription description_; ///< with the pieces for single members
  std::vector<poplar::Tensor> sources_, destinations_;
  std::size_t read_ = 0, written_ = 0; ///< elements of both
  std::map<Chains, Tensors> forEveryone_;
};

} // namespace gcl::detail
