// SPDX-License-Identifier: MIT
// Owns everything that a run needs, and guards the order of calls.
#include "runtime/Runtime.hpp"

#include "runtime/CycleCounter.hpp"
#include "runtime/Walk.hpp"
#include "runtime/compute/ComputeRunner.hpp"
#include "runtime/compute/CrashGuard.hpp"
#include "runtime/executor/Executors.hpp"
#include "runtime/host/Handles.hpp"
#include "runtime/host/HostFunctions.hpp"
#include "runtime/host/RemoteBuffers.hpp"
#include "runtime/host/Streams.hpp"
#include "runtime/memory/Replicas.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <cstring>
#include <iostream>
#include <utility>
#include <vector>

namespace poplar_emu::runtime {
namespace {

enum class LoadState : std::uint8_t {
  NotLoaded,
  Ready,
  Broken, ///< a run ended in the middle
};

} // namespace

class Runtime::State {
 public:
  State(std::shared_ptr<const plan::Plan> compiled, CodeTable table,
        const RuntimeSettings &settings)
      : plan(std::move(compiled)), code(std::move(table)),
        pool(makeExecutor(settings.executor, settings.threads)),
        instances(*plan, settings.transport),
        replicas(*plan, instances.firstReplica(), instances.numLocalReplicas()),
        compute(*plan, code, settings, replicas, *pool), streams(*plan, settings, replicas, *pool),
        remoteBuffers(*plan, replicas, *pool), hostFunctions(*plan, replicas, *pool),
        cycles(*plan, settings), walk({*plan, instances, replicas, *pool, compute, streams,
                                       remoteBuffers, hostFunctions, cycles}) {}

  void requireLoaded() const {
    if (loadState != LoadState::NotLoaded) return;
    Diagnostic(Code::PE0504, "the engine is not loaded")
        .fix("call Engine::load(device) first")
        .raise();
  }

  void run(std::uint32_t program) {
    if (program >= plan->programs.size())
      Diagnostic(Code::PE0505, "there is no program {}", program)
          .note("the engine was made with {} program(s)", plan->programs.size())
          .raise();
    requireLoaded();
    if (loadState == LoadState::Broken)
      Diagnostic(Code::PE0509, "the last run did not come to its end")
          .fix("call Engine::load(device) again; memory can still be read before")
          .raise();
    crashHandlers.ensureInstalled();
    try {
      walk.run(program, outputs, observers);
    } catch (...) {
      // Without a connection nothing is lost: the user connects and runs again.
      if (!walk.missedConnection()) loadState = LoadState::Broken;
      instances.fail(std::current_exception());
      throw;
    }
  }

  const plan::HostHandle &findWrite(std::string_view handle) const {
    return plan->hostWrites[findHandle(plan->hostWrites, handle, "host write")];
  }
  const plan::HostHandle &findRead(std::string_view handle) const {
    return plan->hostReads[findHandle(plan->hostReads, handle, "host read")];
  }
  void checkPointer(const plan::HostHandle &handle, const void *data) const {
    if (data || handle.transfer.bytes == 0) return;
    Diagnostic(Code::PE0503, "null pointer given as the buffer of handle '{}'", handle.handle)
        .note("its tensor takes {} bytes on each of {} replica(s)", handle.transfer.bytes,
              replicas.count())
        .raise();
  }
  void checkSize(const plan::HostHandle &handle, std::size_t given) const {
    const std::uint64_t needed = handle.transfer.bytes * replicas.count();
    if (given == needed) return;
    Diagnostic(Code::PE0503, "buffer of {} bytes for handle '{}'", given, handle.handle)
        .note("its tensor takes {} bytes on each of {} replica(s), {} bytes in all",
              handle.transfer.bytes, replicas.count(), needed)
        .raise();
  }
  void write(const plan::HostHandle &handle, const void *data) {
    requireLoaded();
    checkPointer(handle, data);
    for (plan::RunObserver *observer : observers)
      observer->beforeHostWrite(static_cast<std::uint32_t>(&handle - plan->hostWrites.data()));
    replicas.fromHost(handle.transfer.moves, static_cast<const std::byte *>(data),
                      handle.transfer.bytes, *pool);
  }
  void read(const plan::HostHandle &handle, void *data) {
    requireLoaded();
    checkPointer(handle, data);
    for (plan::RunObserver *observer : observers)
      observer->beforeHostRead(static_cast<std::uint32_t>(&handle - plan->hostReads.data()));
    replicas.toHost(handle.transfer.moves, static_cast<std::byte *>(data), handle.transfer.bytes,
                    *pool);
  }

  std::span<std::byte> remoteRow(std::string_view handle, std::uint64_t row,
                                 std::uint32_t replica) {
    requireLoaded();
    return remoteBuffers.row(handle, row, replica);
  }
  static void checkRowPointer(std::string_view handle, const void *data, std::size_t needed) {
    if (data || needed == 0) return;
    Diagnostic(Code::PE0503, "null pointer given for a row of remote buffer '{}'", handle)
        .note("a row takes {} bytes", needed)
        .raise();
  }
  static void checkRow(std::string_view handle, std::size_t given, std::size_t needed) {
    if (given == needed) return;
    Diagnostic(Code::PE0503, "buffer of {} bytes for a row of remote buffer '{}'", given, handle)
        .note("a row takes {} bytes", needed)
        .raise();
  }

  std::shared_ptr<const plan::Plan> plan;
  CodeTable code;
  CrashHandlers crashHandlers;
  std::unique_ptr<Pool> pool;
  Instances instances;
  Replicas replicas;
  ComputeRunner compute;
  Streams streams;
  RemoteBuffers remoteBuffers;
  HostFunctions hostFunctions;
  CycleCounter cycles;
  Walk walk;

  LoadState loadState = LoadState::NotLoaded;
  Outputs outputs{&std::cerr, &std::cerr, &std::cerr};
  std::vector<plan::RunObserver *> observers;
};

Runtime::Runtime(std::shared_ptr<const plan::Plan> plan, CodeTable code, RuntimeSettings settings)
    : state_(std::make_unique<State>(std::move(plan), std::move(code), settings)) {}

Runtime::~Runtime() = default;

const plan::Plan &Runtime::plan() const {
  return *state_->plan;
}

std::uint32_t Runtime::numThreads() const {
  return state_->pool->numThreads();
}

void Runtime::configure(const RuntimeSettings &settings) {
  state_->compute.configure(settings);
  state_->streams.configure(settings);
}

void Runtime::load() {
  state_->loadState = LoadState::NotLoaded;
  state_->replicas.load();
  state_->compute.load();
  state_->remoteBuffers.load();
  state_->streams.load();
  state_->cycles.reset();
  for (plan::RunObserver *observer : state_->observers)
    observer->onLoad();
  state_->loadState = LoadState::Ready;
}

bool Runtime::isLoaded() const {
  return state_->loadState != LoadState::NotLoaded;
}

void Runtime::unload() {
  state_->loadState = LoadState::NotLoaded;
  state_->replicas.unload();
}

void Runtime::run(std::uint32_t program) {
  state_->run(program);
}

void Runtime::stop() {
  state_->walk.stop();
}

void Runtime::hostWrite(std::string_view handle, std::span<const std::byte> data) {
  const plan::HostHandle &found = state_->findWrite(handle);
  state_->checkSize(found, data.size());
  state_->write(found, data.data());
}

void Runtime::hostRead(std::string_view handle, std::span<std::byte> data) {
  const plan::HostHandle &found = state_->findRead(handle);
  state_->checkSize(found, data.size());
  state_->read(found, data.data());
}

void Runtime::hostWrite(std::string_view handle, const void *data) {
  state_->write(state_->findWrite(handle), data);
}

void Runtime::hostRead(std::string_view handle, void *data) {
  state_->read(state_->findRead(handle), data);
}

void Runtime::connectStream(std::string_view handle, void *begin, void *end) {
  state_->streams.connect(handle, static_cast<std::byte *>(begin), static_cast<std::byte *>(end));
}

void Runtime::connectStream(std::string_view handle, void *buffer) {
  state_->streams.connect(handle, static_cast<std::byte *>(buffer));
}

void Runtime::connectStream(std::string_view handle, std::shared_ptr<StreamEndpoint> endpoint) {
  state_->streams.connect(handle, std::move(endpoint));
}

void Runtime::connectStream(std::string_view handle, std::uint32_t replica,
                            std::shared_ptr<StreamEndpoint> endpoint) {
  state_->streams.connect(handle, replica, std::move(endpoint));
}

void Runtime::connectHostFunction(std::string_view handle, std::uint32_t replica,
                                  HostFunctionEndpoint function) {
  state_->hostFunctions.connect(handle, replica, std::move(function));
}

void Runtime::copyToRemoteBuffer(std::string_view handle, std::uint64_t row, std::uint32_t replica,
                                 std::span<const std::byte> data) {
  const std::span<std::byte> place = state_->remoteRow(handle, row, replica);
  State::checkRow(handle, data.size(), place.size());
  std::memcpy(place.data(), data.data(), place.size());
}

void Runtime::copyFromRemoteBuffer(std::string_view handle, std::uint64_t row,
                                   std::uint32_t replica, std::span<std::byte> data) {
  const std::span<std::byte> place = state_->remoteRow(handle, row, replica);
  State::checkRow(handle, data.size(), place.size());
  std::memcpy(data.data(), place.data(), place.size());
}

void Runtime::copyToRemoteBuffer(std::string_view handle, std::uint64_t row, std::uint32_t replica,
                                 const void *data) {
  const std::span<std::byte> place = state_->remoteRow(handle, row, replica);
  State::checkRowPointer(handle, data, place.size());
  if (!place.empty()) std::memcpy(place.data(), data, place.size());
}

void Runtime::copyFromRemoteBuffer(std::string_view handle, std::uint64_t row,
                                   std::uint32_t replica, void *data) {
  const std::span<std::byte> place = state_->remoteRow(handle, row, replica);
  State::checkRowPointer(handle, data, place.size());
  if (!place.empty()) std::memcpy(data, place.data(), place.size());
}

void Runtime::setPrintStream(std::ostream &stream) {
  state_->outputs.print = &stream;
}

void Runtime::setPrintTensorStream(std::ostream &stream) {
  state_->outputs.printTensor = &stream;
}

void Runtime::setWarningStream(std::ostream &stream) {
  state_->outputs.warnings = &stream;
}

void Runtime::attach(plan::RunObserver &observer) {
  state_->observers.push_back(&observer);
}

void Runtime::detach(plan::RunObserver &observer) {
  std::erase(state_->observers, &observer);
}

std::uint64_t Runtime::cycles() const {
  return state_->cycles.total();
}

std::span<const CycleParts> Runtime::cyclePartsByIpu() const {
  return state_->cycles.partsByIpu();
}

std::span<const CycleParts> Runtime::ioCyclePartsByIpu() const {
  return state_->cycles.ioPartsByIpu();
}

bool Runtime::runsReplica(std::uint32_t replica) const {
  return replica >= state_->replicas.first() &&
         replica - state_->replicas.first() < state_->replicas.count();
}

std::byte *Runtime::replicaMemory(std::uint32_t replica) {
  return state_->replicas.memory(replica);
}

} // namespace poplar_emu::runtime
