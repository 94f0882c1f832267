// SPDX-License-Identifier: MIT
// Walks a compiled program on this machine: memories of all replicas, supersteps, streams, control
// flow.
#pragma once

#include "plan/Plan.hpp"
#include "plan/RunObserver.hpp"
#include "runtime/CodeTable.hpp"
#include "runtime/RuntimeSettings.hpp"
#include "runtime/StreamEndpoint.hpp"
#include "support/CycleParts.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string_view>

namespace poplar_emu::runtime {

/// One engine's state. Calls must not overlap, except stop(). All errors are raised as diagnostics;
/// exceptions of callbacks pass through unchanged.
///
/// Connections may be made before or after load() and survive it. An exception that leaves run()
/// while the program was under way leaves the replicas in the middle of it: run() then refuses
/// until load() (PE0509); memory can still be read. A stream that is not connected (PE0501) is no
/// such case.
class Runtime {
 public:
  Runtime(std::shared_ptr<const plan::Plan> plan, CodeTable code, RuntimeSettings settings);
  ~Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

  const plan::Plan &plan() const;
  std::uint32_t numThreads() const;

  /// Takes over what may change between runs: what happens when compute() returns false,
  /// prefetching, and from the next load() on the seed. The rest of the settings stays as it is.
  void configure(const RuntimeSettings &settings);

  /// Zeroes all memories and remote buffers, puts in initial data, instances and statics, seeds the
  /// random numbers, invalidates what was prefetched and rewinds connected buffers.
  void load();
  bool isLoaded() const;
  /// Gives the memories back; run() needs load() again (PE0504).
  void unload();

  /// Runs a program to its end on the calling thread and the pool. PE0504, PE0505, PE0509, PE0501,
  /// PE06xx.
  void run(std::uint32_t program);
  /// Ends the run that is under way before its next step, whatever loops it is in. From any thread.
  void stop();

  /// A buffer of one block per replica, one after the other. PE0502, PE0503, PE0504.
  void hostWrite(std::string_view handle, std::span<const std::byte> data);
  void hostRead(std::string_view handle, std::span<std::byte> data);
  /// The same with a buffer that is trusted to be large enough.
  void hostWrite(std::string_view handle, const void *data);
  void hostRead(std::string_view handle, void *data);

  /// A circular buffer: [begin, end) holds a whole number of transfers of all replicas. PE0502,
  /// PE0503.
  void connectStream(std::string_view handle, void *begin, void *end);
  /// Every transfer uses the same place.
  void connectStream(std::string_view handle, void *buffer);
  /// One callback for all replicas, in order. PE0502, PE0511.
  void connectStream(std::string_view handle, std::shared_ptr<StreamEndpoint> endpoint);
  void connectStream(std::string_view handle, std::uint32_t replica,
                     std::shared_ptr<StreamEndpoint> endpoint);
  void connectHostFunction(std::string_view handle, std::uint32_t replica,
                           HostFunctionEndpoint function);

  /// One row of a replica's remote buffer. PE0502, PE0503, PE0504, PE0510.
  void copyToRemoteBuffer(std::string_view handle, std::uint64_t row, std::uint32_t replica,
                          std::span<const std::byte> data);
  void copyFromRemoteBuffer(std::string_view handle, std::uint64_t row, std::uint32_t replica,
                            std::span<std::byte> data);
  /// The same with a buffer that is trusted to hold one row.
  void copyToRemoteBuffer(std::string_view handle, std::uint64_t row, std::uint32_t replica,
                          const void *data);
  void copyFromRemoteBuffer(std::string_view handle, std::uint64_t row, std::uint32_t replica,
                            void *data);

  /// Default: std::cerr for all three. The streams must outlive their use.
  void setPrintStream(std::ostream &stream);
  void setPrintTensorStream(std::ostream &stream);
  void setWarningStream(std::ostream &stream);

  /// The observer must outlive its attachment.
  void attach(plan::RunObserver &observer);
  void detach(plan::RunObserver &observer);

  /// Modelled cycles since load(); 0 while they are not counted.
  std::uint64_t cycles() const;
  /// What the clock of each IPU of a replica has counted since load(); waiting for others is sync.
  /// After a run each adds up to cycles().
  std::span<const CycleParts> cyclePartsByIpu() const;
  /// The same of the tiles of Plan::ioTiles; empty if there are none.
  std::span<const CycleParts> ioCyclePartsByIpu() const;
  /// Whether this process runs it, counted over all processes.
  bool runsReplica(std::uint32_t replica) const;
  /// Start of a replica's memory, for checks and tests. Valid while loaded.
  std::byte *replicaMemory(std::uint32_t replica);

 private:
  class State;
  std::unique_ptr<State> state_;
};

} // namespace poplar_emu::runtime
