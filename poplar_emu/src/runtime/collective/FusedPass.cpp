// SPDX-License-Identifier: MIT
// Block after block: combine the chains in the cache, then hand the result to all receivers.
#include "runtime/collective/FusedPass.hpp"

#include "plan/MoveWalk.hpp"
#include "runtime/collective/Combiners.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace poplar_emu::runtime {
namespace {

/// A block of every replica of a group fits into the first-level cache, or nearly so.
constexpr std::size_t kBlock = 1024;
constexpr std::uint64_t kCopiedBlock = 16 << 10;
constexpr std::size_t kLine = 64;
/// More streams than the processor can foresee by itself.
constexpr std::size_t kPrefetchedStreams = 8;
/// Below this the pool costs more than it brings.
constexpr std::uint64_t kInlineBytes = 48 << 10;

void prefetch(const std::byte *place, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += kLine)
    __builtin_prefetch(place + i, 0, 2);
}

/// One piece on one group.
class PieceOnGroup {
 public:
  PieceOnGroup(const plan::CollectiveStep &step, const plan::CollectivePiece &piece,
               const std::vector<std::uint32_t> &group, const Replicas &replicas, Stores stores)
      : piece_(piece), combiner_(combinerOf(step.combine, step.type)),
        scale_(std::bit_cast<float>(step.scaleBits)), stores_(stores) {
    for (const std::uint32_t replica : group)
      bases_.push_back(replicas.memoryOf(replica));
    std::size_t operands = 0;
    for (const std::vector<std::uint32_t> &chain : piece.chains)
      operands += chain.size();
    copies_ = operands == 1 && !combiner_.square && scale_ == 1;
    prefetches_ = operands >= kPrefetchedStreams;
  }

  void run(std::uint32_t begin, std::uint32_t end) {
    plan::forEachPiece(piece_.moves, begin, end,
                       [this](std::uint64_t source, std::uint64_t destination,
                              std::uint64_t bytes) { row(source, destination, bytes); });
    if (stores_ == Stores::Streaming) streamingFence();
  }

 private:
  void row(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
    if (piece_.chains.empty()) return clear(destination, bytes);
    if (copies_) return copy(bases_[piece_.chains.front().front()] + source, destination, bytes);
    for (std::uint64_t done = 0; done < bytes; done += kBlock) {
      const std::size_t n = std::min<std::uint64_t>(kBlock, bytes - done);
      const std::size_t ahead = prefetches_ ? std::min<std::uint64_t>(kBlock, bytes - done - n) : 0;
      combineChains(source + done, n, ahead);
      if (scale_ != 1) combiner_.scale(sum_, scale_, n);
      deliver(sum_, destination + done, n);
    }
  }

  /// The first receiver brings a block into the cache for the others.
  void copy(const std::byte *from, std::uint64_t destination, std::uint64_t bytes) const {
    const std::uint64_t block = piece_.receivers.size() == 1 ? bytes : kCopiedBlock;
    for (std::uint64_t done = 0; done < bytes; done += block)
      deliver(from + done, destination + done, std::min(block, bytes - done));
  }

  void combineChains(std::uint64_t source, std::size_t bytes, std::size_t ahead) {
    combineChain(sum_, piece_.chains.front(), source, bytes, ahead);
    for (std::size_t c = 1; c < piece_.chains.size(); ++c) {
      const std::vector<std::uint32_t> &chain = piece_.chains[c];
      const std::byte *next = next_;
      if (chain.size() == 1)
        next = operand(chain.front(), source, bytes, ahead, next_);
      else
        combineChain(next_, chain, source, bytes, ahead);
      combiner_.combine(sum_, sum_, next, bytes);
    }
  }

  void combineChain(std::byte *sum, const std::vector<std::uint32_t> &chain, std::uint64_t source,
                    std::size_t bytes, std::size_t ahead) {
    const std::byte *first = operand(chain.front(), source, bytes, ahead, sum);
    if (chain.size() == 1) {
      if (first != sum) std::memcpy(sum, first, bytes);
      return;
    }
    for (std::size_t i = 1; i < chain.size(); ++i) {
      combiner_.combine(sum, first, operand(chain[i], source, bytes, ahead, square_), bytes);
      first = sum;
    }
  }

  /// The elements of a replica, or their squares in `room`.
  const std::byte *operand(std::uint32_t position, std::uint64_t source, std::size_t bytes,
                           std::size_t ahead, std::byte *room) const {
    const std::byte *place = bases_[position] + source;
    prefetch(place + bytes, ahead);
    if (!combiner_.square) return place;
    combiner_.square(room, place, bytes);
    return room;
  }

  void deliver(const std::byte *from, std::uint64_t destination, std::uint64_t bytes) const {
    for (const std::uint32_t receiver : piece_.receivers) {
      std::byte *to = bases_[receiver] + destination;
      if (to != from) copyBytes(to, from, bytes, stores_, from);
    }
  }

  void clear(std::uint64_t destination, std::uint64_t bytes) const {
    for (const std::uint32_t receiver : piece_.receivers)
      std::memset(bases_[receiver] + destination, 0, bytes);
  }

  const plan::CollectivePiece &piece_;
  Combiner combiner_;
  float scale_;
  Stores stores_;
  bool copies_ = false, prefetches_ = false;
  std::vector<std::byte *> bases_; ///< by position
  alignas(64) std::byte sum_[kBlock];
  alignas(64) std::byte next_[kBlock];
  alignas(64) std::byte square_[kBlock];
};

/// What all receivers of all groups get.
std::uint64_t writtenBytes(const plan::CollectiveStep &step) {
  std::uint64_t bytes = 0;
  for (const plan::CollectivePiece &piece : step.pieces)
    bytes += piece.moves.totalBytes * piece.receivers.size();
  return bytes * step.groups.size();
}

} // namespace

FusedPasses::FusedPasses(const plan::Plan &plan, const Replicas &replicas, plan::Executor &executor)
    : plan_(&plan), replicas_(&replicas), executor_(&executor), tasks_(plan.collectives.size()) {}

void FusedPasses::prepare(std::uint32_t collective) {
  const plan::CollectiveStep &step = plan_->collectives[collective];
  std::vector<Task> &tasks = tasks_[collective];
  if (!tasks.empty()) return;
  for (std::uint32_t p = 0; p < step.pieces.size(); ++p) {
    const plan::MoveList &moves = step.pieces[p].moves;
    if (moves.chunks.empty()) {
      tasks.push_back({p, 0, static_cast<std::uint32_t>(moves.moves.size())});
      continue;
    }
    for (std::size_t c = 0; c + 1 < moves.chunks.size(); ++c)
      tasks.push_back({p, moves.chunks[c], moves.chunks[c + 1]});
  }
}

void FusedPasses::runTask(const plan::CollectiveStep &step, const Task &task,
                          const std::vector<std::uint32_t> &group) const {
  const plan::CollectivePiece &piece = step.pieces[task.piece];
  // Lines that were just read are written best where they are.
  const bool inPlace =
      !piece.moves.moves.empty() && piece.moves.moves[0].source == piece.moves.moves[0].destination;
  const Stores stores = inPlace ? Stores::Cached : storesFor(writtenBytes(step));
  PieceOnGroup(step, piece, group, *replicas_, stores).run(task.begin, task.end);
}

void FusedPasses::run(std::uint32_t collective) {
  const plan::CollectiveStep &step = plan_->collectives[collective];
  prepare(collective);
  const std::vector<Task> &tasks = tasks_[collective];
  const auto numTasks = static_cast<std::uint32_t>(tasks.size());
  const auto numAll = numTasks * static_cast<std::uint32_t>(step.groups.size());
  const auto body = [&](std::uint32_t i) {
    runTask(step, tasks[i % numTasks], step.groups[i / numTasks]);
  };
  if (numAll > 1 && writtenBytes(step) > kInlineBytes) return executor_->forEachChunk(numAll, body);
  for (std::uint32_t i = 0; i < numAll; ++i)
    body(i);
}

} // namespace poplar_emu::runtime
