// SPDX-License-Identifier: MIT
// Moves stream data and keeps the protocol with callbacks.
#include "runtime/host/Streams.hpp"

#include "runtime/host/Handles.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <utility>

namespace poplar_emu::runtime {

namespace {

std::string userOf(const plan::StreamStep &step) {
  return step.name.empty() ? "a Copy without a name" : fmt::format("'{}'", step.name);
}

[[noreturn]] void raiseEndBeforeBegin(std::string_view handle) {
  Diagnostic(Code::PE0503, "the buffer connected to stream '{}' ends before it begins", handle)
      .fix("pass the begin of the buffer first, then its end")
      .raise();
}

} // namespace

Streams::Streams(const plan::Plan &plan, const RuntimeSettings &settings, const Replicas &replicas,
                 Pool &pool)
    : plan_(&plan), settings_(settings), replicas_(&replicas), pool_(&pool),
      connections_(plan.streams.size()) {}

std::uint32_t Streams::find(std::string_view handle) const {
  return findHandle(plan_->streams, handle, "stream");
}

/// One transfer serves all replicas.
bool Streams::isBroadcast(const plan::Stream &stream) const {
  return stream.direction == plan::StreamDirection::HostToDevice &&
         stream.replication == plan::StreamReplication::Broadcast;
}

std::uint64_t Streams::transferBytes(const plan::Stream &stream) const {
  return isBroadcast(stream) ? stream.bytes : stream.bytes * replicas_->count();
}

void Streams::drop(Channel &channel) {
  if (channel.prefetched.empty()) return;
  channel.prefetched.clear();
  channel.endpoint->invalidatePrefetched();
}

void Streams::disconnect(Connection &connection) {
  for (Channel &channel : connection.channels)
    drop(channel);
  connection = {};
}

void Streams::connect(std::string_view handle, std::byte *begin, std::byte *end) {
  const std::uint32_t index = find(handle);
  const plan::Stream &stream = plan_->streams[index];
  const std::uint64_t needed = transferBytes(stream);
  if (end < begin) raiseEndBeforeBegin(handle);
  const auto given = static_cast<std::uint64_t>(end - begin);
  const bool fits = needed == 0 ? given == 0 : begin && given != 0 && given % needed == 0;
  if (!fits)
    Diagnostic(Code::PE0503, "buffer of {} bytes connected to stream '{}'", given, handle)
        .note("one transfer of all {} replica(s) takes {} bytes", replicas_->count(), needed)
        .fix("give a buffer that holds a whole number of transfers")
        .raise();
  Connection &connection = connections_[index];
  disconnect(connection);
  connection.kind = Kind::Buffer;
  connection.begin = connection.cursor = begin;
  connection.end = end;
}

void Streams::connect(std::string_view handle, std::byte *buffer) {
  const std::uint32_t index = find(handle);
  if (buffer == nullptr && transferBytes(plan_->streams[index]) != 0)
    Diagnostic(Code::PE0503, "null pointer connected to stream '{}'", handle)
        .note("one transfer of all {} replica(s) takes {} bytes", replicas_->count(),
              transferBytes(plan_->streams[index]))
        .raise();
  Connection &connection = connections_[index];
  disconnect(connection);
  connection.kind = Kind::Buffer;
  connection.begin = connection.end = connection.cursor = buffer;
}

void Streams::connect(std::string_view handle, std::shared_ptr<StreamEndpoint> endpoint) {
  const std::uint32_t index = find(handle);
  if (endpoint == nullptr)
    Diagnostic(Code::PE0511, "null callback connected to stream '{}'", handle).raise();
  Connection &connection = connections_[index];
  disconnect(connection);
  connection.kind = Kind::Endpoints;
  Channel channel;
  channel.endpoint = std::move(endpoint);
  const std::uint32_t served = isBroadcast(plan_->streams[index]) ? 1 : replicas_->count();
  for (std::uint32_t replica = 0; replica < served; ++replica)
    channel.replicas.push_back(replica);
  connection.channels.push_back(std::move(channel));
}

void Streams::connect(std::string_view handle, std::uint32_t replica,
                      std::shared_ptr<StreamEndpoint> endpoint) {
  const std::uint32_t index = find(handle);
  const plan::Stream &stream = plan_->streams[index];
  if (replica >= replicas_->count())
    Diagnostic(Code::PE0502, "callback for replica {} of stream '{}'", replica, handle)
        .note("there are {} replica(s)", replicas_->count())
        .raise();
  if (isBroadcast(stream)) return connect(handle, std::move(endpoint));
  if (endpoint == nullptr)
    Diagnostic(Code::PE0511, "null callback connected to stream '{}'", handle).raise();
  Connection &connection = connections_[index];
  if (connection.kind != Kind::Endpoints) disconnect(connection);
  connection.kind = Kind::Endpoints;
  for (Channel &channel : connection.channels) {
    const auto served = std::find(channel.replicas.begin(), channel.replicas.end(), replica);
    if (served == channel.replicas.end()) continue;
    // A shared channel prefetched for its replicas in turn, which no longer holds.
    drop(channel);
    channel.replicas.erase(served);
  }
  std::erase_if(connection.channels,
                [](const Channel &channel) { return channel.replicas.empty(); });
  Channel channel;
  channel.endpoint = std::move(endpoint);
  channel.replicas.push_back(replica);
  connection.channels.push_back(std::move(channel));
  std::sort(connection.channels.begin(), connection.channels.end(),
            [](const Channel &a, const Channel &b) { return a.replicas[0] < b.replicas[0]; });
}

void Streams::requireConnected(const plan::StreamStep &step) const {
  const plan::Stream &stream = plan_->streams[step.stream];
  const Connection &connection = connections_[step.stream];
  if (connection.kind == Kind::None)
    Diagnostic(Code::PE0501, "stream '{}' is not connected", stream.handle)
        .note("used by {}", userOf(step))
        .fix("call connectStream or connectStreamToCallback before run")
        .raise();
  if (connection.kind == Kind::Endpoints) {
    std::uint64_t served = 0;
    for (const Channel &channel : connection.channels)
      served += channel.replicas.size();
    const std::uint64_t wanted = isBroadcast(stream) ? 1 : replicas_->count();
    if (served != wanted)
      Diagnostic(Code::PE0501, "stream '{}' is connected for {} of {} replicas", stream.handle,
                 served, wanted)
          .note("used by {}", userOf(step))
          .fix("connect a callback for every replica, or one for all")
          .raise();
  }
}

void Streams::advance(Connection &connection, const plan::Stream &stream) const {
  if (connection.begin == connection.end) return;
  connection.cursor += transferBytes(stream);
  if (connection.cursor == connection.end) connection.cursor = connection.begin;
}

void Streams::read(const plan::StreamStep &step) {
  const plan::Stream &stream = plan_->streams[step.stream];
  Connection &connection = connections_[step.stream];
  if (connection.kind == Kind::Buffer) {
    replicas_->fromHost(step.moves, connection.cursor, isBroadcast(stream) ? 0 : stream.bytes,
                        *pool_);
    advance(connection, stream);
    return;
  }
  for (Channel &channel : connection.channels)
    readChannel(channel, step, stream);
}

HostBuffer Streams::take(Channel &channel, const plan::Stream &stream) {
  if (channel.spare.empty()) return HostBuffer(stream.bytes);
  HostBuffer buffer = std::move(channel.spare.back());
  channel.spare.pop_back();
  return buffer;
}

void Streams::readChannel(Channel &channel, const plan::StreamStep &step,
                          const plan::Stream &stream) {
  for (const std::uint32_t replica : channel.replicas) {
    HostBuffer buffer;
    if (channel.prefetched.empty()) {
      buffer = take(channel, stream);
      channel.endpoint->fetch(buffer.data());
    } else {
      buffer = std::move(channel.prefetched.front());
      channel.prefetched.erase(channel.prefetched.begin());
    }
    channel.endpoint->complete();
    if (isBroadcast(stream))
      replicas_->fromHost(step.moves, buffer.data(), 0, *pool_);
    else
      replicas_->fromHostToOne(step.moves, buffer.data(), replica, *pool_);
    channel.spare.push_back(std::move(buffer));
  }
  if (settings_.prefetch == Prefetch::On) prefetch(channel, stream);
}

void Streams::prefetch(Channel &channel, const plan::Stream &stream) {
  const std::uint64_t depth = std::min(std::max<std::uint64_t>(stream.bufferingDepth, 1),
                                       std::max<std::uint64_t>(settings_.maxLookahead, 1));
  const std::uint64_t wanted = depth * channel.replicas.size();
  while (channel.prefetched.size() < wanted) {
    HostBuffer buffer = take(channel, stream);
    if (channel.endpoint->prefetch(buffer.data()) == PrefetchResult::NotAvailable) {
      channel.spare.push_back(std::move(buffer));
      return;
    }
    channel.prefetched.push_back(std::move(buffer));
  }
}

void Streams::write(const plan::StreamStep &step) {
  const plan::Stream &stream = plan_->streams[step.stream];
  Connection &connection = connections_[step.stream];
  if (connection.kind == Kind::Buffer) {
    replicas_->toHost(step.moves, connection.cursor, stream.bytes, *pool_);
    advance(connection, stream);
    return;
  }
  for (Channel &channel : connection.channels)
    for (const std::uint32_t replica : channel.replicas) {
      HostBuffer buffer = take(channel, stream);
      replicas_->fromOneToHost(step.moves, buffer.data(), replica, *pool_);
      channel.endpoint->fetch(buffer.data());
      channel.endpoint->complete();
      channel.spare.push_back(std::move(buffer));
    }
}

void Streams::load() {
  for (Connection &connection : connections_) {
    for (Channel &channel : connection.channels)
      drop(channel);
    connection.cursor = connection.begin;
  }
}

} // namespace poplar_emu::runtime
