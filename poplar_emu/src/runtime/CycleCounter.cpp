// SPDX-License-Identifier: MIT
// Adds up modelled cycles step by step.
#include "runtime/CycleCounter.hpp"

#include <algorithm>
#include <cmath>

namespace poplar_emu::runtime {
namespace {

std::uint64_t cyclesFor(std::uint64_t bytes, double bytesPerCycle) {
  return bytes == 0 ? 0
                    : static_cast<std::uint64_t>(
                          std::ceil(static_cast<double>(bytes) / std::max(bytesPerCycle, 1e-9)));
}

bool isVisible(const plan::Plan &plan) {
  return !plan.cycleStamps.empty() ||
         std::any_of(plan.vertexTypes.begin(), plan.vertexTypes.end(),
                     [](const plan::VertexTypeUse &type) { return type.usesContext; });
}

bool takesCompute(const plan::ExchangeSummary &step, std::size_t i) {
  return step.sides.empty() || step.sides[i] != plan::TileSide::Io;
}
bool takesIo(const plan::ExchangeSummary &step, std::size_t i) {
  return !step.sides.empty() && step.sides[i] != plan::TileSide::Compute;
}

} // namespace

CycleCounter::CycleCounter(const plan::Plan &plan, const RuntimeSettings &settings)
    : links_(plan.links), constants_(settings.cycles),
      counting_(settings.cycleCounting == CycleCounting::Always || isVisible(plan)),
      hostSync_(settings.hostSync), tilesPerIpu_(std::max(plan.machine.tilesPerIpu, 1u)),
      ioTiles_(plan.ioTiles), clocks_(std::max(plan.machine.numIpus, 1u)),
      ioClocks_(ioTiles_.empty() ? 0 : clocks_.size()), parts_(clocks_.size()),
      ioParts_(ioClocks_.size()), ioHost_(ioClocks_.size()) {}

void CycleCounter::advance(std::size_t ipu, const CycleParts &parts) {
  clocks_[ipu] += parts.total();
  parts_[ipu] += parts;
  total_ = std::max(total_, clocks_[ipu]);
}

void CycleCounter::waitUntil(std::size_t ipu, std::uint64_t time) {
  if (clocks_[ipu] >= time) return;
  const std::uint64_t host = ioHost_.empty() ? 0 : hostCyclesBetween(ipu, clocks_[ipu], time);
  parts_[ipu].host += host;
  parts_[ipu].sync += time - clocks_[ipu] - host;
  clocks_[ipu] = time;
}

/// Forgets what came before.
std::uint64_t CycleCounter::hostCyclesBetween(std::size_t ipu, std::uint64_t from,
                                              std::uint64_t to) {
  std::deque<Interval> &host = ioHost_[ipu];
  while (!host.empty() && host.front().to <= from)
    host.pop_front();
  std::uint64_t cycles = 0;
  for (const Interval &interval : host) {
    if (interval.from >= to) break;
    cycles += std::min(interval.to, to) - std::max(interval.from, from);
  }
  return cycles;
}

/// A step begins with its syncs.
void CycleCounter::advanceIo(std::size_t ipu, const CycleParts &parts) {
  if (parts.host != 0) {
    const std::uint64_t from = ioClocks_[ipu] + parts.sync;
    while (!ioHost_[ipu].empty() && ioHost_[ipu].front().to <= clocks_[ipu])
      ioHost_[ipu].pop_front();
    ioHost_[ipu].push_back({from, from + parts.host});
  }
  ioClocks_[ipu] += parts.total();
  ioParts_[ipu] += parts;
  total_ = std::max(total_, ioClocks_[ipu]);
}

void CycleCounter::waitUntilIo(std::size_t ipu, std::uint64_t time) {
  if (ioClocks_[ipu] >= time) return;
  ioParts_[ipu].sync += time - ioClocks_[ipu];
  ioClocks_[ipu] = time;
}

void CycleCounter::meet() {
  for (std::size_t ipu = 0; ipu < clocks_.size(); ++ipu)
    waitUntil(ipu, total_);
  for (std::size_t ipu = 0; ipu < ioClocks_.size(); ++ipu)
    waitUntilIo(ipu, total_);
}

void CycleCounter::reset() {
  total_ = 0;
  clocks_.assign(clocks_.size(), 0);
  ioClocks_.assign(ioClocks_.size(), 0);
  parts_.assign(parts_.size(), {});
  ioParts_.assign(ioParts_.size(), {});
  ioHost_.assign(ioHost_.size(), {});
}

void CycleCounter::addEverywhere(std::uint64_t CycleParts::*part, std::uint64_t cycles) {
  if (!counting_) return;
  CycleParts parts;
  parts.*part = cycles;
  for (std::size_t ipu = 0; ipu < clocks_.size(); ++ipu)
    advance(ipu, parts);
  for (std::size_t ipu = 0; ipu < ioClocks_.size(); ++ipu)
    advanceIo(ipu, parts);
}

StepCycles CycleCounter::addToAll(const CycleParts &parts) {
  meet();
  const std::uint64_t begin = total_;
  for (std::size_t ipu = 0; ipu < clocks_.size(); ++ipu)
    advance(ipu, parts);
  for (std::size_t ipu = 0; ipu < ioClocks_.size(); ++ipu)
    advanceIo(ipu, parts);
  return {parts, begin};
}

/// Of all IPUs, or of those that the step names.
StepCycles CycleCounter::addToIoTiles(const CycleParts &parts, const plan::ExchangeSummary &step) {
  if (hostSync_ == HostSync::ServedIpus) return add(parts, step);
  const std::uint64_t begin = *std::max_element(ioClocks_.begin(), ioClocks_.end());
  for (std::size_t ipu = 0; ipu < ioClocks_.size(); ++ipu) {
    waitUntilIo(ipu, begin);
    advanceIo(ipu, parts);
  }
  return {parts, begin};
}

void CycleCounter::sync() {
  if (!counting_) return;
  CycleParts parts;
  parts.sync = constants_.externalSync;
  addToAll(parts);
}

/// A step that names no IPUs takes all of them.
StepCycles CycleCounter::add(const CycleParts &parts, const plan::ExchangeSummary &step) {
  if (step.ipus.empty()) return addToAll(parts);
  const auto readiness = [&](std::size_t i) {
    const std::uint32_t ipu = step.ipus[i];
    return std::max(takesCompute(step, i) ? clocks_[ipu] : 0,
                    takesIo(step, i) ? ioClocks_[ipu] : 0);
  };
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < step.ipus.size(); ++i)
    begin = std::max(begin, readiness(i));
  for (std::size_t i = 0; i < step.ipus.size(); ++i) {
    const std::uint32_t ipu = step.ipus[i];
    const std::uint64_t from = step.interIpuBytes != 0 ? begin : readiness(i);
    if (takesCompute(step, i)) {
      waitUntil(ipu, from);
      advance(ipu, parts);
    }
    if (takesIo(step, i)) {
      waitUntilIo(ipu, from);
      advanceIo(ipu, parts);
    }
  }
  return {parts, begin};
}

CycleParts CycleCounter::exchangeParts(const plan::ExchangeSummary &exchange) const {
  CycleParts parts;
  parts.sync = constants_.sync;
  if (exchange.internalCycles != 0) parts.exchange = constants_.exchange + exchange.internalCycles;
  if (exchange.interIpuBytes != 0) {
    parts.sync += constants_.externalSync;
    parts.globalExchange = constants_.globalExchange + linkCycles(exchange);
  }
  return parts;
}

/// All links work at once: the busiest one decides, or the tile that has most for them, and the
/// longest way adds its latency.
std::uint64_t CycleCounter::linkCycles(const plan::ExchangeSummary &exchange) const {
  std::uint64_t busiest = exchange.globalCycles;
  for (const plan::LinkLoad &load : exchange.links)
    busiest = std::max(busiest,
                       cyclesFor(load.bytes, static_cast<double>(links_[load.link].bitsPerSecond) /
                                                 8 / constants_.clockFrequency));
  return busiest + static_cast<std::uint64_t>(std::llround(
                       exchange.hops * constants_.secondsPerHop * constants_.clockFrequency));
}

StepCycles CycleCounter::compute(const plan::ComputeStep &step, std::uint64_t cycles) {
  if (!counting_) return {};
  CycleParts parts = exchangeParts(step.exchange);
  parts.compute = constants_.launch + step.exchange.copyCycles + cycles;
  return add(parts, step.exchange);
}

StepCycles CycleCounter::exchange(const plan::ExchangeSummary &exchange) {
  if (!counting_) return {};
  CycleParts parts = exchangeParts(exchange);
  if (exchange.copyCycles != 0) parts.compute = constants_.localCopy + exchange.copyCycles;
  return add(parts, exchange);
}

/// The host serves all IPUs of a replica at one sync, unless it may serve each on its own.
StepCycles CycleCounter::host(std::uint64_t bytes, const plan::ExchangeSummary &exchange) {
  if (!counting_) return {};
  CycleParts parts;
  const bool rearranges = exchange.internalCycles != 0 || exchange.copyCycles != 0;
  if (rearranges) parts = exchangeParts(exchange);
  if (exchange.copyCycles != 0) parts.compute = constants_.localCopy + exchange.copyCycles;
  parts.sync += constants_.hostSyncs * constants_.externalSync;
  parts.host = constants_.hostCommand + cyclesFor(bytes, constants_.hostBytesPerCycle);
  const bool onIoTiles =
      !exchange.sides.empty() &&
      std::all_of(exchange.sides.begin(), exchange.sides.end(),
                  [](plan::TileSide side) { return side == plan::TileSide::Io; });
  if (onIoTiles) return addToIoTiles(parts, exchange);
  return hostSync_ == HostSync::ServedIpus ? add(parts, exchange) : addToAll(parts);
}

std::uint64_t CycleCounter::stamp(const plan::CycleStampStep &step) {
  if (!counting_) return 0;
  if (step.joinsIpus) meet();
  const std::size_t ipu = step.tile.value / tilesPerIpu_;
  const bool onIoTile = std::binary_search(ioTiles_.begin(), ioTiles_.end(), step.tile.value);
  const std::uint64_t value = onIoTile ? ioClocks_[ipu] : clocks_[ipu];
  CycleParts parts;
  parts.control = constants_.stamp;
  if (step.joinsIpus)
    addToAll(parts);
  else if (onIoTile)
    advanceIo(ipu, parts);
  else
    advance(ipu, parts);
  return value;
}

} // namespace poplar_emu::runtime
