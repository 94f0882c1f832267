// SPDX-License-Identifier: MIT
// What stands behind a poplar::Target.
#pragma once

#include <poplar/IPUModel.hpp>
#include <poplar/IpuLinkConfiguration.hpp>
#include <poplar/IpuLinkTopology.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Target.hpp>
#include <poplar/TargetType.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::model {

struct TargetState {
  poplar::TargetType type = poplar::TargetType::IPU;
  std::string system;       ///< "IPU-POD16"
  poplar::IPUModel machine; ///< its IPUVersion is the architecture
  bool accurateHalf = false;

  poplar::IpuLinkConfiguration linkConfiguration = poplar::IpuLinkConfiguration::Default;
  poplar::IpuLinkTopology linkTopology = poplar::IpuLinkTopology::Mesh;
  unsigned linkDomainSize = 1;
  bool gatewayMode = true;
  poplar::OptionFlags options; ///< as given; they do not take part in comparisons

  /// First byte of each memory element; follows from the machine.
  std::vector<unsigned> memoryElementOffsets;
};

/// Fills what follows from other fields. PE0704 when they contradict each other.
poplar::Target makeTarget(TargetState state);

/// The state of a target; PE0215 for a default-constructed one.
const TargetState &need(const poplar::Target &target);

/// Whether a transfer of the host makes only those IPUs wait that take part in it.
bool hostServesIpusAlone(const poplar::Target &target);

/// By tile of an IPU: cycles between the release of the first tile from a sync and that of this
/// one. Where tiles lie is not published: the spread is even, in the order of their numbers.
std::vector<std::uint32_t> relativeSyncDelays(const poplar::Target &target);

/// Cycles that a tile's workers and its supervisor take to meet: of IPUModel, none by default.
std::uint64_t localSyncDelay(const poplar::Target &target);

/// Bytes from the start of a tile's memory; 0: nothing is interleaved.
std::uint64_t interleavedFrom(const poplar::Target &target);

/// A system by its name: architecture, "IPU-POD16", "Bow-POD64". PE0705 for an unknown one.
struct NamedSystem {
  std::string architecture;
  unsigned numIPUs = 1;
  unsigned tilesPerIPU = 0;      ///< 0: all of the architecture
  double tileClockFrequency = 0; ///< 0: that of the architecture
};
NamedSystem systemOf(const std::string &name);

/// Applies target options (with POPLAR_TARGET_OPTIONS on top). PE0701, PE0702.
void applyTargetOptions(TargetState &state, const poplar::OptionFlags &options);

} // namespace poplar_emu::model
