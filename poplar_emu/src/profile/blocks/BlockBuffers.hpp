// SPDX-License-Identifier: MIT
// The buffers on tiles into which lightweight profiling writes.
#pragma once

#include "pva/data/Profile.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace poplar_emu::profile {

/// What a record is about. Control: the transfers in which the host says which program to run.
enum class Recorded : std::uint8_t { Block, Begin, Mid, End, ControlBegin, ControlMid, ControlEnd };

struct BlockRecord {
  Recorded what = Recorded::Block;
  std::uint32_t subject = 0; ///< index into Plan::blocks, or the number of a transfer
  std::uint32_t tile = 0;
  std::uint64_t from = 0, to = 0;
  pva::internal::BlockInfo::Kind kind = pva::internal::BlockInfo::Kind::Common;
};

/// One buffer a tile. When it is full, records are dropped until it is emptied; one record of its
/// own covers the time that was lost.
class BlockBuffers {
 public:
  /// Of a record on the device: what it is of, and two readings of 64 bits.
  static constexpr std::uint32_t kRecordBytes = 24;
  static constexpr std::size_t kDropped = ~std::size_t{0};

  /// `total`: records of all tiles together, all runs.
  BlockBuffers(std::uint32_t bytes, std::size_t total);

  /// The record's position, or kDropped; the latter must still be ended.
  std::size_t begin(const BlockRecord &record);
  void end(std::size_t position, std::uint32_t tile, std::uint64_t to);
  void add(const BlockRecord &record) { end(begin(record), record.tile, record.to); }

  bool isEmpty(std::uint32_t tile) const;
  /// The host has read the tile's buffer.
  void clear(std::uint32_t tile) { tiles_.erase(tile); }
  void clearAll() { tiles_.clear(); }
  void reset();

  const std::vector<BlockRecord> &records() const { return records_; }

 private:
  struct Buffer {
    std::uint32_t records = 0;
    std::size_t overflow = kDropped;
  };

  std::uint32_t capacity_;
  std::size_t total_;
  std::unordered_map<std::uint32_t, Buffer> tiles_;
  std::vector<BlockRecord> records_;
};

} // namespace poplar_emu::profile
