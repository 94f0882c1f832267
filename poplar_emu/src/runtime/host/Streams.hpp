// SPDX-License-Identifier: MIT
// Host streams: connections, the protocol of callbacks, prefetching, circular buffers.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/RuntimeSettings.hpp"
#include "runtime/StreamEndpoint.hpp"
#include "runtime/executor/Executors.hpp"
#include "runtime/memory/HostBuffer.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace poplar_emu::runtime {

class Streams {
 public:
  Streams(const plan::Plan &plan, const RuntimeSettings &settings, const Replicas &replicas,
          Pool &pool);

  void connect(std::string_view handle, std::byte *begin, std::byte *end);
  void connect(std::string_view handle, std::byte *buffer);
  void connect(std::string_view handle, std::shared_ptr<StreamEndpoint> endpoint);
  void connect(std::string_view handle, std::uint32_t replica,
               std::shared_ptr<StreamEndpoint> endpoint);

  /// PE0501 if the step's stream is not connected for every replica.
  void requireConnected(const plan::StreamStep &step) const;
  /// One transfer of all replicas, which must be connected. An exception of a callback leaves the
  /// transfer uncounted.
  void read(const plan::StreamStep &step);
  void write(const plan::StreamStep &step);

  /// See Runtime::configure. What was prefetched is used first.
  void configure(const RuntimeSettings &settings) {
    settings_.prefetch = settings.prefetch;
    settings_.maxLookahead = settings.maxLookahead;
  }

  /// What was prefetched is dropped, circular buffers start again.
  void load();

 private:
  /// An endpoint and the replicas that it serves, in order, with what it prefetched for them.
  struct Channel {
    std::shared_ptr<StreamEndpoint> endpoint;
    std::vector<std::uint32_t> replicas;
    std::vector<HostBuffer> prefetched; ///< of the replicas in turn, transfer after transfer
    std::vector<HostBuffer> spare;
  };
  enum class Kind : std::uint8_t { None, Buffer, Endpoints };
  struct Connection {
    Kind kind = Kind::None;
    std::byte *begin = nullptr, *end = nullptr, *cursor = nullptr; ///< begin == end: fixed buffer
    std::vector<Channel> channels;
  };

  std::uint32_t find(std::string_view handle) const;
  bool isBroadcast(const plan::Stream &stream) const;
  std::uint64_t transferBytes(const plan::Stream &stream) const;
  void advance(Connection &connection, const plan::Stream &stream) const;
  static void drop(Channel &channel);
  static void disconnect(Connection &connection);
  void readChannel(Channel &channel, const plan::StreamStep &step, const plan::Stream &stream);
  void prefetch(Channel &channel, const plan::Stream &stream);
  static HostBuffer take(Channel &channel, const plan::Stream &stream);

  const plan::Plan *plan_;
  RuntimeSettings settings_;
  const Replicas *replicas_;
  Pool *pool_;
  std::vector<Connection> connections_; ///< by stream
};

} // namespace poplar_emu::runtime
