// SPDX-License-Identifier: MIT
// The processes that run the replicas of a plan together, as one of them sees them.
#pragma once

#include "plan/Plan.hpp"
#include "plan/Transport.hpp"

#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace poplar_emu::runtime {

/// Replicas are dealt out in order, as many to each process. A plan without replicas runs whole in
/// every process, and none of them knows of the others.
class Instances {
 public:
  /// `transport` is null when there is one process. PE0903 when replicas do not divide.
  Instances(const plan::Plan &plan, plan::Transport *transport);

  bool alone() const { return transport_ == nullptr; }
  std::uint32_t firstReplica() const { return first_; }
  std::uint32_t numLocalReplicas() const { return count_; }
  std::uint32_t numReplicas() const { return total_; }
  bool owns(std::uint32_t replica) const { return replica - first_ < count_; }
  unsigned instance() const { return first_ / count_; }
  unsigned instanceOf(std::uint32_t replica) const { return replica / count_; }
  unsigned numInstances() const { return total_ / count_; }

  /// All processes come here together; `what` names the place in errors. PE0902.
  void exchange(const std::string &what, std::uint32_t step,
                std::span<const plan::Outgoing> outgoing, std::span<const plan::Incoming> incoming);
  /// The values of all processes, in order of their replicas. PE0902.
  std::vector<std::uint64_t> gather(const std::string &what, std::uint64_t value);

  /// Tells the others that the run of this process ended with an exception.
  void fail(const std::exception_ptr &error) noexcept;

 private:
  template <class Meet>
  void meet(const std::string &what, std::uint32_t step, Meet &&atMeeting);

  plan::Transport *transport_;
  std::uint32_t total_, count_, first_;
  plan::Meeting next_;
};

} // namespace poplar_emu::runtime
