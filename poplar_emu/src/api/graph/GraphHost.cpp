// SPDX-License-Identifier: MIT
// Streams, remote buffers, host handles and host functions.
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "model/Access.hpp"
#include "model/StreamState.hpp"
#include "support/NearestName.hpp"
#include "view/Regions.hpp"

#include <charconv>
#include <limits>

namespace poplar_emu::api {

StreamId Access::stream(const poplar::DataStream &stream) {
  return stream.state_->id;
}

RemoteBufferId Access::remoteBuffer(const poplar::RemoteBuffer &buffer) {
  return buffer.state_->id;
}

} // namespace poplar_emu::api

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

void claimHandle(std::unordered_set<std::string> &handles, StringRef handle, const char *what,
                 SiteId site) {
  if (handles.insert(handle.cloneAsString()).second) return;
  Diagnostic(Code::PE0216, "{} '{}' exists already", what, text(handle))
      .at(site)
      .fix("give each its own handle")
      .raise();
}

ElementType needDeviceType(const Type &type, const char *what, StringRef handle, SiteId site) {
  const ElementType element = Access::elementType(type);
  const bool isLong = element == ElementType::Long || element == ElementType::UnsignedLong;
  if (sizeInBytes(element) == 0 || isLong || element == ElementType::Double) {
    Diagnostic(Code::PE0221, "{} '{}' of type {}: tiles do not have this type", what, text(handle),
               name(element))
        .at(site)
        .raise();
  }
  return element;
}

std::uint64_t numberOption(std::string_view option, std::string_view value, SiteId site) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size()) {
    Diagnostic(Code::PE0702, "option '{}': '{}' is no number", option, value).at(site).raise();
  }
  return number;
}

/// The buffering depth. The split limit only says how the transfer is cut into packets.
std::uint64_t bufferingDepth(const OptionFlags &options, SiteId site) {
  static const std::vector<std::string> kKnown = {"splitLimit", "bufferingDepth"};
  std::uint64_t depth = 1;
  for (const auto &[option, value] : options) {
    if (option == "splitLimit") {
      numberOption(option, value, site);
    } else if (option == "bufferingDepth") {
      depth = numberOption(option, value, site);
      if (depth == 0)
        Diagnostic(Code::PE0702, "option 'bufferingDepth' must be at least 1").at(site).raise();
    } else {
      Diagnostic error(Code::PE0701, "unknown option '{}' of a stream", option);
      error.at(site);
      const std::string nearest = nearestName(option, kKnown);
      error.note("streams take: {}", fmt::join(kKnown, ", "));
      if (!nearest.empty()) error.fix("did you mean '{}'?", nearest);
      error.raise();
    }
  }
  return depth;
}

struct NewStream {
  StringRef handle;
  const Type &type;
  std::size_t numElements;
  DataStreamType kind;
  ReplicatedStreamMode mode;
  std::uint64_t depth;
};

DataStream addStream(const Graph &graph, const NewStream &wanted, const SourceLocation &loc) {
  GraphCore &core = *need(graph, "addStream", loc)->core;
  const SiteId site = siteOf(loc);
  const ElementType type = needDeviceType(wanted.type, "stream", wanted.handle, site);
  claimHandle(core.streamHandles, wanted.handle, "stream", site);

  auto state = std::make_shared<model::StreamState>();
  state->handle = wanted.handle.cloneAsString();
  state->numElements = wanted.numElements;
  state->replicationFactor = core.graph.machine.replicationFactor;
  state->replicatedMode = wanted.mode;
  state->type = wanted.kind;
  state->elementType = type;
  state->id = StreamId(core.graph.streams.size());
  state->owner = &core;
  state->site = site;

  ir::Stream stream;
  stream.handle = state->handle;
  stream.direction = wanted.kind == DataStreamType::HostToDeviceFIFO
                         ? ir::StreamDirection::HostToDevice
                         : ir::StreamDirection::DeviceToHost;
  stream.type = type;
  stream.numElements = wanted.numElements;
  stream.replication = wanted.mode == ReplicatedStreamMode::BROADCAST
                           ? ir::StreamReplication::Broadcast
                           : ir::StreamReplication::Replicate;
  stream.bufferingDepth = wanted.depth;
  stream.site = site;
  core.graph.streams.push_back(std::move(stream));
  return model::Access::stream(std::move(state));
}

ir::HostHandle hostHandle(const GraphCore &core, StringRef handle, const Tensor &tensor,
                          const char *what, const SourceLocation &loc) {
  const TensorState &state = *needOf(core, tensor, what, loc);
  return {handle.cloneAsString(), state.view, state.type, siteOf(loc)};
}

/// The metadata of a QUARTER tensor goes to and from the host beside its values. Constant metadata
/// can only be read: writeTensor compares.
void addMetadataHandle(std::vector<ir::HostHandle> &handles, const char *suffix,
                       const ir::HostHandle &values, const Tensor &tensor) {
  if (const TensorRef &metadata = Access::state(tensor)->metadata)
    handles.push_back({values.handle + suffix, metadata->view, metadata->type, values.site});
}

bool hasConstantMetadata(const GraphCore &core, const Tensor &tensor) {
  const TensorRef &metadata = Access::state(tensor)->metadata;
  return metadata && api::containsConstant(core.graph, metadata->view);
}

} // namespace

void Graph::createHostWrite(StringRef handle, const Tensor &tensor, bool, SourceLocation loc) {
  GraphCore &core = *need(*this, "createHostWrite", loc)->core;
  ir::HostHandle made = hostHandle(core, handle, tensor, "createHostWrite", loc);
  if (api::containsConstant(core.graph, made.view)) {
    Diagnostic(Code::PE0211, "createHostWrite '{}' would write to constant {}", text(handle),
               describeTensor(*Access::state(tensor)))
        .at(made.site)
        .fix("use a variable with setInitialValue")
        .raise();
  }
  if (view::containsAliases(made.view)) {
    Diagnostic(Code::PE0404, "createHostWrite '{}': {} contains an element more than once",
               text(handle), describeTensor(*Access::state(tensor)))
        .at(made.site)
        .fix("write to the tensor before it is broadcast")
        .raise();
  }
  claimHandle(core.hostWriteHandles, handle, "host write", made.site);
  if (hasConstantMetadata(core, tensor))
    addMetadataHandle(core.graph.hostReads, ir::kConstantMetadataHandle, made, tensor);
  else
    addMetadataHandle(core.graph.hostWrites, ir::kMetadataHandle, made, tensor);
  core.graph.hostWrites.push_back(std::move(made));
}

void Graph::createHostRead(StringRef handle, const Tensor &tensor, bool, SourceLocation loc) {
  GraphCore &core = *need(*this, "createHostRead", loc)->core;
  ir::HostHandle made = hostHandle(core, handle, tensor, "createHostRead", loc);
  claimHandle(core.hostReadHandles, handle, "host read", made.site);
  addMetadataHandle(core.graph.hostReads, ir::kMetadataHandle, made, tensor);
  core.graph.hostReads.push_back(std::move(made));
}

DataStream Graph::addHostToDeviceFIFO(StringRef handle, const Type &elementType,
                                      std::size_t numElements, ReplicatedStreamMode replicatedMode,
                                      const OptionFlags &options, SourceLocation loc) {
  const std::uint64_t depth = bufferingDepth(options, siteOf(loc));
  return addStream(
      *this,
      {handle, elementType, numElements, DataStreamType::HostToDeviceFIFO, replicatedMode, depth},
      loc);
}

DataStream Graph::addDeviceToHostFIFO(StringRef handle, const Type &elementType,
                                      std::size_t numElements, const OptionFlags &options,
                                      SourceLocation loc) {
  const std::uint64_t depth = bufferingDepth(options, siteOf(loc));
  return addStream(*this,
                   {handle, elementType, numElements, DataStreamType::DeviceToHostFIFO,
                    ReplicatedStreamMode::REPLICATE, depth},
                   loc);
}

RemoteBuffer Graph::addRemoteBuffer(StringRef handle, const Type &elementType,
                                    std::size_t numElements, std::size_t repeats,
                                    bool rearrangeOnHost, bool optimiseMemory, SourceLocation loc) {
  GraphCore &core = *need(*this, "addRemoteBuffer", loc)->core;
  const SiteId site = siteOf(loc);
  const ElementType type = needDeviceType(elementType, "remote buffer", handle, site);
  const std::size_t width = sizeInBytes(type);
  constexpr std::size_t kMost = std::numeric_limits<std::int64_t>::max();
  if (numElements != 0 && repeats > kMost / width / numElements) {
    Diagnostic(Code::PE0221, "remote buffer '{}' of {} rows of {} elements is too large",
               text(handle), repeats, numElements)
        .at(site)
        .raise();
  }
  claimHandle(core.remoteBufferHandles, handle, "remote buffer", site);

  auto state = std::make_shared<model::RemoteBufferState>();
  state->handle = handle.cloneAsString();
  state->numElements = numElements;
  state->repeats = repeats;
  state->replicationFactor = core.graph.machine.replicationFactor;
  state->elementType = type;
  state->rearrangeOnHost = rearrangeOnHost;
  state->optimiseMemory = optimiseMemory;
  state->id = RemoteBufferId(core.graph.remoteBuffers.size());
  state->owner = &core;
  state->site = site;
  core.graph.remoteBuffers.push_back(
      {state->handle, type, numElements, repeats, site,
       rearrangeOnHost || optimiseMemory ? ir::Rearranges::Host : ir::Rearranges::Device});
  return model::Access::remoteBuffer(std::move(state));
}

HostFunction Graph::addHostFunction(StringRef handle, ArrayRef<HostFunctionArgument> inputs,
                                    ArrayRef<HostFunctionArgument> outputs, SourceLocation loc) {
  GraphCore &core = *need(*this, "addHostFunction", loc)->core;
  const SiteId site = siteOf(loc);
  const auto convert = [&](ArrayRef<HostFunctionArgument> arguments) {
    std::vector<ir::HostFunctionArgument> out;
    for (const HostFunctionArgument &argument : arguments) {
      out.push_back({needDeviceType(std::get<0>(argument), "host function", handle, site),
                     std::get<1>(argument)});
    }
    return out;
  };
  ir::HostFunction function{handle.cloneAsString(), convert(inputs), convert(outputs), site};
  claimHandle(core.hostFunctionHandles, handle, "host function", site);
  core.graph.hostFunctions.push_back(std::move(function));
  return Access::element<HostFunction>(core.graph, core.graph.hostFunctions.size() - 1);
}

} // namespace poplar
