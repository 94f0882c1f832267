// SPDX-License-Identifier: MIT
// In place whenever that is legal, else gathered.
#include "compile/compute/operands/OperandPlacement.hpp"

#include "support/Alignment.hpp"

#include <algorithm>
#include <utility>

namespace poplar_emu::compile {
namespace {

constexpr std::uint32_t kSmallAlign = 8;

bool reads(ir::Direction direction) {
  return direction != ir::Direction::Out;
}

} // namespace

OperandPlacement::OperandPlacement(const Input &input, const StorageMap &storage,
                                   plan::Address scratch, plan::Plan &plan)
    : storage_(storage), mode_(input.options.exchange), scratch_(scratch), remoteParts_(storage),
      rearrangement_(storage, input.options.exchangeModel, input.graph.machine.numTiles()),
      counter_(input.graph.machine, input.options.exchangeModel, input.options.detail, plan),
      highWater_(scratch), slots_(64) {}

void OperandPlacement::beginStep() {
  chunkBegin_ = chunkEnd_ = tileEnd_ = scratch_;
  seenInStep_.beginTile();
  buffers_.clear();
}

void OperandPlacement::beginTile(TileId tile) {
  tile_ = tile;
  counter_.takesPart(tile);
  tileEnd_ = chunkBegin_;
  seen_.beginTile();
  rearranged_.beginTile();
  for (const std::uint32_t slot : usedSlots_)
    slots_[slot] = 0;
  usedSlots_.clear();
  gathered_.clear();
  keys_.clear();
}

void OperandPlacement::endTile() {
  addPackedMoves(toGather_, MoveDirection::ToPacked, gathers_);
  addPackedMoves(toScatter_, MoveDirection::FromPacked, scatters_);
  toGather_.clear();
  toScatter_.clear();
}

void OperandPlacement::endChunk() {
  highWater_ = std::max(highWater_, chunkEnd_);
  // The gap keeps the moves of two chunks from merging, and their cores from sharing a line.
  if (chunkEnd_ != chunkBegin_) chunkBegin_ = roundUp(chunkEnd_, kCacheLine) + kCacheLine;
  chunkEnd_ = chunkBegin_;
}

plan::ExchangeSummary OperandPlacement::endStep(plan::MoveList &gathers, plan::MoveList &scatters) {
  gathers = std::move(gathers_).finish(Chunking::None);
  scatters = std::move(scatters_).finish(Chunking::None);
  gathers_ = MoveListBuilder();
  scatters_ = MoveListBuilder();
  sent_.flush(counter_);
  return counter_.summary();
}

plan::Address OperandPlacement::place(const OperandRequest &request) {
  if (request.numElements == 0) return kEmptyOperand;
  const bool remote = countExchange(request);
  const std::optional<plan::Address> address = storage_.consecutive(request.regions, runs_);
  if (!address) countRearrangement(request);
  if (address && *address % request.align == 0 && !request.snapshot &&
      (mode_ == Exchange::InPlace || !remote))
    return *address;
  return gather(request);
}

bool OperandPlacement::countExchange(const OperandRequest &request) {
  parts_.clear();
  remoteParts_.forEach(request.regions, tile_,
                       [this](const RemoteParts::Part &part) { parts_.push_back(part); });
  if (parts_.empty()) return false;
  const bool isRead = reads(request.direction) && seen_.first(request.regions, 0);
  if (isRead) countReceived(request.regions);
  const bool isSent = ir::isWritten(request.direction) && seen_.first(request.regions, 1);
  if (isSent)
    for (const RemoteParts::Part &part : parts_)
      counter_.add(tile_, part.owner, part.bytes);
  // A field that is read and another one that is written may be the same operand.
  if (isRead ? !seen_.has(request.regions, 1) || isSent : isSent && !seen_.has(request.regions, 0))
    keepBuffer();
  return true;
}

/// Before the vertices run if they read the operand, and after it if they write it; once for all
/// vertices of a tile.
void OperandPlacement::countRearrangement(const OperandRequest &request) {
  const bool isNew[] = {reads(request.direction) && rearranged_.first(request.regions, 0),
                        ir::isWritten(request.direction) && rearranged_.first(request.regions, 1)};
  if (!isNew[0] && !isNew[1]) return;
  const PieceCycles cycles = rearrangement_.cyclesOf(request.regions, tile_);
  if (cycles.sum == 0) return;
  for (const bool direction : isNew)
    if (direction) counter_.rearrangeOn(tile_, cycles);
}

void OperandPlacement::keepBuffer() {
  if (buffers_.empty() || buffers_.back().tile != tile_) buffers_.push_back({tile_, 0});
  for (const RemoteParts::Part &part : parts_)
    buffers_.back().bytes += part.bytes;
}

/// All tiles together miss no part of an operand that two of them have brought in.
void OperandPlacement::countReceived(std::span<const ir::Region> regions) {
  const std::uint64_t salt = 2 * std::uint64_t{counter_.ipuOf(tile_)};
  const bool sends = seenInStep_.first(regions, salt) || seenInStep_.first(regions, salt + 1);
  const std::uint64_t content = hashOf(regions);
  counter_.newFragment(tile_);
  for (const RemoteParts::Part &part : parts_) {
    counter_.receive(part.owner, tile_, part.bytes, content);
    if (sends) sent_.add(part, counter_.reach(part.owner, tile_));
  }
}

plan::Address OperandPlacement::gather(const OperandRequest &request) {
  const std::uint64_t hash = hashOf(request.regions);
  if (runs_.empty())
    for (const ir::Region &region : request.regions)
      storage_.translate(region, runs_);

  Gathered *entry = find(request, hash);
  if (entry == nullptr) {
    const std::uint64_t bytes = request.numElements * request.elementBytes;
    const plan::Address address = allocate(bytes, request.align);
    toGather_.add(runs_, address);
    gathered_.push_back({hash, static_cast<std::uint32_t>(keys_.size()),
                         static_cast<std::uint32_t>(request.regions.size()), address, false});
    keys_.insert(keys_.end(), request.regions.begin(), request.regions.end());
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0)
      slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<std::uint32_t>(gathered_.size());
    usedSlots_.push_back(static_cast<std::uint32_t>(slot));
    entry = &gathered_.back();
  }
  if (ir::isWritten(request.direction) && !std::exchange(entry->scattered, true))
    toScatter_.add(runs_, entry->address);
  return entry->address;
}

OperandPlacement::Gathered *OperandPlacement::find(const OperandRequest &request,
                                                   std::uint64_t hash) {
  if (2 * (gathered_.size() + 1) > slots_.size()) {
    slots_.assign(slots_.size() * 2, 0);
    usedSlots_.clear();
    for (std::uint32_t i = 0; i < gathered_.size(); ++i) {
      std::size_t slot = gathered_[i].hash & (slots_.size() - 1);
      while (slots_[slot] != 0)
        slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
      usedSlots_.push_back(static_cast<std::uint32_t>(slot));
    }
  }
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
    Gathered &entry = gathered_[slots_[slot] - 1];
    if (entry.hash == hash && entry.address % request.align == 0 &&
        sameRegions({keys_.data() + entry.firstKey, entry.numKeys}, request.regions))
      return &entry;
  }
  return nullptr;
}

plan::Address OperandPlacement::allocate(std::uint64_t bytes, std::uint32_t align) {
  const std::uint64_t wanted = bytes >= kCacheLine ? kCacheLine : kSmallAlign;
  const plan::Address address = roundUp(tileEnd_, std::max<std::uint64_t>(wanted, align));
  tileEnd_ = address + bytes;
  chunkEnd_ = std::max(chunkEnd_, tileEnd_);
  return address;
}

} // namespace poplar_emu::compile
