// SPDX-License-Identifier: MIT
// Streams between host and device, and memory of the host that the device reads and writes.
#ifndef POPLAR_DATA_STREAM_HPP
#define POPLAR_DATA_STREAM_HPP

#include <poplar/DataStreamType.hpp>
#include <poplar/ReplicatedStreamMode.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace poplar {

/// A stream of a graph. A default-constructed one is none; its getters throw poplar_error.
class POPLAR_EMU_EXPORT DataStream {
 public:
  DataStream();
  DataStream(const DataStream &);
  DataStream(DataStream &&) noexcept;
  DataStream &operator=(const DataStream &);
  DataStream &operator=(DataStream &&) noexcept;
  ~DataStream();

  std::string handle() const;
  /// Elements of one transfer of one replica.
  std::size_t numElements() const;
  unsigned replicationFactor() const;
  ReplicatedStreamMode replicatedMode() const;
  DataStreamType type() const;
  Type elementType() const;

 private:
  friend struct poplar_emu::api::Access;
  friend struct poplar_emu::model::Access;

  std::shared_ptr<const poplar_emu::model::StreamState> state_;
};

/// Rows of elements in the host's memory, one set a replica.
class POPLAR_EMU_EXPORT RemoteBuffer {
 public:
  RemoteBuffer();
  RemoteBuffer(const RemoteBuffer &);
  RemoteBuffer(RemoteBuffer &&) noexcept;
  RemoteBuffer &operator=(const RemoteBuffer &);
  RemoteBuffer &operator=(RemoteBuffer &&) noexcept;
  ~RemoteBuffer();

  std::string handle() const;
  /// Elements of one row.
  std::size_t numElements() const;
  /// Number of rows.
  std::size_t getRepeats() const;
  Type elementType() const;
  bool isRearrangeOnHost() const;
  bool isOptimisedForMemory() const;
  DataStream getIpuToHostStream() const;
  DataStream getHostToIpuStream() const;

  bool operator==(const RemoteBuffer &other) const { return state_ == other.state_; }
  bool operator!=(const RemoteBuffer &other) const { return !(*this == other); }

 private:
  friend struct poplar_emu::api::Access;
  friend struct poplar_emu::model::Access;

  std::shared_ptr<const poplar_emu::model::RemoteBufferState> state_;
};

} // namespace poplar

#endif
