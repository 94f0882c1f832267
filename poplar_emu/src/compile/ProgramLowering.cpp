// SPDX-License-Identifier: MIT
// Lowers everything but compute sets: host objects, initial data, programs.
#include "compile/ProgramLowering.hpp"

#include "compile/program/InitialData.hpp"
#include "compile/program/ProgramLowerer.hpp"
#include "compile/program/Transfers.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

void lowerStreams(const ir::Graph &graph, plan::Plan &plan) {
  for (const ir::Stream &stream : graph.streams)
    plan.streams.push_back({stream.handle,
                            stream.direction == ir::StreamDirection::HostToDevice
                                ? plan::StreamDirection::HostToDevice
                                : plan::StreamDirection::DeviceToHost,
                            stream.replication == ir::StreamReplication::Replicate
                                ? plan::StreamReplication::Replicate
                                : plan::StreamReplication::Broadcast,
                            stream.type, stream.numElements * sizeInBytes(stream.type),
                            stream.bufferingDepth});
  for (const ir::RemoteBuffer &buffer : graph.remoteBuffers)
    plan.remoteBuffers.push_back({buffer.handle, buffer.type,
                                  buffer.numElements * sizeInBytes(buffer.type), buffer.repeats});
}

void lowerHostFunctions(const ir::Graph &graph, plan::Plan &plan) {
  const auto sizes = [](const std::vector<ir::HostFunctionArgument> &arguments) {
    std::vector<std::uint64_t> bytes;
    for (const ir::HostFunctionArgument &argument : arguments)
      bytes.push_back(argument.numElements * sizeInBytes(argument.type));
    return bytes;
  };
  for (const ir::HostFunction &function : graph.hostFunctions)
    plan.hostFunctions.push_back(
        {function.handle, sizes(function.inputs), sizes(function.outputs)});
}

void lowerHostHandles(const ir::Graph &graph, Transfers &transfers, plan::Plan &plan) {
  for (const ir::HostHandle &handle : graph.hostReads)
    plan.hostReads.push_back(
        {handle.handle, handle.type, transfers.toHost({handle.view, handle.type})});
  for (const ir::HostHandle &handle : graph.hostWrites)
    plan.hostWrites.push_back(
        {handle.handle, handle.type, transfers.fromHost({handle.view, handle.type})});
}

} // namespace

StepOfNode lowerPrograms(const Input &input, const Usage &usage, const StorageMap &storage,
                         plan::Plan &plan) {
  plan.memory.variables = storage.storage();
  addInitialData(input, usage, storage, plan.memory);
  lowerStreams(input.graph, plan);
  lowerHostFunctions(input.graph, plan);

  Transfers transfers(input, storage, std::max(storage.bytes(), plan.memory.bytes), plan);
  lowerHostHandles(input.graph, transfers, plan);
  ProgramLowerer lowerer(input, usage, transfers, plan);
  for (const ir::ProgramRef &program : input.programs)
    plan.programs.push_back(lowerer.sequenceOf(program));
  plan.memory.bytes = transfers.memoryEnd();
  return std::move(lowerer).steps();
}

} // namespace poplar_emu::compile
