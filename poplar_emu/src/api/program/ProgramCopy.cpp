// SPDX-License-Identifier: MIT
// Copies between tensors, streams and remote buffers, and between replicas.
#include "api/program/Statement.hpp"
#include "model/Access.hpp"
#include "model/StreamState.hpp"

#include <set>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar::program {
namespace {

void needOwner(const Statement &copy, const void *owner, const char *what,
               const std::string &handle) {
  if (owner != copy.core().get())
    copy.error(Code::PE0115, "{} '{}' belongs to another graph", what, handle).raise();
}

const model::StreamState &needStream(const Statement &copy, const DataStream &stream,
                                     const TensorState &tensor, DataStreamType direction) {
  const auto &state = model::Access::state(stream);
  if (!state) copy.error(Code::PE0215, "the stream is empty").raise();
  needOwner(copy, state->owner, "stream", state->handle);
  if (state->type != direction) {
    copy.error(Code::PE0409, "stream '{}' goes the other way", state->handle)
        .at(state->site, "the stream is made here")
        .fix("use a stream from {}", direction == DataStreamType::HostToDeviceFIFO
                                         ? "addHostToDeviceFIFO"
                                         : "addDeviceToHostFIFO")
        .raise();
  }
  if (state->elementType != tensor.type || state->numElements != tensor.view.numElements()) {
    copy.error(Code::PE0409, "stream '{}' carries {} elements of type {}, {} has {}", state->handle,
               state->numElements, name(state->elementType), describeTensor(tensor),
               tensor.view.numElements())
        .at(state->site, "the stream is made here")
        .raise();
  }
  return *state;
}

struct RemoteCopy {
  RemoteBufferId buffer;
  std::optional<ir::Operand> rows;
};

RemoteCopy needRemote(Statement &copy, const RemoteBuffer &buffer, const TensorState &tensor,
                      const Tensor *offset) {
  const auto &state = model::Access::state(buffer);
  if (!state) copy.error(Code::PE0215, "the remote buffer is empty").raise();
  needOwner(copy, state->owner, "remote buffer", state->handle);
  RemoteCopy result{state->id, std::nullopt};
  std::uint64_t rows = 1;
  if (offset) {
    const TensorState &indices = copy.operand(*offset);
    if (indices.type != ElementType::UnsignedInt && indices.type != ElementType::Int) {
      copy.error(Code::PE0412, "offset {} is of a type that is no row index",
                 describeTensor(indices))
          .note("offsets are of type unsigned int or int")
          .raise();
    }
    rows = indices.view.numElements();
    result.rows = operandOf(indices);
  }
  const std::uint64_t expected = rows * state->numElements;
  if (state->elementType != tensor.type || expected != tensor.view.numElements()) {
    copy.error(Code::PE0409, "{} rows of remote buffer '{}' are {} elements of type {}, {} has {}",
               rows, state->handle, expected, name(state->elementType), describeTensor(tensor),
               tensor.view.numElements())
        .at(state->site, "the remote buffer is made here")
        .note("a row has {} elements", state->numElements)
        .raise();
  }
  return result;
}

/// What the documentation says of Copy's optimiseMemory.
ir::Rearranges rearranges(bool optimiseMemory) {
  return optimiseMemory ? ir::Rearranges::Host : ir::Rearranges::Device;
}

void readStream(Program &program, const DataStream &stream, const Tensor &dst,
                ir::Rearranges rearranges, const DebugContext &dc) {
  Statement copy("Copy", dc);
  const TensorState &destination = copy.operand(dst);
  const model::StreamState &state =
      needStream(copy, stream, destination, DataStreamType::HostToDeviceFIFO);
  copy.needWritable(destination);
  copy.finish(program, ir::StreamRead{state.id, operandOf(destination), rearranges});
}

void writeStream(Program &program, const Tensor &src, const DataStream &stream,
                 ir::Rearranges rearranges, const DebugContext &dc) {
  Statement copy("Copy", dc);
  const TensorState &source = copy.operand(src);
  const model::StreamState &state =
      needStream(copy, stream, source, DataStreamType::DeviceToHostFIFO);
  copy.finish(program, ir::StreamWrite{operandOf(source), state.id, rearranges});
}

void readRemote(Program &program, const RemoteBuffer &buffer, const Tensor &dst,
                const Tensor *offset, const DebugContext &dc) {
  Statement copy("Copy", dc);
  const TensorState &destination = copy.operand(dst);
  RemoteCopy remote = needRemote(copy, buffer, destination, offset);
  copy.needWritable(destination);
  copy.finish(program,
              ir::RemoteRead{remote.buffer, operandOf(destination), std::move(remote.rows)});
}

void writeRemote(Program &program, const Tensor &src, const RemoteBuffer &buffer,
                 const Tensor *offset, const DebugContext &dc) {
  Statement copy("Copy", dc);
  const TensorState &source = copy.operand(src);
  RemoteCopy remote = needRemote(copy, buffer, source, offset);
  copy.finish(program, ir::RemoteWrite{operandOf(source), remote.buffer, std::move(remote.rows)});
}

void needPermutation(const Statement &copy, const std::map<unsigned, unsigned> &replicaMap) {
  const unsigned replicas = copy.core()->graph.machine.replicationFactor;
  const auto refuse = [&](const std::string &why) {
    copy.error(Code::PE0411, "{}", why)
        .note("the graph has {} replicas; the map must name each once as source and once as "
              "destination, and none as its own",
              replicas)
        .raise();
  };
  std::set<unsigned> destinations;
  for (const auto &[from, to] : replicaMap) {
    if (from >= replicas || to >= replicas)
      refuse(fmt::format("replica {} does not exist", std::max(from, to)));
    if (from == to) refuse(fmt::format("replica {} copies to itself", from));
    if (!destinations.insert(to).second) refuse(fmt::format("replica {} is written twice", to));
  }
  if (replicaMap.size() != replicas)
    refuse(fmt::format("the map has {} replicas", replicaMap.size()));
}

} // namespace

Copy::Copy(Tensor src, Tensor dst, bool, const DebugContext &dc) {
  Statement copy("Copy", dc);
  const TensorState &source = copy.operand(src);
  const TensorState &destination = copy.operand(dst);
  copy.needAlike(source, destination);
  copy.needWritable(destination);
  copy.finish(*this, ir::Copy{operandOf(source), operandOf(destination)});
}

Copy::Copy(const DataStream &stream, Tensor dst, bool optimiseMemory, const DebugContext &dc) {
  readStream(*this, stream, dst, rearranges(optimiseMemory), dc);
}

Copy::Copy(Tensor src, const DataStream &stream, bool optimiseMemory, const DebugContext &dc) {
  writeStream(*this, src, stream, rearranges(optimiseMemory), dc);
}

Copy::Copy(const RemoteBuffer &buffer, Tensor dst, const DebugContext &dc) {
  readRemote(*this, buffer, dst, nullptr, dc);
}

Copy::Copy(const RemoteBuffer &buffer, Tensor dst, Tensor offset, const DebugContext &dc) {
  readRemote(*this, buffer, dst, &offset, dc);
}

Copy::Copy(Tensor src, const RemoteBuffer &buffer, const DebugContext &dc) {
  writeRemote(*this, src, buffer, nullptr, dc);
}

Copy::Copy(Tensor src, const RemoteBuffer &buffer, Tensor offset, const DebugContext &dc) {
  writeRemote(*this, src, buffer, &offset, dc);
}

// The code of a function is always where it can be called: there is nothing to load.
Copy::Copy(const FunctionBuffer &buffer, const Function &function, const DebugContext &dc) {
  Statement copy("Copy", dc);
  if (buffer.getId() == FunctionBuffer().getId())
    copy.error(Code::PE0215, "the function buffer is empty").raise();
  if (function.getId() == Function().getId())
    copy.error(Code::PE0215, "the function is empty").raise();
  copy.finish(*this, ir::Sequence());
}

Copy::Copy(const DataStream &stream, Tensor dst, Tensor, bool optimiseMemory, const OptionFlags &,
           const DebugContext &dc) {
  readStream(*this, stream, dst, rearranges(optimiseMemory), dc);
}

Copy::Copy(Tensor src, const DataStream &stream, Tensor, bool optimiseMemory, const OptionFlags &,
           const DebugContext &dc) {
  writeStream(*this, src, stream, rearranges(optimiseMemory), dc);
}

CrossReplicaCopy::CrossReplicaCopy(Tensor src, Tensor dst, std::map<unsigned, unsigned> replicaMap,
                                   const DebugContext &dc) {
  Statement copy("CrossReplicaCopy", dc);
  const TensorState &source = copy.operand(src);
  const TensorState &destination = copy.operand(dst);
  copy.needAlike(source, destination);
  copy.needWritable(destination);
  needPermutation(copy, replicaMap);
  copy.finish(*this, ir::CrossReplicaCopy{operandOf(source), operandOf(destination),
                                          std::move(replicaMap)});
}

} // namespace poplar::program
