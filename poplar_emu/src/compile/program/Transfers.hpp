// SPDX-License-Identifier: MIT
// Copies and host transfers as move lists.
#pragma once

#include "compile/Pipeline.hpp"
#include "compile/compute/operands/SentParts.hpp"
#include "compile/exchange/ExchangeCounter.hpp"
#include "compile/storage/StorageMap.hpp"
#include "plan/Steps.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace poplar_emu::compile {

/// Makes the move lists of one plan and keeps account of the staging area that they need behind
/// everything else in memory.
class Transfers {
 public:
  /// `memoryEnd`: what lies below is taken. Code and details of exchanges go to `plan`.
  Transfers(const Input &input, const StorageMap &storage, plan::Address memoryEnd,
            plan::Plan &plan);

  /// Nothing if there is nothing to move: no elements, or all of them onto themselves. Phases are
  /// staged only for those parts whose source the copy overwrites.
  std::optional<plan::CopyStep> copy(const ir::Copy &copy);
  /// From replica to replica; the name is left to the caller. Staged are only those parts
  /// whose source the copy overwrites.
  plan::CrossReplicaCopyStep acrossReplicas(const ir::CrossReplicaCopy &copy);
  /// Of each piece of a collective, in order. Nothing if they may not be executed in any order.
  std::optional<std::vector<plan::MoveList>> collective(const ir::Collective &collective) const;

  plan::HostArgument toHost(const ir::Operand &operand) const;
  plan::HostArgument fromHost(const ir::Operand &operand) const;
  /// What moves on the device for a transfer of the host; `rearranges`: who puts data in order.
  plan::ExchangeSummary hostExchange(const ir::Operand &operand, HostIs host,
                                     ir::Rearranges rearranges);

  /// Of each element, in flattened order.
  std::vector<plan::Address> addresses(const ir::Operand &operand) const;
  /// Of the only element.
  plan::Scalar scalar(const ir::Operand &operand) const;

  /// Those that hold a part of the operand; ascending. Cost: one call a row of its view.
  std::vector<std::uint32_t> tilesOf(const ir::Operand &operand) const;

  plan::Address memoryEnd() const { return memoryEnd_; }

 private:
  const StorageMap &storage_;
  ExchangeCounter exchange_, betweenReplicas_;
  SentParts sent_;
  std::uint32_t numIpus_; ///< of a replica
  plan::Address staging_;
  plan::Address memoryEnd_;
};

} // namespace poplar_emu::compile
