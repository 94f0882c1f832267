// SPDX-License-Identifier: MIT
// Block after block: combine the chains in the cache, then hand the result to all receivers.
#include "runtime/collective/Rows.hpp"

#include <algorithm>
#include <cstring>

namespace poplar_emu::runtime {
namespace {

constexpr std::uint64_t kCopiedBlock = 16 << 10;

} // namespace

Rows::Rows(const plan::CollectiveStep &step, float scale, Stores stores)
    : combiner_(combinerOf(step.combine, step.type)), scale_(scale), stores_(stores) {}

Rows::~Rows() {
  if (stores_ == Stores::Streaming) streamingFence();
}

void Rows::run(const Places &places, std::uint64_t source, std::uint64_t destination,
               std::uint64_t bytes) {
  if (places.counts.empty()) {
    for (std::byte *receiver : places.receivers)
      std::memset(receiver + destination, 0, bytes);
  } else if (places.operands.size() == 1 && scale_ == 1 &&
             (!combiner_.square || !places.isSum.empty())) {
    copy(places, source, destination, bytes);
  } else if (stores_ == Stores::Cached && !combiner_.square) {
    combine(places, source, {places.receivers.data(), places.receivers.size(), destination}, bytes);
  } else {
    runBlocks(places, source, destination, bytes);
  }
}

void Rows::runBlocks(const Places &places, std::uint64_t source, std::uint64_t destination,
                     std::uint64_t bytes) {
  for (std::uint64_t done = 0; done < bytes; done += kBlock) {
    const std::size_t n = std::min<std::uint64_t>(kBlock, bytes - done);
    std::byte *const sum = sum_;
    combine(places, source + done, {&sum, 1}, n);
    deliver(sum, places, destination + done, n);
  }
}

void Rows::combine(const Places &places, std::uint64_t source, const Receivers &to,
                   std::size_t bytes) {
  Operands from = places.operandsFor(scale_, source);
  if (combiner_.square) {
    squares_.resize(places.operands.size() * kBlock);
    squared_.clear();
    for (std::size_t i = 0; i < places.operands.size(); ++i) {
      const std::byte *operand = places.operands[i] + source;
      if (places.isSum.empty() || !places.isSum[i]) {
        std::byte *square = squares_.data() + i * kBlock;
        combiner_.square(square, operand, bytes);
        operand = square;
      }
      squared_.push_back(operand);
    }
    from.places = squared_.data();
    from.offset = 0;
  }
  combiner_.combine(from, to, bytes);
}

/// The first receiver brings a block into the cache for the others.
void Rows::copy(const Places &places, std::uint64_t source, std::uint64_t destination,
                std::uint64_t bytes) const {
  const std::uint64_t block = places.receivers.size() == 1 ? bytes : kCopiedBlock;
  const std::byte *from = places.operands.front() + source;
  for (std::uint64_t done = 0; done < bytes; done += block)
    deliver(from + done, places, destination + done, std::min(block, bytes - done));
}

void Rows::deliver(const std::byte *from, const Places &places, std::uint64_t destination,
                   std::uint64_t bytes) const {
  for (std::byte *receiver : places.receivers)
    if (receiver + destination != from)
      copyBytes(receiver + destination, from, bytes, stores_, from);
}

} // namespace poplar_emu::runtime
