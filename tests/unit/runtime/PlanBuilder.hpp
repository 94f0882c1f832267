// SPDX-License-Identifier: MIT
// Plans made by hand, with vertices that are plain C++ functions.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/CodeTable.hpp"
#include "runtime/Runtime.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::runtime::test {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool kThreadSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif
#else
inline constexpr bool kThreadSanitizer = false;
#endif

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#else
inline constexpr bool kAddressSanitizer = false;
#endif

/// All executors; without oneTBB, which ThreadSanitizer cannot see through, under it.
inline std::vector<ExecutorKind> executorKinds() {
  std::vector<ExecutorKind> kinds{ExecutorKind::Serial, ExecutorKind::Thread};
  if (!kThreadSanitizer) kinds.push_back(ExecutorKind::Tbb);
  return kinds;
}

/// Runs compute(context) of instances the way that glue code does.
template <class Vertex>
std::uint32_t runBatch(void *instances, std::uint32_t count, std::size_t stride,
                       TileContext *context, const std::uint8_t *workers) {
  std::uint32_t numFalse = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    context->instance = i;
    if (workers != nullptr) context->worker = workers[i];
    if (context->prngStates != nullptr) context->prng = &context->prngStates[context->worker];
    auto *vertex = reinterpret_cast<Vertex *>(static_cast<std::byte *>(instances) + i * stride);
    if (!vertex->compute(*context) && numFalse++ == 0) context->firstFalse = i;
  }
  return numFalse;
}

enum class UsesContext : std::uint8_t { No, Yes };
enum class HasStatics : std::uint8_t { No, Yes };

/// A move list of one contiguous move.
inline plan::MoveList contiguous(std::uint64_t source, std::uint64_t destination,
                                 std::uint32_t bytes) {
  plan::MoveList list;
  list.moves.push_back({source, destination, bytes, plan::Move::kContiguous});
  list.totalBytes = bytes;
  return list;
}

class PlanBuilder {
 public:
  explicit PlanBuilder(std::uint32_t numTiles = 4, std::uint32_t numReplicas = 1) {
    plan.machine = {1, numTiles, 6, numReplicas, 1 << 20};
    plan.sites = {"prog.cpp:10", "prog.cpp:20"};
  }

  /// Room for a variable.
  plan::Address allocate(std::uint64_t bytes) {
    const plan::Address address = plan.memory.bytes;
    plan.memory.bytes = (address + bytes + 63) / 64 * 64;
    return address;
  }

  template <class T>
  plan::Address allocateWith(const std::vector<T> &values) {
    const plan::Address address = allocate(values.size() * sizeof(T));
    plan::InitialData data;
    data.address = address;
    data.bytes.resize(values.size() * sizeof(T));
    std::memcpy(data.bytes.data(), values.data(), data.bytes.size());
    plan.memory.initialData.push_back(std::move(data));
    return address;
  }

  template <class Vertex>
  std::uint32_t vertexType(std::string name, UsesContext usesContext = UsesContext::No,
                           HasStatics hasStatics = HasStatics::No) {
    plan.vertexTypes.push_back({std::move(name),
                                sizeof(Vertex),
                                usesContext == UsesContext::Yes,
                                hasStatics == HasStatics::Yes,
                                {}});
    code.types.push_back({runBatch<Vertex>, nullptr});
    return static_cast<std::uint32_t>(plan.vertexTypes.size() - 1);
  }

  /// Appends a superstep without work; fill it through the reference before the next call.
  std::uint32_t compute(std::string name) {
    plan.computes.emplace_back();
    plan.computes.back().name = std::move(name);
    plan.computes.back().costEstimate = 1 << 20;
    return static_cast<std::uint32_t>(plan.computes.size() - 1);
  }

  /// The work of one tile: instances of one type, worker i % 6, in a chunk of its own. `edges` are
  /// offsets of pointers within an instance; pointers are written as offsets into replica memory.
  template <class Vertex>
  plan::TileWork &tileWork(std::uint32_t compute, std::uint32_t type, std::uint32_t tile,
                           const std::vector<Vertex> &vertices,
                           const std::vector<std::size_t> &edges = {}) {
    plan::ComputeStep &step = plan.computes[compute];
    plan::Batch batch;
    batch.type = type;
    batch.count = static_cast<std::uint32_t>(vertices.size());
    batch.instances = imageOffset();
    batch.tile = TileId(tile);
    batch.firstVertex = static_cast<std::uint32_t>(step.vertices.size());
    for (const Vertex &vertex : vertices) {
      const std::size_t at = plan.memory.instanceImage.size();
      plan.memory.instanceImage.resize(at + sizeof(Vertex));
      std::memcpy(plan.memory.instanceImage.data() + at, &vertex, sizeof(Vertex));
      for (const std::size_t edge : edges) {
        plan::Address target = 0;
        std::memcpy(&target, reinterpret_cast<const std::byte *>(&vertex) + edge, sizeof target);
        relocations_.push_back({at + edge, target});
      }
      step.vertices.push_back({nextVertex_++, 1});
      step.workers.push_back(static_cast<std::uint8_t>((&vertex - vertices.data()) % 6));
    }
    plan::TileWork work;
    work.tile = batch.tile;
    work.batchBegin = static_cast<std::uint32_t>(step.batches.size());
    step.batches.push_back(batch);
    work.batchEnd = static_cast<std::uint32_t>(step.batches.size());
    step.work.push_back(work);
    if (step.chunks.empty()) step.chunks.push_back(0);
    step.chunks.push_back(static_cast<std::uint32_t>(step.work.size()));
    ++step.activeTiles;
    return step.work.back();
  }

  plan::SequenceId sequence(std::vector<plan::Step> steps) {
    plan.sequences.push_back({"sequence", std::move(steps)});
    return plan::SequenceId(plan.sequences.size() - 1);
  }

  void program(std::vector<plan::Step> steps) {
    plan.programs.push_back(sequence(std::move(steps)));
  }

  template <class Payload>
  static plan::Step add(std::vector<Payload> &table, plan::StepKind kind, Payload payload) {
    table.push_back(std::move(payload));
    return {kind, static_cast<std::uint32_t>(table.size() - 1)};
  }

  static plan::Step computeStep(std::uint32_t index) { return {plan::StepKind::Compute, index}; }

  plan::Step copy(plan::MoveList moves) {
    plan::CopyStep step;
    step.name = "copy";
    step.exchange.totalBytes = step.exchange.maxReceivedBytes = moves.totalBytes;
    step.exchange.tiles = 2;
    step.exchange.internalCycles = moves.totalBytes / 4;
    step.phases.push_back(std::move(moves));
    return add(plan.copies, plan::StepKind::Copy, std::move(step));
  }
  plan::Step copy(plan::Address from, plan::Address to, std::uint32_t bytes) {
    return copy(contiguous(from, to, bytes));
  }

  /// A stream of `bytes` and the step that moves it from or to `address`.
  plan::Step stream(const std::string &handle, plan::StreamDirection direction,
                    plan::Address address, std::uint32_t bytes,
                    plan::StreamReplication replication = plan::StreamReplication::Replicate,
                    std::uint64_t depth = 1) {
    plan.streams.push_back({handle, direction, replication, ElementType::Int, bytes, depth});
    plan::StreamStep step;
    step.name = "copy of " + handle;
    step.stream = static_cast<std::uint32_t>(plan.streams.size() - 1);
    step.bytes = bytes;
    const bool reads = direction == plan::StreamDirection::HostToDevice;
    step.moves = reads ? contiguous(0, address, bytes) : contiguous(address, 0, bytes);
    return add(plan.streamSteps, reads ? plan::StepKind::StreamRead : plan::StepKind::StreamWrite,
               std::move(step));
  }

  void hostRead(const std::string &handle, plan::Address address, std::uint32_t bytes) {
    plan.hostReads.push_back({handle, ElementType::Int, {contiguous(address, 0, bytes), bytes}});
  }
  void hostWrite(const std::string &handle, plan::Address address, std::uint32_t bytes) {
    plan.hostWrites.push_back({handle, ElementType::Int, {contiguous(0, address, bytes), bytes}});
  }

  /// The builder is used up.
  std::unique_ptr<Runtime> build(RuntimeSettings settings = serialSettings()) {
    plan.memory.instances = allocate(plan.memory.instanceImage.size());
    for (plan::ComputeStep &step : plan.computes)
      for (plan::Batch &batch : step.batches)
        batch.instances += plan.memory.instances;
    for (const plan::Relocation &relocation : relocations_)
      plan.memory.relocations.push_back(
          {plan.memory.instances + relocation.location, relocation.target});
    return std::make_unique<Runtime>(std::make_shared<const plan::Plan>(std::move(plan)),
                                     std::move(code), settings);
  }

  static RuntimeSettings serialSettings() { return settingsFor(ExecutorKind::Serial); }
  static RuntimeSettings settingsFor(ExecutorKind kind) {
    RuntimeSettings settings;
    settings.executor = kind;
    settings.threads = 3;
    return settings;
  }

  plan::Plan plan;
  CodeTable code;

 private:
  plan::Address imageOffset() const { return plan.memory.instanceImage.size(); }

  std::vector<plan::Relocation> relocations_; ///< locations relative to the image
  std::uint32_t nextVertex_ = 0;
};

/// Values at an address of a replica's memory.
template <class T>
std::vector<T> read(Runtime &runtime, plan::Address address, std::size_t count,
                    std::uint32_t replica = 0) {
  std::vector<T> values(count);
  std::memcpy(values.data(), runtime.replicaMemory(replica) + address, count * sizeof(T));
  return values;
}

template <class T>
void write(Runtime &runtime, plan::Address address, const std::vector<T> &values,
           std::uint32_t replica = 0) {
  std::memcpy(runtime.replicaMemory(replica) + address, values.data(), values.size() * sizeof(T));
}

/// What `call` throws, as text; "" if it throws nothing.
template <class Call>
std::string messageOf(Call &&call) {
  try {
    call();
  } catch (const std::exception &error) {
    return error.what();
  }
  return {};
}

} // namespace poplar_emu::runtime::test
