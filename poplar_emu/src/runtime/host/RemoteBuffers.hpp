// SPDX-License-Identifier: MIT
// Remote buffers: rows in the host's memory, one buffer per replica, made on first touch.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/executor/Executors.hpp"
#include "runtime/memory/HostBuffer.hpp"
#include "runtime/memory/MappedMemory.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace poplar_emu::runtime {

class RemoteBuffers {
 public:
  RemoteBuffers(const plan::Plan &plan, const Replicas &replicas, Pool &pool);

  /// Program steps on all replicas. PE0608.
  void read(const plan::RemoteStep &step);
  void write(const plan::RemoteStep &step);

  /// A row for the host to read or write. PE0502, PE0510.
  std::span<std::byte> row(std::string_view handle, std::uint64_t row, std::uint32_t replica);

  /// All contents are zero again.
  void load();

 private:
  /// Where the rows of a step lie for one replica: in the buffer itself if they follow each other.
  struct Rows {
    std::vector<std::uint32_t> indices;
    std::byte *buffer = nullptr;
    std::byte *consecutive = nullptr; ///< null: through the staging buffer
  };

  std::byte *buffer(std::uint32_t buffer, std::uint32_t replica);
  std::vector<Rows> locate(const plan::RemoteStep &step);
  std::vector<std::byte *> stage(const plan::RemoteStep &step, const std::vector<Rows> &rows);

  const plan::Plan *plan_;
  const Replicas *replicas_;
  Pool *pool_;
  std::vector<MappedMemory> memories_; ///< by buffer * replicas + replica
  std::vector<HostBuffer> staging_;    ///< by replica
};

} // namespace poplar_emu::runtime
