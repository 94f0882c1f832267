// SPDX-License-Identifier: MIT
// Reads and writes rows of remote buffers.
#include "runtime/host/RemoteBuffers.hpp"

#include "runtime/host/Handles.hpp"
#include "support/Diagnostic.hpp"

#include <cstring>

namespace poplar_emu::runtime {

namespace {

/// The type of the offsets is not known here: what looks negative is shown so first.
std::string rowText(std::uint32_t index) {
  const auto asSigned = static_cast<std::int32_t>(index);
  return asSigned >= 0 ? fmt::format("{}", index)
                       : fmt::format("{} ({} as unsigned int)", asSigned, index);
}

} // namespace

RemoteBuffers::RemoteBuffers(const plan::Plan &plan, const Replicas &replicas, Pool &pool)
    : plan_(&plan), replicas_(&replicas), pool_(&pool),
      memories_(plan.remoteBuffers.size() * replicas.count()), staging_(replicas.count()) {}

void RemoteBuffers::load() {
  for (MappedMemory &memory : memories_)
    memory.zero();
}

std::byte *RemoteBuffers::buffer(std::uint32_t buffer, std::uint32_t replica) {
  MappedMemory &memory = memories_[std::size_t{buffer} * replicas_->count() + replica];
  const plan::RemoteBuffer &shape = plan_->remoteBuffers[buffer];
  if (memory.data() == nullptr)
    memory = MappedMemory(shape.rowBytes * shape.rows, replica * std::uint64_t{64});
  return memory.data();
}

std::span<std::byte> RemoteBuffers::row(std::string_view handle, std::uint64_t row,
                                        std::uint32_t replica) {
  const std::uint32_t index = findHandle(plan_->remoteBuffers, handle, "remote buffer");
  const plan::RemoteBuffer &shape = plan_->remoteBuffers[index];
  if (replica >= replicas_->count())
    Diagnostic(Code::PE0510, "replica {} of remote buffer '{}'", replica, handle)
        .note("there are {} replica(s)", replicas_->count())
        .raise();
  if (row >= shape.rows)
    Diagnostic(Code::PE0510, "row {} of remote buffer '{}'", row, handle)
        .note("it has {} row(s)", shape.rows)
        .raise();
  return {buffer(index, replica) + row * shape.rowBytes, shape.rowBytes};
}

std::vector<RemoteBuffers::Rows> RemoteBuffers::locate(const plan::RemoteStep &step) {
  const plan::RemoteBuffer &shape = plan_->remoteBuffers[step.buffer];
  std::vector<Rows> all(replicas_->count());
  for (std::uint32_t replica = 0; replica < replicas_->count(); ++replica) {
    Rows &rows = all[replica];
    if (step.rowIndices.empty()) rows.indices.push_back(0);
    for (const plan::Address address : step.rowIndices) {
      std::uint32_t index = 0;
      std::memcpy(&index, replicas_->memory(replica) + address, sizeof index);
      rows.indices.push_back(index);
    }
    bool consecutive = true;
    for (std::size_t i = 0; i < rows.indices.size(); ++i) {
      const std::uint32_t index = rows.indices[i];
      if (index >= shape.rows)
        Diagnostic(Code::PE0608, "row {} of remote buffer '{}'{}", rowText(index), shape.handle,
                   step.name.empty() ? "" : fmt::format(" in '{}'", step.name))
            .note("it has {} row(s); the index stands at position {} of the offset tensor of "
                  "replica {}",
                  shape.rows, i, replica)
            .raise();
      consecutive = consecutive && index == rows.indices[0] + i;
    }
    rows.buffer = buffer(step.buffer, replica);
    if (consecutive) rows.consecutive = rows.buffer + rows.indices[0] * shape.rowBytes;
  }
  return all;
}

std::vector<std::byte *> RemoteBuffers::stage(const plan::RemoteStep &step,
                                              const std::vector<Rows> &rows) {
  const std::uint64_t bytes =
      plan_->remoteBuffers[step.buffer].rowBytes * rows.front().indices.size();
  std::vector<std::byte *> places;
  for (std::uint32_t replica = 0; replica < rows.size(); ++replica) {
    if (rows[replica].consecutive == nullptr && staging_[replica].size() < bytes)
      staging_[replica] = HostBuffer(bytes);
    places.push_back(rows[replica].consecutive == nullptr ? staging_[replica].data()
                                                          : rows[replica].consecutive);
  }
  return places;
}

void RemoteBuffers::read(const plan::RemoteStep &step) {
  const std::uint64_t rowBytes = plan_->remoteBuffers[step.buffer].rowBytes;
  const std::vector<Rows> rows = locate(step);
  const std::vector<std::byte *> places = stage(step, rows);
  std::vector<MoveBases> bases;
  for (std::uint32_t replica = 0; replica < rows.size(); ++replica) {
    if (rows[replica].consecutive == nullptr)
      for (std::size_t i = 0; i < rows[replica].indices.size(); ++i)
        std::memcpy(places[replica] + i * rowBytes,
                    rows[replica].buffer + rows[replica].indices[i] * rowBytes, rowBytes);
    bases.push_back({places[replica], replicas_->memory(replica)});
  }
  execute(step.moves, bases, *pool_);
}

void RemoteBuffers::write(const plan::RemoteStep &step) {
  const std::uint64_t rowBytes = plan_->remoteBuffers[step.buffer].rowBytes;
  const std::vector<Rows> rows = locate(step);
  const std::vector<std::byte *> places = stage(step, rows);
  std::vector<MoveBases> bases;
  for (std::uint32_t replica = 0; replica < rows.size(); ++replica)
    bases.push_back({replicas_->memory(replica), places[replica]});
  execute(step.moves, bases, *pool_);
  // In order, so that the last of several equal rows wins.
  for (std::uint32_t replica = 0; replica < rows.size(); ++replica)
    if (rows[replica].consecutive == nullptr)
      for (std::size_t i = 0; i < rows[replica].indices.size(); ++i)
        std::memcpy(rows[replica].buffer + rows[replica].indices[i] * rowBytes,
                    places[replica] + i * rowBytes, rowBytes);
}

} // namespace poplar_emu::runtime
