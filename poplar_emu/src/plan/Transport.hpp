// SPDX-License-Identifier: MIT
// The seam between the processes that run one plan together, each with some of its replicas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace poplar_emu::plan {

/// Where in a run processes meet. All of them must come to the same meetings in the same order;
/// every message carries its meeting, so that a process that took another way is found at once.
struct Meeting {
  std::uint64_t plan = 0;    ///< hash of the plan
  std::uint64_t ordinal = 0; ///< meetings of this process before this one
  std::uint32_t step = 0;    ///< what is done there; the caller's numbering

  friend bool operator==(const Meeting &, const Meeting &) = default;
};

struct Outgoing {
  unsigned rank = 0;
  std::span<const std::byte> bytes;
};
struct Incoming {
  unsigned rank = 0;
  std::span<std::byte> bytes;
};

/// The processes no longer run together: one ended, failed, took another way, or is silent.
/// After one of these, a transport throws the same again on every call.
class __attribute__((visibility("default"))) TransportFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Moves bytes between processes, which are numbered from 0. Called by one thread at a time.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual unsigned rank() const = 0;
  virtual unsigned size() const = 0;
  /// Replicas that all processes were started for together; 0: nobody said.
  virtual unsigned announcedReplicas() const { return 0; }

  /// Sends and receives, and returns when all buffers may be used again. Messages between two
  /// processes pair up in order; none is copied on the way into or out of this call. Throws
  /// TransportFault. Cost: two messages each, one of 32 bytes.
  virtual void exchange(const Meeting &meeting, std::span<const Outgoing> outgoing,
                        std::span<const Incoming> incoming) = 0;

  /// The values of all processes, by rank. Throws TransportFault.
  virtual std::vector<std::uint64_t> gather(const Meeting &meeting, std::uint64_t value) = 0;

  /// Seconds without any message after which a process counts as lost; 0: never.
  virtual void setTimeout(double seconds) = 0;

  /// Tells all others that this process cannot go on, so that they do not wait for it.
  virtual void fail(const char *why) noexcept = 0;
};

} // namespace poplar_emu::plan
