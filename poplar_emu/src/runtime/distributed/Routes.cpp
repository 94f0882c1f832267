// SPDX-License-Identifier: MIT
// Cuts chains where they pass from one process to another.
#include "runtime/distributed/Routes.hpp"

#include <algorithm>
#include <map>

namespace poplar_emu::runtime {
namespace {

using InstanceOf = std::function<unsigned(std::uint32_t)>;
using Replicas = std::vector<std::uint32_t>;

/// Neighbours of a chain that live in one process.
struct Segment {
  unsigned instance;
  Replicas replicas;
};

std::vector<Segment> segmentsOf(const Replicas &chain, const InstanceOf &instanceOf) {
  std::vector<Segment> segments;
  for (const std::uint32_t replica : chain) {
    const unsigned instance = instanceOf(replica);
    if (segments.empty() || segments.back().instance != instance)
      segments.push_back({instance, {}});
    segments.back().replicas.push_back(replica);
  }
  return segments;
}

class Builder {
 public:
  Builder(const std::vector<Replicas> &chains, const Replicas &receivers,
          const InstanceOf &instanceOf) {
    std::vector<std::vector<Segment>> ways;
    for (const Replicas &chain : chains)
      ways.push_back(segmentsOf(chain, instanceOf));
    std::map<unsigned, Replicas> receiversOf;
    for (const std::uint32_t receiver : receivers)
      receiversOf[instanceOf(receiver)].push_back(receiver);
    if (ways.empty()) {
      clear(receiversOf);
      return;
    }
    if (ways.size() == 1) shorten(ways, receiversOf);
    const unsigned end = ways.front().back().instance;

    Hop last;
    last.instance = end;
    last.scales = true;
    for (std::vector<Segment> &way : ways) {
      Hop::Chain chain;
      if (way.back().instance == end) {
        chain.replicas = std::move(way.back().replicas);
        way.pop_back();
      }
      chain.from = travel(way, end);
      last.chains.push_back(std::move(chain));
    }
    for (const Hop &hop : route_.hops)
      last.stage = std::max(last.stage, hop.stage + 1);
    alignStages(last.stage);
    for (const auto &[instance, replicas] : receiversOf)
      if (instance == end)
        last.receivers = replicas;
      else
        last.next.push_back(instance);
    const auto lastIndex = static_cast<std::uint32_t>(route_.hops.size());
    route_.hops.push_back(last);
    for (const unsigned instance : last.next) {
      Hop arrival;
      arrival.instance = instance;
      arrival.stage = last.stage + 1;
      arrival.chains = {{lastIndex, {}}};
      arrival.receivers = receiversOf[instance];
      route_.hops.push_back(std::move(arrival));
    }
  }

  Route take() { return std::move(route_); }

 private:
  /// A last replica that is alone in its process is sent to the process before, while that waits
  /// for the sum of the others: as many messages, one stage less.
  static void shorten(std::vector<std::vector<Segment>> &ways,
                      const std::map<unsigned, Replicas> &receiversOf) {
    std::vector<Segment> &way = ways.front();
    if (way.size() < 3 || way.back().replicas.size() != 1 ||
        !receiversOf.contains(way[way.size() - 2].instance))
      return;
    Segment last = std::move(way.back());
    way.pop_back();
    ways.push_back({std::move(last)});
  }

  /// A hop a segment; returns the last of them, or none.
  std::uint32_t travel(const std::vector<Segment> &way, unsigned end) {
    std::uint32_t from = Hop::kNone;
    for (std::size_t s = 0; s < way.size(); ++s) {
      Hop hop;
      hop.instance = way[s].instance;
      hop.stage = static_cast<std::uint32_t>(s);
      hop.chains = {{from, way[s].replicas}};
      hop.next = {s + 1 < way.size() ? way[s + 1].instance : end};
      from = static_cast<std::uint32_t>(route_.hops.size());
      route_.hops.push_back(std::move(hop));
    }
    return from;
  }

  /// A result is used in the stage after the one that makes it: chains begin late rather than wait.
  void alignStages(std::uint32_t last) {
    for (std::size_t end = route_.hops.size(); end > 0;) {
      std::size_t begin = end - 1;
      while (route_.hops[begin].stage != 0)
        --begin;
      const auto delay = static_cast<std::uint32_t>(last - (end - begin));
      for (std::size_t h = begin; h < end; ++h)
        route_.hops[h].stage += delay;
      end = begin;
    }
  }

  void clear(const std::map<unsigned, Replicas> &receiversOf) {
    for (const auto &[instance, replicas] : receiversOf) {
      Hop hop;
      hop.instance = instance;
      hop.receivers = replicas;
      route_.hops.push_back(std::move(hop));
    }
  }

  Route route_;
};

Replicas replicasOf(const std::vector<std::uint32_t> &positions, const Replicas &group) {
  Replicas replicas;
  for (const std::uint32_t position : positions)
    replicas.push_back(group[position]);
  return replicas;
}

} // namespace

std::uint32_t Route::numStages() const {
  std::uint32_t stages = 0;
  for (const Hop &hop : hops)
    stages = std::max(stages, hop.stage + 1);
  return stages;
}

Route Route::way() const {
  Route way = *this;
  for (Hop &hop : way.hops)
    for (Hop::Chain &chain : hop.chains)
      chain.replicas.clear();
  return way;
}

Route routeOf(const Recipe &recipe, const std::vector<std::uint32_t> &group,
              const InstanceOf &instanceOf) {
  std::vector<Replicas> chains;
  for (const std::vector<std::uint32_t> &chain : recipe.chains)
    chains.push_back(replicasOf(chain, group));
  return Builder(chains, replicasOf(recipe.receivers, group), instanceOf).take();
}

std::vector<Route> orderFreeRoutesOf(const Recipe &recipe, const std::vector<std::uint32_t> &group,
                                     const InstanceOf &instanceOf) {
  std::map<unsigned, Replicas> operandsOf;
  for (const std::vector<std::uint32_t> &chain : recipe.chains)
    for (const std::uint32_t position : chain)
      operandsOf[instanceOf(group[position])].push_back(group[position]);
  const Replicas receivers = replicasOf(recipe.receivers, group);
  std::vector<unsigned> ends;
  for (const std::uint32_t receiver : receivers)
    if (operandsOf.contains(instanceOf(receiver))) ends.push_back(instanceOf(receiver));
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  if (ends.empty()) return {routeOf(recipe, group, instanceOf)};
  std::vector<Route> routes;
  for (const unsigned end : ends) {
    std::vector<Replicas> chains = {operandsOf[end]};
    for (const auto &[instance, operands] : operandsOf)
      if (instance != end) chains.push_back(operands);
    routes.push_back(Builder(chains, receivers, instanceOf).take());
  }
  return routes;
}

} // namespace poplar_emu::runtime
