// SPDX-License-Identifier: MIT
// Cross-replica copies whose replicas live in several processes.
#pragma once

#include "plan/Executor.hpp"
#include "plan/Plan.hpp"
#include "runtime/distributed/Instances.hpp"
#include "runtime/distributed/PackedMoves.hpp"
#include "runtime/memory/HostBuffer.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace poplar_emu::runtime {

/// Only what leaves or enters this process is sent. A few large stretches go straight from memory
/// to memory; anything else is packed first.
class RemoteCopies {
 public:
  RemoteCopies(const plan::Plan &plan, const Replicas &replicas, Instances &instances,
               plan::Executor &executor);

  void run(std::uint32_t payload);

 private:
  /// Of one copy, made when it first runs.
  struct Route {
    bool direct = false; ///< move by move, without packing
    PackedMoves packed;
    std::vector<HostBuffer> out, in; ///< packed, by message
  };

  Route &routeOf(std::uint32_t payload);
  void addDirect(const plan::CrossReplicaCopyStep &step, std::vector<plan::Outgoing> &outgoing,
                 std::vector<plan::Incoming> &incoming) const;
  void addPacked(const plan::CrossReplicaCopyStep &step, Route &route,
                 std::vector<plan::Outgoing> &outgoing,
                 std::vector<plan::Incoming> &incoming) const;
  void unpack(const plan::CrossReplicaCopyStep &step, const Route &route) const;

  const plan::Plan *plan_;
  const Replicas *replicas_;
  Instances *instances_;
  plan::Executor *executor_;
  std::vector<std::optional<Route>> routes_; ///< by copy
};

} // namespace poplar_emu::runtime
