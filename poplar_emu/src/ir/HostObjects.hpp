// SPDX-License-Identifier: MIT
// What connects a graph with the host: streams, remote buffers, handles, host functions.
#pragma once

#include "support/ElementType.hpp"
#include "support/Ids.hpp"
#include "support/SourceSite.hpp"
#include "view/View.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::ir {

enum class StreamDirection : std::uint8_t { HostToDevice, DeviceToHost };
enum class StreamReplication : std::uint8_t { Replicate, Broadcast };
/// Who brings data of a transfer into the order of a tensor's tiles, and back.
enum class Rearranges : std::uint8_t { Device, Host };

struct Stream {
  std::string handle;
  StreamDirection direction = StreamDirection::HostToDevice;
  ElementType type = ElementType::Invalid;
  std::uint64_t numElements = 0; ///< of one transfer of one replica
  StreamReplication replication = StreamReplication::Replicate;
  std::uint64_t bufferingDepth = 1;
  SiteId site;
};

struct RemoteBuffer {
  std::string handle;
  ElementType type = ElementType::Invalid;
  std::uint64_t numElements = 0; ///< of one row
  std::uint64_t repeats = 1;     ///< rows
  SiteId site;
  Rearranges rearranges = Rearranges::Device;
};

/// createHostRead / createHostWrite.
struct HostHandle {
  std::string handle;
  view::View view;
  ElementType type = ElementType::Invalid;
  SiteId site;
};

/// Added to the handle of a QUARTER tensor: its metadata.
inline constexpr const char *kMetadataHandle = ".metadata";
/// A read handle: the constant metadata of a tensor that the host writes.
inline constexpr const char *kConstantMetadataHandle = ".constant-metadata";

struct HostFunctionArgument {
  ElementType type = ElementType::Invalid;
  std::uint64_t numElements = 0;
};

struct HostFunction {
  std::string handle;
  std::vector<HostFunctionArgument> inputs, outputs;
  SiteId site;
};

} // namespace poplar_emu::ir
