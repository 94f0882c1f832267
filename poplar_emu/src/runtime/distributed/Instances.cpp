// SPDX-License-Identifier: MIT
// Deals out replicas, numbers the meetings, and names their places in errors.
#include "runtime/distributed/Instances.hpp"

#include "plan/Serialise.hpp"
#include "support/Diagnostic.hpp"

namespace poplar_emu::runtime {
namespace {

/// FNV-1a. Equal for equal plans; that is all it is for.
std::uint64_t hashOf(const plan::Plan &plan) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : plan::serialise(plan))
    hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

} // namespace

Instances::Instances(const plan::Plan &plan, plan::Transport *transport)
    : transport_(plan.machine.replicationFactor > 1 ? transport : nullptr),
      total_(plan.machine.replicationFactor), count_(total_), first_(0) {
  if (alone()) return;
  const unsigned size = transport_->size();
  if (total_ % size != 0)
    Diagnostic(Code::PE0903, "{} replicas do not divide among {} instances", total_, size).raise();
  if (const unsigned announced = transport_->announcedReplicas();
      announced != 0 && announced != total_)
    Diagnostic(Code::PE0903, "{} instances were started for {} replicas, and the graph has {}",
               size, announced, total_)
        .fix("start them with --num-replicas {}, or give the graph a replication factor of {}",
             total_, announced)
        .raise();
  count_ = total_ / size;
  first_ = transport_->rank() * count_;
  next_.plan = hashOf(plan);
}

template <class Meet>
void Instances::meet(const std::string &what, std::uint32_t step, Meet &&atMeeting) {
  next_.step = step;
  try {
    atMeeting();
  } catch (const plan::TransportFault &fault) {
    Diagnostic(Code::PE0902, "instance {} cannot go on at {}: {}", transport_->rank(), what,
               fault.what())
        .note("this instance has replicas {} to {} of {}", first_, first_ + count_ - 1, total_)
        .raise();
  }
  ++next_.ordinal;
}

void Instances::exchange(const std::string &what, std::uint32_t step,
                         std::span<const plan::Outgoing> outgoing,
                         std::span<const plan::Incoming> incoming) {
  meet(what, step, [&] { transport_->exchange(next_, outgoing, incoming); });
}

std::vector<std::uint64_t> Instances::gather(const std::string &what, std::uint64_t value) {
  std::vector<std::uint64_t> values;
  meet(what, plan::kNone, [&] { values = transport_->gather(next_, value); });
  return values;
}

void Instances::fail(const std::exception_ptr &error) noexcept {
  if (alone()) return;
  try {
    std::rethrow_exception(error);
  } catch (const std::exception &exception) {
    transport_->fail(exception.what());
  } catch (...) {
    transport_->fail("an exception of an unknown type");
  }
}

} // namespace poplar_emu::runtime
