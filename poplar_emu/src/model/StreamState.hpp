// SPDX-License-Identifier: MIT
// What stands behind poplar::DataStream and poplar::RemoteBuffer.
#pragma once

#include "support/ElementType.hpp"
#include "support/Ids.hpp"
#include "support/SourceSite.hpp"

#include <poplar/DataStreamType.hpp>
#include <poplar/ReplicatedStreamMode.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace poplar_emu::model {

/// One stream of a graph. `owner` tells the streams of different graphs apart.
struct StreamState {
  std::string handle;
  std::size_t numElements = 0;
  unsigned replicationFactor = 1;
  poplar::ReplicatedStreamMode replicatedMode = poplar::ReplicatedStreamMode::REPLICATE;
  poplar::DataStreamType type = poplar::DataStreamType::HostToDeviceFIFO;
  ElementType elementType = ElementType::Invalid;
  StreamId id;
  const void *owner = nullptr;
  SiteId site;
};

/// One remote buffer of a graph.
struct RemoteBufferState {
  std::string handle;
  std::size_t numElements = 0;
  std::size_t repeats = 1;
  unsigned replicationFactor = 1;
  ElementType elementType = ElementType::Invalid;
  bool rearrangeOnHost = false;
  bool optimiseMemory = false;
  RemoteBufferId id;
  const void *owner = nullptr;
  SiteId site;
};

} // namespace poplar_emu::model
