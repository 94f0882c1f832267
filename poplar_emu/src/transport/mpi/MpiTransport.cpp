// SPDX-License-Identifier: MIT
// Sends headers and payloads together, waits for all of them, and never waits for a dead process.
#include "transport/mpi/MpiTransport.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace poplar_emu::transport {
namespace {

constexpr int kHeaderTag = 1, kPayloadTag = 2, kNoticeTag = 3;
/// MPI counts in int; larger payloads go in pieces.
constexpr std::size_t kPieceBytes = std::size_t{1} << 30;
constexpr std::size_t kMaxNotice = 1024;
/// Looks for messages before it lets others run, and before it sleeps. Handing over the processor
/// costs as much as a short message takes.
constexpr unsigned kEagerSpins = 2000, kSpins = 6000;
/// Messages of a process that ended overtake nothing, but may still be on their way.
constexpr std::chrono::seconds kGrace{1};
constexpr std::chrono::microseconds kNap{50};
/// Rarely: looking for notices and at the clock costs more than a test of the requests.
constexpr unsigned kLookEvery = 64;

} // namespace

struct MpiTransport::Header {
  plan::Meeting meeting;
  std::uint64_t bytes = 0;
};

/// All requests of one exchange, and the headers that they send and fill.
class MpiTransport::Requests {
 public:
  Requests(MPI_Comm world, const plan::Meeting &meeting, std::span<const plan::Outgoing> outgoing,
           std::span<const plan::Incoming> incoming)
      : world_(world), received_(incoming.size(), Header{{}, kNothing}) {
    sent_.reserve(outgoing.size());
    for (const plan::Incoming &message : incoming)
      sources_.push_back(message.rank);
    for (const plan::Outgoing &message : outgoing)
      destinations_.push_back(message.rank);
    for (std::size_t i = 0; i < incoming.size(); ++i) {
      const int from = static_cast<int>(incoming[i].rank);
      MPI_Irecv(&received_[i], sizeof(Header), MPI_BYTE, from, kHeaderTag, world_, add());
      forEachPiece(incoming[i].bytes, [&](std::byte *data, int count) {
        MPI_Irecv(data, count, MPI_BYTE, from, kPayloadTag, world_, add());
      });
    }
    for (const plan::Outgoing &message : outgoing) {
      const int to = static_cast<int>(message.rank);
      sent_.push_back({meeting, message.bytes.size()});
      MPI_Isend(&sent_.back(), sizeof(Header), MPI_BYTE, to, kHeaderTag, world_, add());
      forEachPiece(message.bytes, [&](const std::byte *data, int count) {
        MPI_Isend(data, count, MPI_BYTE, to, kPayloadTag, world_, add());
      });
    }
  }

  const std::vector<Header> &received() const { return received_; }

  /// Processes of which nothing has come; those that are sent to, when all has.
  std::vector<unsigned> silent() const {
    std::vector<unsigned> ranks;
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (received_[i].bytes == kNothing) ranks.push_back(sources_[i]);
    return ranks.empty() ? destinations_ : ranks;
  }
  /// A process among `ended` that this exchange still needs.
  std::optional<unsigned> firstOf(const std::vector<bool> &ended) const {
    for (const unsigned rank : silent())
      if (ended[rank]) return rank;
    return std::nullopt;
  }
  bool done() {
    int flag = 0;
    MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &flag, MPI_STATUSES_IGNORE);
    return flag != 0;
  }

 private:
  MPI_Request *add() { return &requests_.emplace_back(MPI_REQUEST_NULL); }

  template <class Byte, class Visit>
  static void forEachPiece(std::span<Byte> bytes, Visit &&visit) {
    for (std::size_t at = 0; at < bytes.size(); at += kPieceBytes)
      visit(bytes.data() + at, static_cast<int>(std::min(kPieceBytes, bytes.size() - at)));
  }

  static constexpr std::uint64_t kNothing = ~std::uint64_t{0}; ///< until a header has come

  MPI_Comm world_;
  std::vector<MPI_Request> requests_;
  std::vector<unsigned> sources_, destinations_;
  std::vector<Header> sent_, received_;
};

MpiTransport::MpiTransport() {
  int isInitialised = 0;
  MPI_Initialized(&isInitialised);
  if (isInitialised == 0) {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    startedMpi_ = true;
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &world_);
  MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN);
  int number = 0;
  MPI_Comm_rank(world_, &number);
  rank_ = static_cast<unsigned>(number);
  MPI_Comm_size(world_, &number);
  size_ = static_cast<unsigned>(number);
  ended_.resize(size_);
  // With more processes than cores, the one that is waited for may need this core.
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(world_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &number);
  MPI_Comm_free(&here);
  const bool haveCores = static_cast<unsigned>(number) <= std::thread::hardware_concurrency();
  eagerSpins_ = haveCores ? kEagerSpins : 0;
}

MpiTransport::~MpiTransport() {
  int isFinalised = 0;
  MPI_Finalized(&isFinalised);
  if (isFinalised != 0) return;
  // Requests may be pending: an orderly end would wait for them, and others for this process.
  if (failed_ || !fault_.empty()) MPI_Abort(MPI_COMM_WORLD, 1);
  notify(Notice::Ended, "");
  if (startedMpi_) MPI_Finalize();
}

unsigned MpiTransport::announcedReplicas() const {
  const char *text = std::getenv("POPLAR_EMU_NUM_REPLICAS");
  return text == nullptr ? 0 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

void MpiTransport::exchange(const plan::Meeting &meeting, std::span<const plan::Outgoing> outgoing,
                            std::span<const plan::Incoming> incoming) {
  if (!fault_.empty()) throw plan::TransportFault(fault_);
  // Buffers outlive a fault: MPI may still write to them.
  auto requests = std::make_unique<Requests>(world_, meeting, outgoing, incoming);
  try {
    wait(*requests);
  } catch (...) {
    [[maybe_unused]] const Requests *const kept = requests.release();
    throw;
  }
  for (std::size_t i = 0; i < incoming.size(); ++i) {
    const Header &header = requests->received()[i];
    const unsigned from = incoming[i].rank;
    if (header.meeting.plan != meeting.plan)
      lost(fmt::format("instance {} runs another program than instance {}", from, rank_));
    if (header.meeting != meeting || header.bytes != incoming[i].bytes.size())
      lost(fmt::format("instance {} is at step {} ({} bytes, meeting {}), instance {} at step {} "
                       "({} bytes, meeting {})",
                       from, header.meeting.step, header.bytes, header.meeting.ordinal, rank_,
                       meeting.step, incoming[i].bytes.size(), meeting.ordinal));
  }
}

std::vector<std::uint64_t> MpiTransport::gather(const plan::Meeting &meeting, std::uint64_t value) {
  std::vector<std::uint64_t> values(size_, value);
  std::vector<plan::Outgoing> outgoing;
  std::vector<plan::Incoming> incoming;
  for (unsigned other = 0; other < size_; ++other) {
    if (other == rank_) continue;
    outgoing.push_back({other, std::as_bytes(std::span(&values[rank_], 1))});
    incoming.push_back({other, std::as_writable_bytes(std::span(&values[other], 1))});
  }
  exchange(meeting, outgoing, incoming);
  return values;
}

void MpiTransport::wait(Requests &requests) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::optional<Clock::time_point> badSince;
  for (unsigned spins = 0; !requests.done(); ++spins) {
    if (spins > kSpins)
      std::this_thread::sleep_for(kNap);
    else if (spins > eagerSpins_)
      std::this_thread::yield();
    if (spins % kLookEvery != 0) continue;
    readNotices();
    if (!otherFailed_.empty()) lost(otherFailed_);
    const Clock::time_point now = Clock::now();
    const std::optional<unsigned> gone = requests.firstOf(ended_);
    if (gone && !badSince) badSince = now;
    if (gone && now - *badSince > kGrace)
      lost(fmt::format("instance {} ended its program while instance {} waits for it", *gone,
                       rank_));
    if (timeout_ > 0 && std::chrono::duration<double>(now - start).count() > timeout_)
      lost(fmt::format("instance {} waited {} s for instance {}", rank_, timeout_,
                       fmt::join(requests.silent(), ", ")));
  }
}

void MpiTransport::readNotices() {
  for (;;) {
    MPI_Status status;
    int isThere = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, kNoticeTag, world_, &isThere, &status);
    if (isThere == 0) return;
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    std::string text(static_cast<std::size_t>(count), '\0');
    MPI_Recv(text.data(), count, MPI_BYTE, status.MPI_SOURCE, kNoticeTag, world_,
             MPI_STATUS_IGNORE);
    if (text.empty()) continue;
    if (text[0] == static_cast<char>(Notice::Ended))
      ended_[static_cast<std::size_t>(status.MPI_SOURCE)] = true;
    else if (otherFailed_.empty())
      otherFailed_ = fmt::format("instance {} failed: {}", status.MPI_SOURCE, text.substr(1));
  }
}

void MpiTransport::notify(Notice kind, const char *why) noexcept {
  lastNotice_ = std::string(1, static_cast<char>(kind)) + why;
  lastNotice_.resize(std::min(lastNotice_.size(), kMaxNotice));
  for (unsigned other = 0; other < size_; ++other) {
    if (other == rank_) continue;
    // So small that MPI sends it at once, whether or not the other looks for it.
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(lastNotice_.data(), static_cast<int>(lastNotice_.size()), MPI_BYTE,
              static_cast<int>(other), kNoticeTag, world_, &request);
    MPI_Request_free(&request);
  }
}

void MpiTransport::fail(const char *why) noexcept {
  if (failed_) return;
  failed_ = true;
  notify(Notice::Failed, why);
}

void MpiTransport::lost(const std::string &why) {
  fault_ = why;
  fail(why.c_str());
  throw plan::TransportFault(why);
}

} // namespace poplar_emu::transport

/// Called once by libpoplar, which finds it by name.
extern "C" __attribute__((visibility("default"))) poplar_emu::plan::Transport *
poplar_emu_mpi_transport() {
  static poplar_emu::transport::MpiTransport transport;
  return &transport;
}
