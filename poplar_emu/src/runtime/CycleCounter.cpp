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

} // namespace

CycleCounter::CycleCounter(const plan::Plan &plan, const RuntimeSettings &settings)
    : links_(plan.links), constants_(settings.cycles),
      counting_(settings.cycleCounting == CycleCounting::Always || isVisible(plan)),
      tilesPerIpu_(std::max(plan.machine.tilesPerIpu, 1u)),
      clocks_(std::max(plan.machine.numIpus, 1u)) {}

void CycleCounter::meet() {
  clocks_.assign(clocks_.size(), total_);
}

void CycleCounter::reset() {
  total_ = 0;
  meet();
}

void CycleCounter::addEverywhere(std::uint64_t cycles) {
  if (!counting_) return;
  for (std::uint64_t &clock : clocks_)
    clock += cycles;
  total_ += cycles;
}

void CycleCounter::sync() {
  if (!counting_) return;
  total_ += constants_.sync;
  meet();
}

/// A step that names no IPUs takes all of them.
std::uint64_t CycleCounter::add(std::uint64_t cycles, const plan::ExchangeSummary &step) {
  if (step.ipus.empty()) {
    total_ += cycles;
    meet();
    return cycles;
  }
  std::uint64_t start = 0;
  if (step.interIpuBytes != 0)
    for (const std::uint32_t ipu : step.ipus)
      start = std::max(start, clocks_[ipu]);
  for (const std::uint32_t ipu : step.ipus) {
    clocks_[ipu] = std::max(clocks_[ipu], start) + cycles;
    total_ = std::max(total_, clocks_[ipu]);
  }
  return cycles;
}

std::uint64_t CycleCounter::exchangeCycles(const plan::ExchangeSummary &exchange) const {
  if (exchange.totalBytes == 0) return 0;
  std::uint64_t cycles =
      constants_.exchange + cyclesFor(std::max(exchange.maxSentBytes, exchange.maxReceivedBytes),
                                      constants_.exchangeBytesPerCycle);
  if (exchange.interIpuBytes != 0) cycles += constants_.interIpuExchange + linkCycles(exchange);
  return cycles;
}

/// All links work at once: the busiest one decides, and the longest way adds its latency.
std::uint64_t CycleCounter::linkCycles(const plan::ExchangeSummary &exchange) const {
  std::uint64_t busiest = 0;
  for (const plan::LinkLoad &load : exchange.links)
    busiest = std::max(busiest,
                       cyclesFor(load.bytes, static_cast<double>(links_[load.link].bitsPerSecond) /
                                                 8 / constants_.clockFrequency));
  return busiest + static_cast<std::uint64_t>(std::llround(
                       exchange.hops * constants_.secondsPerHop * constants_.clockFrequency));
}

std::uint64_t CycleCounter::compute(const plan::ComputeStep &step, std::uint64_t cycles) {
  return counting_ ? add(constants_.sync + exchangeCycles(step.exchange) + cycles, step.exchange)
                   : 0;
}

std::uint64_t CycleCounter::exchange(const plan::ExchangeSummary &exchange) {
  return counting_ ? add(constants_.sync + exchangeCycles(exchange), exchange) : 0;
}

/// The host serves all IPUs of a replica at one sync.
std::uint64_t CycleCounter::host(std::uint64_t bytes, const plan::ExchangeSummary &exchange) {
  return counting_
             ? add(constants_.sync + constants_.host +
                       cyclesFor(bytes, constants_.hostBytesPerCycle) + exchangeCycles(exchange),
                   {})
             : 0;
}

std::uint64_t CycleCounter::stamp(const plan::CycleStampStep &step) {
  if (!counting_) return 0;
  if (step.joinsIpus) meet();
  std::uint64_t &clock = clocks_[step.tile.value / tilesPerIpu_];
  const std::uint64_t value = clock;
  if (step.joinsIpus) {
    addEverywhere(constants_.stamp);
  } else {
    clock += constants_.stamp;
    total_ = std::max(total_, clock);
  }
  return value;
}

} // namespace poplar_emu::runtime
