// SPDX-License-Identifier: MIT
// Sums by tile, and the cycles of the slowest one.
#include "compile/exchange/ExchangeCounter.hpp"

#include "compile/memory/ProgramCode.hpp"
#include "model/cycles/Constants.hpp"
#include "support/Alignment.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace poplar_emu::compile {
namespace {

using model::kControlPerFragment;
using model::kWordsPerSend;

constexpr std::uint64_t kWord = 4;
/// Packets to other IPUs and of the host have a header of two words, rewritten for the next one.
constexpr std::uint64_t kHeader = 8;
/// Send a packet, step its address, loop, return.
constexpr std::uint64_t kHostLoop = 8;
/// Where from, where to, how much.
constexpr std::uint64_t kCopyDescriptor = 12;
/// A plan keeps no more: 48 MB.
constexpr std::size_t kMaxTileFlows = 4 << 20;

std::uint32_t small(std::uint64_t value) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 31)) * 0x9e3779b97f4a7c15ULL;
  return value ^ (value >> 29);
}

} // namespace

ExchangeCounter::ExchangeCounter(const ir::Machine &machine, ExchangeModel model, Detail detail,
                                 plan::Plan &plan, Crossing crossing)
    : model_(model), detail_(detail), plan_(&plan), crossing_(crossing),
      tilesPerIpu_(machine.tilesPerIpu), numWorkers_(machine.numWorkers),
      tiles_(machine.numTiles()), active_(machine.numIpus) {
  if (!plan.ioTiles.empty()) isIo_.resize(machine.numTiles());
  for (const std::uint32_t tile : plan.ioTiles)
    isIo_[tile] = true;
}

ExchangeCounter::Tile &ExchangeCounter::touch(TileId tile) {
  Tile &sums = tiles_[tile.index()];
  if (!std::exchange(sums.touched, true)) touched_.push_back(tile);
  return sums;
}

void ExchangeCounter::receive(TileId from, TileId to, std::uint64_t bytes, std::uint64_t content) {
  if (bytes == 0) return;
  takesPart(from);
  takesPart(to);
  if (from == to && crossing_ != Crossing::Replicas) return;
  summary_.totalBytes += bytes;
  touch(from);
  Tile &tile = touch(to);
  if (tile.source != from) ++tile.fragments;
  tile.source = from;
  tile.content += mix(content);
  if (detail_ == Detail::Flows) tileFlows_.push_back({from.value, to.value, small(bytes)});
  if (reach(from, to) == Reach::OwnIpu) {
    tile.received += bytes;
    return;
  }
  tile.receivedGlobal += bytes;
  summary_.interIpuBytes += bytes;
  flows_[{ipuOf(from), ipuOf(to)}] += bytes;
}

void ExchangeCounter::send(TileId from, std::uint64_t bytes, Reach reach) {
  if (bytes == 0) return;
  Tile &tile = touch(from);
  (reach == Reach::OtherIpu ? tile.sentGlobal : tile.sent) += bytes;
}

void ExchangeCounter::add(TileId from, TileId to, std::uint64_t bytes) {
  receive(from, to, bytes, from.value);
  if (from != to || crossing_ == Crossing::Replicas) send(from, bytes, reach(from, to));
}

ExchangeCounter::Tile &ExchangeCounter::touchCopy(TileId tile) {
  takesPart(tile);
  Tile &sums = tiles_[tile.index()];
  if (!std::exchange(sums.copies, true)) copied_.push_back(tile);
  return sums;
}

void ExchangeCounter::copyOn(TileId tile, std::uint64_t bytes) {
  touchCopy(tile).copied += bytes;
}

void ExchangeCounter::rearrangeOn(TileId tile, const PieceCycles &cycles) {
  touchCopy(tile).rearranged += cycles;
}

void ExchangeCounter::addHost(TileId tile, std::uint64_t bytes, HostIs host) {
  if (bytes == 0) return;
  takesPart(tile);
  withHost_ = true;
  host_ = host;
  summary_.totalBytes += bytes;
  touch(tile).host += bytes;
}

std::uint64_t ExchangeCounter::internalCycles(TileId id) const {
  const Tile &tile = tiles_[id.index()];
  bool sendsAlone = model_.tilesPerBus > 1, receivesAlone = sendsAlone;
  const std::uint32_t first = id.value % tilesPerIpu_ / model_.tilesPerBus * model_.tilesPerBus;
  for (std::uint32_t i = first; i < std::min(first + model_.tilesPerBus, tilesPerIpu_); ++i) {
    const Tile &other = tiles_[ipuOf(id) * tilesPerIpu_ + i];
    if (&other == &tile) continue;
    if (other.sent != 0) sendsAlone = false;
    if (other.received != 0 && other.content != tile.content) receivesAlone = false;
  }
  const std::uint64_t rate = model_.bytesPerCycle;
  const std::uint64_t control = (tile.received != 0 ? kControlPerFragment * tile.fragments : 0) +
                                divideUp(tile.sent, kWord * kWordsPerSend);
  return std::max({divideUp(tile.sent, sendsAlone ? rate * model_.tilesPerBus : rate),
                   divideUp(tile.received, receivesAlone ? rate * model_.tilesPerBus : rate),
                   control});
}

/// The host's buffer lies evenly on all tiles; an exchange brings data from there to its place, or
/// back.
std::uint64_t ExchangeCounter::rearrangementCycles() const {
  std::uint64_t most = divideUp(summary_.totalBytes, tiles_.size());
  for (const TileId id : touched_)
    most = std::max(most, tiles_[id.index()].host);
  return divideUp(most, model_.bytesPerCycle);
}

/// Workers take turns: as many cycles as all of their copies together, or as those of the worker
/// that has the longest one.
std::uint64_t ExchangeCounter::copyCycles(const Tile &tile) const {
  return divideUp(tile.copied, model_.copyBytesPerCycle) +
         std::max(tile.rearranged.sum, numWorkers_ * tile.rearranged.longest);
}

plan::TileTraffic ExchangeCounter::trafficOf(TileId id) const {
  const Tile &tile = tiles_[id.index()];
  const bool toHost = host_ == HostIs::Destination;
  const Code code = codeOf(id);
  return {id.value,
          small(tile.sent + tile.sentGlobal + (toHost ? tile.host : 0)),
          small(tile.received + tile.receivedGlobal + (toHost ? 0 : tile.host)),
          small(code.internal),
          small(code.global),
          small(code.host)};
}

std::vector<plan::TileFlow> ExchangeCounter::takeFlows() {
  std::sort(tileFlows_.begin(), tileFlows_.end(), [](const auto &a, const auto &b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  });
  std::vector<plan::TileFlow> flows;
  for (const plan::TileFlow &flow : tileFlows_) {
    if (!flows.empty() && flows.back().from == flow.from && flows.back().to == flow.to)
      flows.back().bytes = small(std::uint64_t{flows.back().bytes} + flow.bytes);
    else
      flows.push_back(flow);
  }
  tileFlows_.clear();
  if (flows.size() + keptFlows_ > kMaxTileFlows) flows.clear();
  keptFlows_ += flows.size();
  flows.shrink_to_fit();
  return flows;
}

std::uint32_t ExchangeCounter::writeDetail() {
  if (detail_ == Detail::Sums || touched_.empty()) return plan::kNone;
  plan::ExchangeDetail detail;
  detail.tiles.reserve(touched_.size());
  for (const TileId tile : touched_)
    detail.tiles.push_back(trafficOf(tile));
  std::sort(detail.tiles.begin(), detail.tiles.end(),
            [](const auto &a, const auto &b) { return a.tile < b.tile; });
  detail.flows = takeFlows();
  plan_->exchangeDetails.push_back(std::move(detail));
  return static_cast<std::uint32_t>(plan_->exchangeDetails.size() - 1);
}

/// The exchange is a routine of each tile that takes part: its instructions, and a return.
ExchangeCounter::Code ExchangeCounter::codeOf(TileId id) const {
  if (plan_->tileMemory.tiles.empty()) return {};
  const Tile &tile = tiles_[id.index()];
  // Data could come in once from each sender and be rearranged on the tile.
  const std::uint64_t steering =
      kControlPerFragment * std::min<std::uint64_t>(tile.fragments, tiles_.size());
  Code code;
  if (tile.sent != 0 || tile.received != 0)
    code.internal = kInstruction * (1 + (tile.received != 0 ? steering : 0) +
                                    divideUp(tile.sent, kWord * kWordsPerSend));
  if (tile.sentGlobal != 0 || tile.receivedGlobal != 0)
    code.global = kInstruction * (1 + (tile.received == 0 ? steering : 0) +
                                  divideUp(tile.sentGlobal, kWord * kWordsPerSend));
  if (tile.host != 0) code.host = kInstruction * kHostLoop;
  return code;
}

void ExchangeCounter::addCode(TileId id) {
  if (plan_->tileMemory.tiles.empty()) return;
  const Tile &tile = tiles_[id.index()];
  plan::TileBytes &memory = plan_->tileMemory.tiles[id.index()];
  const auto add = [&memory](MemoryCategory category, std::uint64_t bytes) {
    at(memory.bytes, category) += bytes;
    memory.alwaysLive += bytes;
  };
  const Code code = codeOf(id);
  add(MemoryCategory::InternalExchangeCode, code.internal);
  add(MemoryCategory::GlobalExchangeCode, code.global);
  add(MemoryCategory::HostExchangeCode, code.host);
  add(MemoryCategory::GlobalMessage, tile.sentGlobal != 0 ? kHeader : 0);
  add(MemoryCategory::HostMessage, tile.host != 0 ? kHeader : 0);
}

plan::ExchangeSummary ExchangeCounter::summary() {
  summary_.detail = writeDetail();
  if (withHost_) summary_.internalCycles = rearrangementCycles();
  for (const TileId id : touched_) {
    addCode(id);
    const Tile &tile = tiles_[id.index()];
    const std::uint64_t host = tile.host;
    const bool toHost = host_ == HostIs::Destination;
    summary_.maxSentBytes =
        std::max(summary_.maxSentBytes, tile.sent + tile.sentGlobal + (toHost ? host : 0));
    summary_.maxReceivedBytes = std::max(summary_.maxReceivedBytes,
                                         tile.received + tile.receivedGlobal + (toHost ? 0 : host));
    summary_.internalCycles = std::max(summary_.internalCycles, internalCycles(id));
    summary_.globalCycles =
        std::max(summary_.globalCycles,
                 divideUp(std::max(tile.sentGlobal, tile.receivedGlobal), model_.bytesPerCycle));
  }
  for (const TileId id : copied_) {
    summary_.copyCycles = std::max(summary_.copyCycles, copyCycles(tiles_[id.index()]));
    if (plan_->tileMemory.tiles.empty()) continue;
    plan::TileBytes &memory = plan_->tileMemory.tiles[id.index()];
    at(memory.bytes, MemoryCategory::CopyDescriptor) += kCopyDescriptor;
    memory.alwaysLive += kCopyDescriptor;
  }
  summary_.tiles = static_cast<std::uint32_t>(touched_.size());
  for (const std::vector<TileId> *used : {&touched_, &copied_})
    for (const TileId id : *used)
      tiles_[id.index()] = {};
  touched_.clear();
  copied_.clear();
  for (const auto &[ends, bytes] : flows_)
    summary_.flows.push_back({ends.first, ends.second, bytes});
  flows_.clear();
  for (std::uint32_t ipu = 0; ipu < active_.size(); ++ipu) {
    if (active_[ipu] == 0) continue;
    summary_.ipus.push_back(ipu);
    if (!isIo_.empty())
      summary_.sides.push_back(active_[ipu] == kCompute ? plan::TileSide::Compute
                               : active_[ipu] == kIo    ? plan::TileSide::Io
                                                        : plan::TileSide::Both);
  }
  active_.assign(active_.size(), 0);
  withHost_ = false;
  host_ = HostIs::Source;
  return std::exchange(summary_, {});
}

} // namespace poplar_emu::compile
