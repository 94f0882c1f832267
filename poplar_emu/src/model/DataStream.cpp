// SPDX-License-Identifier: MIT
// Getters of streams and remote buffers.
#include "model/Access.hpp"
#include "model/StreamState.hpp"
#include "support/Diagnostic.hpp"
#include "support/TypeAccess.hpp"

#include <poplar/DataStream.hpp>

namespace poplar {
namespace {

template <class State>
const State &need(const std::shared_ptr<const State> &state, const char *what) {
  if (!state)
    poplar_emu::Diagnostic(poplar_emu::Code::PE0215, "a default-constructed {} is used", what)
        .fix("use the one that the graph returned")
        .raise();
  return *state;
}

} // namespace

DataStream::DataStream() = default;
DataStream::DataStream(const DataStream &) = default;
DataStream::DataStream(DataStream &&) noexcept = default;
DataStream &DataStream::operator=(const DataStream &) = default;
DataStream &DataStream::operator=(DataStream &&) noexcept = default;
DataStream::~DataStream() = default;

std::string DataStream::handle() const {
  return need(state_, "DataStream").handle;
}

std::size_t DataStream::numElements() const {
  return need(state_, "DataStream").numElements;
}

unsigned DataStream::replicationFactor() const {
  return need(state_, "DataStream").replicationFactor;
}

ReplicatedStreamMode DataStream::replicatedMode() const {
  return need(state_, "DataStream").replicatedMode;
}

DataStreamType DataStream::type() const {
  return need(state_, "DataStream").type;
}

Type DataStream::elementType() const {
  return poplar_emu::typeOf(need(state_, "DataStream").elementType);
}

RemoteBuffer::RemoteBuffer() = default;
RemoteBuffer::RemoteBuffer(const RemoteBuffer &) = default;
RemoteBuffer::RemoteBuffer(RemoteBuffer &&) noexcept = default;
RemoteBuffer &RemoteBuffer::operator=(const RemoteBuffer &) = default;
RemoteBuffer &RemoteBuffer::operator=(RemoteBuffer &&) noexcept = default;
RemoteBuffer::~RemoteBuffer() = default;

std::string RemoteBuffer::handle() const {
  return need(state_, "RemoteBuffer").handle;
}

std::size_t RemoteBuffer::numElements() const {
  return need(state_, "RemoteBuffer").numElements;
}

std::size_t RemoteBuffer::getRepeats() const {
  return need(state_, "RemoteBuffer").repeats;
}

Type RemoteBuffer::elementType() const {
  return poplar_emu::typeOf(need(state_, "RemoteBuffer").elementType);
}

bool RemoteBuffer::isRearrangeOnHost() const {
  return need(state_, "RemoteBuffer").rearrangeOnHost;
}

bool RemoteBuffer::isOptimisedForMemory() const {
  return need(state_, "RemoteBuffer").optimiseMemory;
}

namespace {

/// The stream in one direction that a remote buffer amounts to.
DataStream streamOf(const poplar_emu::model::RemoteBufferState &buffer, DataStreamType type) {
  poplar_emu::model::StreamState stream;
  stream.handle = buffer.handle;
  stream.numElements = buffer.numElements;
  stream.replicationFactor = buffer.replicationFactor;
  stream.type = type;
  stream.elementType = buffer.elementType;
  stream.owner = buffer.owner;
  stream.site = buffer.site;
  return poplar_emu::model::Access::stream(
      std::make_shared<const poplar_emu::model::StreamState>(std::move(stream)));
}

} // namespace

DataStream RemoteBuffer::getIpuToHostStream() const {
  return streamOf(need(state_, "RemoteBuffer"), DataStreamType::DeviceToHostBuffer);
}

DataStream RemoteBuffer::getHostToIpuStream() const {
  return streamOf(need(state_, "RemoteBuffer"), DataStreamType::HostToDeviceBuffer);
}

} // namespace poplar
