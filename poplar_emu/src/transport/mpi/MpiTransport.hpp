// SPDX-License-Identifier: MIT
// Messages between processes over MPI.
#pragma once

#include "plan/Transport.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace poplar_emu::transport {

/// Starts MPI when made (unless the program has), ends it when destroyed. A process that fails or
/// ends sends a notice to the others, which look for notices while they wait: a failure ends their
/// wait at once, an end only the wait for messages with that process.
class MpiTransport final : public plan::Transport {
 public:
  MpiTransport();
  MpiTransport(const MpiTransport &) = delete;
  MpiTransport &operator=(const MpiTransport &) = delete;
  ~MpiTransport() override;

  unsigned rank() const override { return rank_; }
  unsigned size() const override { return size_; }
  unsigned announcedReplicas() const override;
  void exchange(const plan::Meeting &meeting, std::span<const plan::Outgoing> outgoing,
                std::span<const plan::Incoming> incoming) override;
  std::vector<std::uint64_t> gather(const plan::Meeting &meeting, std::uint64_t value) override;
  void setTimeout(double seconds) override { timeout_ = seconds; }
  void fail(const char *why) noexcept override;

 private:
  struct Header;
  class Requests;
  /// The first byte of a notice.
  enum class Notice : char { Ended = 'e', Failed = 'f' };

  void wait(Requests &requests);
  void notify(Notice kind, const char *why) noexcept;
  void readNotices();
  [[noreturn]] void lost(const std::string &why);

  MPI_Comm world_ = MPI_COMM_NULL;
  unsigned rank_ = 0, size_ = 1;
  double timeout_ = 300;
  unsigned eagerSpins_ = 0;
  bool startedMpi_ = false;
  bool failed_ = false;
  std::string fault_;       ///< why the processes no longer run together; empty: they do
  std::string otherFailed_; ///< what a process that failed said
  std::vector<bool> ended_; ///< by rank
  std::string lastNotice_;  ///< lives as long as MPI may read it
};

} // namespace poplar_emu::transport
