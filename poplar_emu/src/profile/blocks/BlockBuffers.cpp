// SPDX-License-Identifier: MIT
// Counts records a tile; what does not fit lengthens the tile's overflow.
#include "profile/blocks/BlockBuffers.hpp"

#include <algorithm>

namespace poplar_emu::profile {

using Kind = pva::internal::BlockInfo::Kind;

BlockBuffers::BlockBuffers(std::uint32_t bytes, std::size_t total)
    : capacity_((bytes + kRecordBytes - 1) / kRecordBytes), total_(total) {}

std::size_t BlockBuffers::begin(const BlockRecord &record) {
  Buffer &buffer = tiles_[record.tile];
  if (buffer.overflow != kDropped) return kDropped;
  if (buffer.records < capacity_ && records_.size() < total_) {
    ++buffer.records;
    records_.push_back(record);
    return records_.size() - 1;
  }
  buffer.overflow = records_.size();
  records_.push_back(record);
  records_.back().kind = Kind::Overflow;
  return kDropped;
}

void BlockBuffers::end(std::size_t position, std::uint32_t tile, std::uint64_t to) {
  if (position == kDropped) {
    const auto buffer = tiles_.find(tile);
    if (buffer == tiles_.end()) return; // was emptied since
    position = buffer->second.overflow;
    if (position == kDropped) return;
  }
  records_[position].to = std::max(records_[position].to, to);
}

bool BlockBuffers::isEmpty(std::uint32_t tile) const {
  return !tiles_.contains(tile);
}

void BlockBuffers::reset() {
  tiles_.clear();
  records_.clear();
}

} // namespace poplar_emu::profile
