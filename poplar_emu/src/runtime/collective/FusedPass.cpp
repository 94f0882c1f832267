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

/// One group of replicas.
class Group {
 public:
  Group(const plan::CollectiveStep &step, const std::vector<std::uint32_t> &group,
        const Replicas &replicas, Stores stores)
      : combiner_(combinerOf(step.combine, step.type)),
        scale_(std::bit_cast<float>(step.scaleBits)), stores_(stores) {
    for (const std::uint32_t replica : group)
      bases_.push_back(replicas.memoryOf(replica));
  }
  Group(const Group &) = delete;
  Group &operator=(const Group &) = delete;
  ~Group() {
    if (stores_ == Stores::Streaming) streamingFence();
  }

  template <class Recipe>
  void row(const Recipe &recipe, std::uint64_t source, std::uint64_t destination,
           std::uint64_t bytes) {
    if (recipe.chains.empty()) return clear(recipe.receivers, destination, bytes);
    const Chain &first = recipe.chains.front();
    if (recipe.chains.size() == 1 && first.size() == 1 && !combiner_.square && scale_ == 1)
      return copy(bases_[first.front()] + source, recipe.receivers, destination, bytes);
    for (std::uint64_t done = 0; done < bytes; done += kBlock) {
      const std::size_t n = std::min<std::uint64_t>(kBlock, bytes - done);
      const Operands from = operandsOf(recipe.chains, source + done, n);
      // One memory after the other is faster where there are many and the blocks are long.
      const bool many = recipe.receivers.size() >= kPrefetchedStreams && n == kBlock;
      if (stores_ == Stores::Cached && !many) {
        combine(from, placesOf(recipe.receivers, destination + done), n);
        continue;
      }
      std::byte *const sum = sum_;
      combine(from, {&sum, 1}, n);
      deliver(sum, recipe.receivers, destination + done, n);
    }
  }

 private:
  using Chain = std::vector<std::uint32_t>;

  Operands operandsOf(const std::vector<Chain> &chains, std::uint64_t source, std::size_t bytes) {
    operands_.clear();
    counts_.clear();
    for (const Chain &chain : chains) {
      counts_.push_back(chain.size());
      for (const std::uint32_t position : chain)
        operands_.push_back(bases_[position] + source);
    }
    if (operands_.size() >= kPrefetchedStreams)
      for (const std::byte *operand : operands_)
        prefetch(operand + kBlock, bytes);
    return {operands_.data(), counts_[0], scale_, counts_.data() + 1, counts_.size() - 1};
  }

  Receivers placesOf(const Chain &receivers, std::uint64_t destination) {
    receivers_.clear();
    for (const std::uint32_t receiver : receivers)
      receivers_.push_back(bases_[receiver] + destination);
    return {receivers_.data(), receivers_.size()};
  }

  void combine(const Operands &from, const Receivers &to, std::size_t bytes) {
    if (!combiner_.square) return combiner_.combine(from, to, bytes);
    squares_.resize(operands_.size() * kBlock);
    for (std::size_t i = 0; i < operands_.size(); ++i) {
      std::byte *square = squares_.data() + i * kBlock;
      combiner_.square(square, operands_[i], bytes);
      operands_[i] = square;
    }
    combiner_.combine(from, to, bytes);
  }

  /// The first receiver brings a block into the cache for the others.
  void copy(const std::byte *from, const Chain &receivers, std::uint64_t destination,
            std::uint64_t bytes) const {
    const std::uint64_t block = receivers.size() == 1 ? bytes : kCopiedBlock;
    for (std::uint64_t done = 0; done < bytes; done += block)
      deliver(from + done, receivers, destination + done, std::min(block, bytes - done));
  }

  void deliver(const std::byte *from, const Chain &receivers, std::uint64_t destination,
               std::uint64_t bytes) const {
    for (const std::uint32_t receiver : receivers) {
      std::byte *to = bases_[receiver] + destination;
      if (to != from) copyBytes(to, from, bytes, stores_, from);
    }
  }

  void clear(const Chain &receivers, std::uint64_t destination, std::uint64_t bytes) const {
    for (const std::uint32_t receiver : receivers)
      std::memset(bases_[receiver] + destination, 0, bytes);
  }

  Combiner combiner_;
  float scale_;
  Stores stores_;
  std::vector<std::byte *> bases_;          ///< by position
  std::vector<const std::byte *> operands_; ///< of a block, chain after chain
  std::vector<std::size_t> counts_;         ///< by chain
  std::vector<std::byte *> receivers_;      ///< of a block
  std::vector<std::byte> squares_;          ///< of the operands of a block
  alignas(64) std::byte sum_[kBlock];
};

/// What all receivers of all groups get.
std::uint64_t writtenBytes(const plan::CollectiveStep &step) {
  std::uint64_t bytes = 0;
  for (const plan::CollectivePiece &piece : step.pieces)
    bytes += piece.moves.totalBytes * piece.receivers.size();
  return bytes * step.groups.size();
}

bool isInPlace(const plan::CollectiveStep &step) {
  for (const plan::CollectivePiece &piece : step.pieces)
    if (!piece.chains.empty() && !piece.moves.moves.empty())
      return piece.moves.moves[0].source == piece.moves.moves[0].destination;
  return false;
}

} // namespace

FusedPasses::FusedPasses(const plan::Plan &plan, const Replicas &replicas, plan::Executor &executor)
    : plan_(&plan), replicas_(&replicas), executor_(&executor), works_(plan.collectives.size()) {}

FusedPasses::Work FusedPasses::makeWork(const plan::CollectiveStep &step) {
  Work work{makeSweep(step), {}};
  for (std::size_t t = 0; t + 1 < work.sweep.tasks.size(); ++t)
    work.tasks.push_back({0, work.sweep.tasks[t], work.sweep.tasks[t + 1]});
  if (!work.tasks.empty()) return work;
  for (std::uint32_t p = 0; p < step.pieces.size(); ++p) {
    const plan::MoveList &moves = step.pieces[p].moves;
    if (moves.chunks.empty()) {
      work.tasks.push_back({p, 0, static_cast<std::uint32_t>(moves.moves.size())});
      continue;
    }
    for (std::size_t c = 0; c + 1 < moves.chunks.size(); ++c)
      work.tasks.push_back({p, moves.chunks[c], moves.chunks[c + 1]});
  }
  return work;
}

void FusedPasses::runTask(const plan::CollectiveStep &step, const Work &work, const Task &task,
                          const std::vector<std::uint32_t> &group) const {
  // Lines that were just read are written best where they are.
  Group memories(step, group, *replicas_,
                 isInPlace(step) ? Stores::Cached : storesFor(writtenBytes(step)));
  if (!work.sweep.runs.empty()) {
    for (std::uint32_t r = task.begin; r < task.end; ++r) {
      const Run &run = work.sweep.runs[r];
      memories.row(work.sweep.recipes[run.recipe], run.source, run.destination, run.bytes);
    }
    return;
  }
  const plan::CollectivePiece &piece = step.pieces[task.piece];
  plan::forEachPiece(piece.moves, task.begin, task.end,
                     [&](std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
                       memories.row(piece, source, destination, bytes);
                     });
}

void FusedPasses::run(std::uint32_t collective) {
  const plan::CollectiveStep &step = plan_->collectives[collective];
  std::optional<Work> &made = works_[collective];
  if (!made) made = makeWork(step);
  const Work &work = *made;
  const auto numTasks = static_cast<std::uint32_t>(work.tasks.size());
  const auto numAll = numTasks * static_cast<std::uint32_t>(step.groups.size());
  const auto body = [&](std::uint32_t i) {
    runTask(step, work, work.tasks[i % numTasks], step.groups[i / numTasks]);
  };
  if (numAll > 1 && writtenBytes(step) > kInlineBytes) return executor_->forEachChunk(numAll, body);
  for (std::uint32_t i = 0; i < numAll; ++i)
    body(i);
}

} // namespace poplar_emu::runtime
