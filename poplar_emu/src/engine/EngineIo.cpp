// SPDX-License-Identifier: MIT
// poplar::Engine: tensors, streams, remote buffers, host functions, print streams.
#include "engine/EngineNeed.hpp"
#include "engine/StreamAdapters.hpp"

#include "api/Sites.hpp"
#include "ir/HostObjects.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Engine.hpp>

#include <algorithm>
#include <functional>

namespace poplar {

using poplar_emu::CallSite;
using poplar_emu::api::siteOf;
namespace engine = poplar_emu::engine;

namespace {

std::string_view text(StringRef handle) {
  return {handle.data(), handle.size()};
}

void requireOrder(StringRef handle, const void *begin, const void *end) {
  if (!std::less<const void *>()(end, begin)) return;
  poplar_emu::Diagnostic(poplar_emu::Code::PE0503,
                         "the buffer for handle '{}' ends before it begins", text(handle))
      .fix("pass the begin of the buffer first, then its end")
      .raise();
}

std::span<const std::byte> bytes(StringRef handle, const void *begin, const void *end) {
  requireOrder(handle, begin, end);
  return {static_cast<const std::byte *>(begin), static_cast<const std::byte *>(end)};
}

std::span<std::byte> bytes(StringRef handle, void *begin, void *end) {
  requireOrder(handle, begin, end);
  return {static_cast<std::byte *>(begin), static_cast<std::byte *>(end)};
}

bool hasHandle(const std::vector<poplar_emu::plan::HostHandle> &handles, std::string_view name) {
  return std::any_of(handles.begin(), handles.end(),
                     [name](const auto &handle) { return handle.handle == name; });
}

/// Handles of the metadata of QUARTER tensors stand beside those of their values.
std::string metadataHandle(StringRef handle) {
  return std::string(handle) + poplar_emu::ir::kMetadataHandle;
}

/// One byte for each replica that a host transfer could serve.
std::vector<unsigned char> metadataOfReplicas(const engine::EngineState &state,
                                              unsigned char value) {
  return std::vector<unsigned char>(state.runtime->plan().machine.replicationFactor, value);
}

[[noreturn]] void raiseNoMetadata(StringRef handle, const SourceLocation &loc) {
  poplar_emu::Diagnostic(poplar_emu::Code::PE0222, "the tensor of handle '{}' has no metadata",
                         text(handle))
      .at(siteOf(loc))
      .note("only tensors of type quarter have")
      .fix("leave the QuarterMetadata argument out")
      .raise();
}

/// Constant metadata can only be confirmed.
void writeMetadata(const engine::EngineState &state, StringRef handle,
                   const QuarterMetadata &metadata, const SourceLocation &loc) {
  const auto &plan = state.executable->plan;
  std::vector<unsigned char> replicas = metadataOfReplicas(state, metadata.getBinary());
  if (const std::string name = metadataHandle(handle); hasHandle(plan.hostWrites, name)) {
    state.runtime->hostWrite(name, replicas.data());
    return;
  }
  const std::string constant = std::string(handle) + poplar_emu::ir::kConstantMetadataHandle;
  if (!hasHandle(plan.hostReads, constant)) raiseNoMetadata(handle, loc);
  state.runtime->hostRead(constant, replicas.data());
  if (replicas.front() == metadata.getBinary()) return;
  poplar_emu::Diagnostic(poplar_emu::Code::PE0222,
                         "writeTensor '{}' would change constant metadata", text(handle))
      .at(siteOf(loc))
      .note("the tensor has {}, the data {}", QuarterMetadata(replicas.front()).toString(),
            metadata.toString())
      .fix("make the tensor with createVariableMetadataTensor, or convert the data to its metadata")
      .raise();
}

} // namespace

void Engine::readTensor(StringRef handle, void *buf, void *bufEnd, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needReadable(state_, "readTensor")
      .runtime->hostRead(text(handle), bytes(handle, buf, bufEnd));
}

void Engine::readTensor(StringRef handle, void *buf, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needReadable(state_, "readTensor").runtime->hostRead(text(handle), buf);
}

void Engine::readTensor(StringRef handle, QuarterMetadata &metadata, void *buf, void *bufEnd,
                        SourceLocation loc) {
  readTensor(handle, buf, bufEnd, loc);
  const CallSite call(siteOf(loc));
  const std::string name = metadataHandle(handle);
  if (!hasHandle(engine::needReadable(state_, "readTensor").executable->plan.hostReads, name))
    raiseNoMetadata(handle, loc);
  std::vector<unsigned char> replicas =
      metadataOfReplicas(engine::needReadable(state_, "readTensor"), 0);
  engine::needReadable(state_, "readTensor").runtime->hostRead(name, replicas.data());
  metadata = QuarterMetadata(replicas.front());
}

void Engine::writeTensor(StringRef handle, const void *buf, const void *bufEnd,
                         SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needIdle(state_, "writeTensor")
      .runtime->hostWrite(text(handle), bytes(handle, buf, bufEnd));
}

void Engine::writeTensor(StringRef handle, const void *buf, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needIdle(state_, "writeTensor").runtime->hostWrite(text(handle), buf);
}

void Engine::writeTensor(StringRef handle, const QuarterMetadata &metadata, const void *buf,
                         const void *bufEnd, SourceLocation loc) {
  {
    const CallSite call(siteOf(loc));
    writeMetadata(engine::needIdle(state_, "writeTensor"), handle, metadata, loc);
  }
  writeTensor(handle, buf, bufEnd, loc);
}

void Engine::connectStream(StringRef handle, void *begin, void *end, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::Alive alive = state_;
  engine::needIdle(alive, "connectStream").runtime->connectStream(text(handle), begin, end);
}

void Engine::connectStream(StringRef handle, void *p, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::Alive alive = state_;
  engine::needIdle(alive, "connectStream").runtime->connectStream(text(handle), p);
}

void Engine::connectStreamToCallback(StringRef handle, StreamCallbackHandle callback,
                                     SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::Alive alive = state_;
  engine::needIdle(alive, "connectStreamToCallback")
      .runtime->connectStream(text(handle), engine::adaptStream(std::move(callback)));
}

void Engine::connectStreamToCallback(StringRef handle, unsigned replicaIndex,
                                     StreamCallbackHandle callback, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::Alive alive = state_;
  engine::needIdle(alive, "connectStreamToCallback")
      .runtime->connectStream(text(handle), replicaIndex, engine::adaptStream(std::move(callback)));
}

void Engine::connectHostFunction(StringRef functionHandle, unsigned replicaIndex,
                                 HostCallbackHandle callback, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::Alive alive = state_;
  engine::needIdle(alive, "connectHostFunction")
      .runtime->connectHostFunction(text(functionHandle), replicaIndex,
                                    engine::adaptHostFunction(std::move(callback)));
}

void Engine::connectStream(const DataStream &stream, void *begin, void *end, SourceLocation loc) {
  connectStream(StringRef(stream.handle()), begin, end, loc);
}

void Engine::connectStream(const DataStream &stream, void *p, SourceLocation loc) {
  connectStream(StringRef(stream.handle()), p, loc);
}

void Engine::connectStreamToCallback(const DataStream &stream, StreamCallbackHandle callback,
                                     SourceLocation loc) {
  connectStreamToCallback(StringRef(stream.handle()), std::move(callback), loc);
}

void Engine::connectStreamToCallback(const DataStream &stream, unsigned replicaIndex,
                                     StreamCallbackHandle callback, SourceLocation loc) {
  connectStreamToCallback(StringRef(stream.handle()), replicaIndex, std::move(callback), loc);
}

void Engine::copyFromRemoteBuffer(StringRef handle, void *dst, std::uint64_t rowIndex,
                                  unsigned replicaIndex, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needReadable(state_, "copyFromRemoteBuffer")
      .runtime->copyFromRemoteBuffer(text(handle), rowIndex, replicaIndex, dst);
}

void Engine::copyToRemoteBuffer(void *src, StringRef handle, std::uint64_t rowIndex,
                                unsigned replicaIndex, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needReadable(state_, "copyToRemoteBuffer")
      .runtime->copyToRemoteBuffer(text(handle), rowIndex, replicaIndex,
                                   static_cast<const void *>(src));
}

void Engine::copyRowFromRemoteBuffer(StringRef handle, void *dst, std::size_t size,
                                     std::uint64_t rowIndex, unsigned replicaIndex,
                                     SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needReadable(state_, "copyFromRemoteBuffer")
      .runtime->copyFromRemoteBuffer(text(handle), rowIndex, replicaIndex,
                                     std::span<std::byte>(static_cast<std::byte *>(dst), size));
}

void Engine::copyRowToRemoteBuffer(const void *src, std::size_t size, StringRef handle,
                                   std::uint64_t rowIndex, unsigned replicaIndex,
                                   SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needReadable(state_, "copyToRemoteBuffer")
      .runtime->copyToRemoteBuffer(
          text(handle), rowIndex, replicaIndex,
          std::span<const std::byte>(static_cast<const std::byte *>(src), size));
}

void Engine::copyFromRemoteBuffer(const RemoteBuffer &buffer, void *dst, std::uint64_t rowIndex,
                                  unsigned replicaIndex, SourceLocation loc) {
  copyFromRemoteBuffer(StringRef(buffer.handle()), dst, rowIndex, replicaIndex, loc);
}

void Engine::copyToRemoteBuffer(void *src, const RemoteBuffer &buffer, std::uint64_t rowIndex,
                                unsigned replicaIndex, SourceLocation loc) {
  copyToRemoteBuffer(src, StringRef(buffer.handle()), rowIndex, replicaIndex, loc);
}

std::vector<std::string> Engine::listStreams(SourceLocation loc) const {
  const CallSite call(siteOf(loc));
  const poplar_emu::plan::Plan &plan = engine::need(state_, "listStreams").executable->plan;
  std::vector<std::string> names;
  for (const auto &stream : plan.streams)
    names.push_back(
        stream.handle +
        (stream.direction == poplar_emu::plan::StreamDirection::HostToDevice ? '+' : '-'));
  for (const auto &handle : plan.hostWrites)
    names.push_back(handle.handle + '+');
  for (const auto &handle : plan.hostReads)
    names.push_back(handle.handle + '-');
  return names;
}

void Engine::setPrintStream(std::ostream &stream, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needIdle(state_, "setPrintStream").runtime->setPrintStream(stream);
}

void Engine::setPrintTensorStream(std::ostream &stream, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  engine::needIdle(state_, "setPrintTensorStream").runtime->setPrintTensorStream(stream);
}

} // namespace poplar
