// SPDX-License-Identifier: MIT
// Options of collectives, and which method `auto` stands for.
#pragma once

#include "schedule/Schedule.hpp"

#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gcl::detail {

struct Options {
  /// Of the reduce-scatter and of the gather; none where the option says auto.
  std::optional<Method> scatter, gather;
  std::uint64_t maxBroadcastSize = 2048;
  bool useOptimisedLayout = true;
  std::string topology = "auto";
};

/// Reads the options, then those of the environment variable GCL_OPTIONS (JSON), which win. Throws
/// poplar::invalid_option.
Options parseOptions(const poplar::OptionFlags &flags);

enum class Phase { ReduceScatter, Gather };

/// What the choice of a method depends on.
struct Situation {
  unsigned members = 1;
  unsigned groupStride = 1;
  unsigned ipus = 1; ///< of a replica
  /// Of the data that each member passes in, on each IPU.
  std::uint64_t bytesPerIpu = 0;
  poplar::IpuLinkConfiguration configuration = poplar::IpuLinkConfiguration::Default;
  poplar::IpuLinkTopology linkTopology = poplar::IpuLinkTopology::Mesh;
};
Situation situationOf(const poplar::Graph &graph, unsigned members, unsigned groupStride,
                      std::uint64_t bytes);

/// The method that `auto` stands for: rings chosen by size, as the documented thresholds say.
Method chooseMethod(Phase phase, const Situation &situation);
/// The order of members in a ring. Throws poplar::invalid_option when the option `topology` asks
/// for one that replicas of this size cannot form.
RingOrder chooseOrder(const Situation &situation, const Options &options);

} // namespace gcl::detail
