// SPDX-License-Identifier: MIT
// Copies within the process, messages for the rest.
#include "runtime/distributed/RemoteCopies.hpp"

#include <algorithm>
#include <map>

namespace poplar_emu::runtime {
namespace {

/// Smaller stretches are packed: a message costs as much as copying about this.
constexpr std::uint64_t kDirectBytes = 32 << 10;

bool isDirect(const plan::MoveList &moves) {
  return std::all_of(moves.moves.begin(), moves.moves.end(), [](const plan::Move &move) {
    return move.pattern == plan::Move::kContiguous && move.bytes >= kDirectBytes;
  });
}

} // namespace

RemoteCopies::RemoteCopies(const plan::Plan &plan, const Replicas &replicas, Instances &instances,
                           plan::Executor &executor)
    : plan_(&plan), replicas_(&replicas), instances_(&instances), executor_(&executor),
      routes_(plan.crossReplicaCopies.size()) {}

RemoteCopies::Route &RemoteCopies::routeOf(std::uint32_t payload) {
  std::optional<Route> &route = routes_[payload];
  if (route) return *route;
  const plan::CrossReplicaCopyStep &step = plan_->crossReplicaCopies[payload];
  route.emplace();
  route->direct = isDirect(step.moves);
  if (route->direct) return *route;
  route->packed = packMoves(step.moves);
  for (const auto &[source, destination] : step.sourceToDestination) {
    const bool leaves = instances_->owns(source), enters = instances_->owns(destination);
    if (leaves && !enters) route->out.emplace_back(route->packed.bytes);
    if (enters && !leaves) route->in.emplace_back(route->packed.bytes);
  }
  return *route;
}

void RemoteCopies::run(std::uint32_t payload) {
  const plan::CrossReplicaCopyStep &step = plan_->crossReplicaCopies[payload];
  std::map<unsigned, unsigned> local;
  for (const auto &[source, destination] : step.sourceToDestination)
    if (instances_->owns(source) && instances_->owns(destination))
      local.emplace(source, destination);
  execute(step.moves, replicas_->across(local), *executor_);

  Route &route = routeOf(payload);
  std::vector<plan::Outgoing> outgoing;
  std::vector<plan::Incoming> incoming;
  if (route.direct)
    addDirect(step, outgoing, incoming);
  else
    addPacked(step, route, outgoing, incoming);
  const std::string what =
      step.name.empty() ? "a CrossReplicaCopy" : "CrossReplicaCopy '" + step.name + "'";
  instances_->exchange(what, payload, outgoing, incoming);
  if (!route.direct) unpack(step, route);
}

void RemoteCopies::addDirect(const plan::CrossReplicaCopyStep &step,
                             std::vector<plan::Outgoing> &outgoing,
                             std::vector<plan::Incoming> &incoming) const {
  for (const auto &[source, destination] : step.sourceToDestination) {
    const bool leaves = instances_->owns(source), enters = instances_->owns(destination);
    if (leaves == enters) continue;
    for (const plan::Move &move : step.moves.moves)
      if (leaves)
        outgoing.push_back({instances_->instanceOf(destination),
                            {replicas_->memoryOf(source) + move.source, move.bytes}});
      else
        incoming.push_back({instances_->instanceOf(source),
                            {replicas_->memoryOf(destination) + move.destination, move.bytes}});
  }
}

void RemoteCopies::addPacked(const plan::CrossReplicaCopyStep &step, Route &route,
                             std::vector<plan::Outgoing> &outgoing,
                             std::vector<plan::Incoming> &incoming) const {
  std::vector<MoveBases> bases;
  for (const auto &[source, destination] : step.sourceToDestination) {
    const bool leaves = instances_->owns(source), enters = instances_->owns(destination);
    if (leaves && !enters) {
      const HostBuffer &buffer = route.out[outgoing.size()];
      bases.push_back({replicas_->memoryOf(source), buffer.data()});
      outgoing.push_back(
          {instances_->instanceOf(destination), {buffer.data(), route.packed.bytes}});
    } else if (enters && !leaves) {
      const HostBuffer &buffer = route.in[incoming.size()];
      incoming.push_back({instances_->instanceOf(source), {buffer.data(), route.packed.bytes}});
    }
  }
  execute(route.packed.in, bases, *executor_);
}

void RemoteCopies::unpack(const plan::CrossReplicaCopyStep &step, const Route &route) const {
  std::vector<MoveBases> bases;
  for (const auto &[source, destination] : step.sourceToDestination)
    if (instances_->owns(destination) && !instances_->owns(source))
      bases.push_back({route.in[bases.size()].data(), replicas_->memoryOf(destination)});
  execute(route.packed.out, bases, *executor_);
}

} // namespace poplar_emu::runtime
