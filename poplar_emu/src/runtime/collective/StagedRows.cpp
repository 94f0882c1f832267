// SPDX-License-Identifier: MIT
// Block after block from replica to replica, in the cache.
#include "runtime/collective/StagedRows.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace poplar_emu::runtime {

StagedRows::StagedRows(const plan::CollectiveStep &step, float scale)
    : combiner_(combinerOf(step.combine, step.type)), scale_(scale) {}

void StagedRows::run(const Places &places, std::uint64_t source, std::uint64_t destination,
                     std::uint64_t bytes) {
  if (places.counts.empty()) {
    for (std::byte *receiver : places.receivers)
      std::memset(receiver + destination, 0, bytes);
    return;
  }
  for (std::uint64_t done = 0; done < bytes; done += kBlock) {
    const std::size_t n = std::min<std::uint64_t>(kBlock, bytes - done);
    const std::byte *const *operands = places.operands.data();
    std::byte *const sum =
        sumOf(operands, places.counts[0], source + done, n, {buffers_[0], buffers_[1]});
    for (std::size_t c = 1; c < places.counts.size(); ++c) {
      operands += places.counts[c - 1];
      add(sum, sumOf(operands, places.counts[c], source + done, n, {buffers_[2], buffers_[3]}), n);
    }
    if (scale_ != 1) combiner_.combine({&std::as_const(sum), 1, scale_}, {&sum, 1}, n);
    deliver(sum, places, destination + done, n);
  }
}

std::byte *StagedRows::sumOf(const std::byte *const *operands, std::size_t count,
                             std::uint64_t source, std::size_t bytes, std::byte *(&&buffers)[2]) {
  auto [here, there] = buffers;
  if (combiner_.square)
    combiner_.square(here, operands[0] + source, bytes);
  else
    std::memcpy(here, operands[0] + source, bytes);
  for (std::size_t o = 1; o < count; ++o) {
    std::memcpy(there, here, bytes);
    const std::byte *own = operands[o] + source;
    if (combiner_.square) {
      combiner_.square(square_, own, bytes);
      own = square_;
    }
    add(there, own, bytes);
    std::swap(here, there);
  }
  return here;
}

void StagedRows::add(std::byte *sum, const std::byte *own, std::size_t bytes) const {
  const std::byte *const both[] = {sum, own};
  combiner_.combine({both, 2}, {&sum, 1}, bytes);
}

void StagedRows::deliver(const std::byte *result, const Places &places, std::uint64_t destination,
                         std::size_t bytes) {
  for (std::byte *receiver : places.receivers) {
    std::memcpy(receiver + destination, result, bytes);
    result = receiver + destination;
  }
}

} // namespace poplar_emu::runtime
