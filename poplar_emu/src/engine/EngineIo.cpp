// SPDX-License-Identifier: MIT
// poplar::Engine: tensors, streams, remote buffers, host functions, print streams.
#include "engine/EngineState.hpp"
#include "engine/StreamAdapters.hpp"

#include "api/Sites.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Engine.hpp>

namespace poplar {

using poplar_emu::CallSite;
using poplar_emu::api::siteOf;
namespace engine = poplar_emu::engine;

namespace {

std::string_view text(StringRef handle) {
  return {handle.data(), handle.size()};
}

std::span<const std::byte> bytes(const void *begin, const void *end) {
  return {static_cast<const std::byte *>(begin), static_cast<const std::byte *>(end)};
}

std::span<std::byte> bytes(void *begin, void *end) {
  return {static_cast<std::byte *>(begin), static_cast<std::byte *>(end)};
}

/// Handles of the metadata of QUARTER tensors stand beside those of their values.
std::string metadataHandle(StringRef handle) {
  return std::string(handle) + ".metadata";
}

} // namespace

void Engine::readTensor(StringRef handle, void *buf, void *bufEnd, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->hostRead(text(handle), bytes(buf, bufEnd));
}

void Engine::readTensor(StringRef handle, void *buf, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->hostRead(text(handle), buf);
}

void Engine::readTensor(StringRef handle, QuarterMetadata &metadata, void *buf, void *bufEnd,
                        SourceLocation loc) {
  readTensor(handle, buf, bufEnd, loc);
  const CallSite call(siteOf(loc));
  unsigned char binary = 0;
  state_->runtime->hostRead(metadataHandle(handle), bytes(&binary, &binary + 1));
  metadata = QuarterMetadata(binary);
}

void Engine::writeTensor(StringRef handle, const void *buf, const void *bufEnd,
                         SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->hostWrite(text(handle), bytes(buf, bufEnd));
}

void Engine::writeTensor(StringRef handle, const void *buf, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->hostWrite(text(handle), buf);
}

void Engine::writeTensor(StringRef handle, const QuarterMetadata &metadata, const void *buf,
                         const void *bufEnd, SourceLocation loc) {
  writeTensor(handle, buf, bufEnd, loc);
  const CallSite call(siteOf(loc));
  const unsigned char binary = metadata.getBinary();
  const void *begin = &binary;
  state_->runtime->hostWrite(metadataHandle(handle), bytes(begin, &binary + 1));
}

void Engine::connectStream(StringRef handle, void *begin, void *end, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->connectStream(text(handle), begin, end);
}

void Engine::connectStream(StringRef handle, void *p, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->connectStream(text(handle), p);
}

void Engine::connectStreamToCallback(StringRef handle, StreamCallbackHandle callback,
                                     SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->connectStream(text(handle), engine::adaptStream(std::move(callback)));
}

void Engine::connectStreamToCallback(StringRef handle, unsigned replicaIndex,
                                     StreamCallbackHandle callback, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->connectStream(text(handle), replicaIndex,
                                 engine::adaptStream(std::move(callback)));
}

void Engine::connectHostFunction(StringRef functionHandle, unsigned replicaIndex,
                                 HostCallbackHandle callback, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->connectHostFunction(text(functionHandle), replicaIndex,
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
  state_->runtime->copyFromRemoteBuffer(text(handle), rowIndex, replicaIndex, dst);
}

void Engine::copyToRemoteBuffer(void *src, StringRef handle, std::uint64_t rowIndex,
                                unsigned replicaIndex, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->copyToRemoteBuffer(text(handle), rowIndex, replicaIndex,
                                      static_cast<const void *>(src));
}

void Engine::copyRowFromRemoteBuffer(StringRef handle, void *dst, std::size_t size,
                                     std::uint64_t rowIndex, unsigned replicaIndex,
                                     SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->copyFromRemoteBuffer(text(handle), rowIndex, replicaIndex,
                                        std::span<std::byte>(static_cast<std::byte *>(dst), size));
}

void Engine::copyRowToRemoteBuffer(const void *src, std::size_t size, StringRef handle,
                                   std::uint64_t rowIndex, unsigned replicaIndex,
                                   SourceLocation loc) {
  const CallSite call(siteOf(loc));
  state_->runtime->copyToRemoteBuffer(
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

std::vector<std::string> Engine::listStreams() const {
  const poplar_emu::plan::Plan &plan = state_->executable->plan;
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

void Engine::setPrintStream(std::ostream &stream) {
  state_->runtime->setPrintStream(stream);
}

void Engine::setPrintTensorStream(std::ostream &stream) {
  state_->runtime->setPrintTensorStream(stream);
}

} // namespace poplar
