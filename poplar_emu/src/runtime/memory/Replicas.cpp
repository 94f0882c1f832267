// SPDX-License-Identifier: MIT
// Builds the memories of replicas from the plan, and moves data between them and the host.
#include "runtime/memory/Replicas.hpp"

#include "support/Diagnostic.hpp"

#include <cstring>

namespace poplar_emu::runtime {
namespace {

/// Replicas must never lie a power of two apart, or their equal addresses compete for the same
/// lines of the caches.
constexpr std::uint64_t kSkew = 64 * 67;

void repeat(std::byte *destination, std::span<const std::byte> value, std::uint64_t count) {
  const bool uniform =
      !value.empty() && std::memcmp(value.data(), value.data() + 1, value.size() - 1) == 0;
  if (uniform) {
    std::memset(destination, std::to_integer<int>(value[0]), value.size() * count);
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i)
    std::memcpy(destination + i * value.size(), value.data(), value.size());
}

} // namespace

void Replicas::load() {
  if (memories_.empty()) {
    memories_.reserve(count());
    for (std::uint32_t replica = 0; replica < count(); ++replica)
      memories_.emplace_back(plan_->memory.bytes, replica * kSkew);
    within_.clear();
    for (const MappedMemory &memory : memories_)
      within_.push_back({memory.data(), memory.data()});
  } else {
    for (MappedMemory &memory : memories_)
      memory.zero();
  }
  for (std::uint32_t replica = 0; replica < count(); ++replica)
    fill(replica);
}

void Replicas::unload() {
  memories_.clear();
  within_.clear();
}

void Replicas::fill(std::uint32_t replica) {
  const plan::Memory &layout = plan_->memory;
  std::byte *base = memory(replica);
  const std::uint32_t global = first_ + replica;
  for (const plan::InitialData &data : layout.initialData) {
    const auto own = data.perReplica.find(global);
    const std::vector<std::byte> &value = own == data.perReplica.end() ? data.bytes : own->second;
    POPLAR_EMU_CHECK(data.address + value.size() * data.count <= layout.bytes);
    repeat(base + data.address, value, data.count);
  }
  for (const plan::Address address : layout.replicaIndexAddresses)
    std::memcpy(base + address, &global, sizeof global);
  if (!layout.instanceImage.empty())
    std::memcpy(base + layout.instances, layout.instanceImage.data(), layout.instanceImage.size());
  for (const plan::Relocation &relocation : layout.relocations) {
    const std::byte *target = base + relocation.target;
    std::memcpy(base + relocation.location, static_cast<const void *>(&target), sizeof target);
  }
}

std::vector<MoveBases>
Replicas::across(const std::map<unsigned, unsigned> &sourceToDestination) const {
  std::vector<MoveBases> bases;
  for (const auto &[source, destination] : sourceToDestination)
    bases.push_back({memoryOf(source), memoryOf(destination)});
  return bases;
}

void Replicas::fromHost(const plan::MoveList &moves, const std::byte *host, std::uint64_t stride,
                        plan::Executor &executor) const {
  std::vector<MoveBases> bases;
  bases.reserve(count());
  for (std::uint32_t replica = 0; replica < count(); ++replica)
    bases.push_back({host + replica * stride, memory(replica)});
  execute(moves, bases, executor);
}

void Replicas::toHost(const plan::MoveList &moves, std::byte *host, std::uint64_t stride,
                      plan::Executor &executor) const {
  std::vector<MoveBases> bases;
  bases.reserve(count());
  for (std::uint32_t replica = 0; replica < count(); ++replica)
    bases.push_back({memory(replica), host + replica * stride});
  execute(moves, bases, executor);
}

void Replicas::fromHostToOne(const plan::MoveList &moves, const std::byte *host,
                             std::uint32_t replica, plan::Executor &executor) const {
  const MoveBases bases{host, memory(replica)};
  execute(moves, {&bases, 1}, executor);
}

void Replicas::fromOneToHost(const plan::MoveList &moves, std::byte *host, std::uint32_t replica,
                             plan::Executor &executor) const {
  const MoveBases bases{memory(replica), host};
  execute(moves, {&bases, 1}, executor);
}

} // namespace poplar_emu::runtime
