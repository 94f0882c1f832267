// SPDX-License-Identifier: MIT
// Writes trace events, as coarse as the budget asks for.
#include "trace/ChromeTrace.hpp"

#include "pva/data/IoTiles.hpp"
#include "trace/EventText.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::tool {
namespace {

using namespace pva::internal;

// Lanes of a process. Blocks have one lane each tile that records them.
constexpr int kRunLane = 1, kStepLane = 2, kPartLane = 3, kIoStepLane = 4, kIoPartLane = 5,
              kBlockLane = 10;

/// Where the cycles of the device lie in time: runs may be moved to where the host ran them.
class DeviceClock {
 public:
  DeviceClock(const Profile &profile, const std::vector<double> &hostStarts)
      : microsecondsPerCycle_(
            profile.target.clockFrequency > 0 ? 1e6 / profile.target.clockFrequency : 1) {
    if (hostStarts.empty() || hostStarts.size() != profile.runs.size()) return;
    double free = 0; // runs of the device do not overlap
    for (std::size_t r = 0; r < profile.runs.size(); ++r) {
      const RunInfo &run = profile.runs[r];
      if (run.numSteps == 0 || run.firstStep >= profile.steps.size()) continue;
      const std::uint64_t from = profile.steps[run.firstStep].cyclesFrom;
      const double start = std::max(hostStarts[r], free);
      free = start + static_cast<double>(run.cycles) * microsecondsPerCycle_;
      moved_.push_back({from, start});
    }
  }

  bool movesRuns() const { return !moved_.empty(); }

  double at(std::uint64_t cycles) const {
    const auto next =
        std::upper_bound(moved_.begin(), moved_.end(), cycles,
                         [](std::uint64_t value, const Moved &run) { return value < run.from; });
    if (next == moved_.begin()) return static_cast<double>(cycles) * microsecondsPerCycle_;
    const Moved &run = *std::prev(next);
    return run.start + static_cast<double>(cycles - run.from) * microsecondsPerCycle_;
  }

 private:
  struct Moved {
    std::uint64_t from;
    double start;
  };
  double microsecondsPerCycle_;
  std::vector<Moved> moved_; ///< by begin
};

/// Each have a clock.
enum class Tiles { Compute, Io };

class Writer {
 public:
  Writer(const Profile &profile, const DeviceClock &clock, std::uint64_t stepsPerEvent,
         std::uint64_t maxBytes)
      : profile_(profile), clock_(clock), stepsPerEvent_(stepsPerEvent), maxBytes_(maxBytes),
        ioTiles_(ioTilesByIpu(profile)) {}

  /// May stop early once the text is too long.
  std::string write(const std::string &hostEvents) {
    const auto numIpus = static_cast<int>(std::max<std::uint64_t>(profile_.target.numIpus, 1));
    for (int ipu = 0; ipu < numIpus; ++ipu) {
      text_.nameProcess(static_cast<std::uint64_t>(ipu), fmt::format("IPU {}", ipu));
      text_.nameLane(laneOf(ipu, kRunLane), "runs");
      text_.nameLane(laneOf(ipu, kStepLane), "supersteps");
      text_.nameLane(laneOf(ipu, kPartLane), "spent on");
      if (!hasIoTiles(ipu)) continue;
      text_.nameLane(laneOf(ipu, kIoStepLane), "I/O tiles");
      text_.nameLane(laneOf(ipu, kIoPartLane), "I/O tiles: spent on");
    }
    for (const RunInfo &run : profile_.runs)
      writeRun(run, numIpus);
    writeBlocks();
    text_.append(hostEvents);
    return fmt::format(
        "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[{}],\"otherData\":{{\"cycleModel\":{},"
        "\"steps\":{},\"stepsPerEvent\":{}}}}}\n",
        text_.take(), EventText::quoted(profile_.cycleModel), profile_.steps.size(),
        stepsPerEvent_);
  }

 private:
  bool isTooLong() const { return text_.size() > maxBytes_; }

  bool hasIoTiles(int ipu) const {
    const auto index = static_cast<std::size_t>(ipu);
    return index < ioTiles_.size() && ioTiles_[index] != 0;
  }

  static Lane laneOf(int ipu, int lane) {
    return {static_cast<std::uint64_t>(ipu), static_cast<std::uint64_t>(lane)};
  }

  void span(int ipu, int lane, const std::string &text, std::uint64_t from, std::uint64_t to,
            const std::string &arguments) {
    text_.span(laneOf(ipu, lane), text, clock_.at(from), clock_.at(to) - clock_.at(from),
               arguments);
  }

  void writeRun(const RunInfo &run, int numIpus) {
    const std::uint64_t end =
        std::min<std::uint64_t>(run.firstStep + run.numSteps, profile_.steps.size());
    if (run.firstStep >= end) return;
    std::uint64_t last = 0;
    for (std::uint64_t i = run.firstStep; i < end; ++i)
      last = std::max(last, profile_.steps[i].cyclesTo);
    span(0, kRunLane, run.name.empty() ? fmt::format("run of program {}", run.program) : run.name,
         profile_.steps[run.firstStep].cyclesFrom, last,
         fmt::format(R"("cycles":{},"hostMicroseconds":{})", run.cycles, run.microseconds));
    // IPUs have clocks of their own: only steps of the same IPUs follow one another.
    for (int ipu = 0; ipu < numIpus; ++ipu)
      for (const Tiles tiles : {Tiles::Compute, Tiles::Io}) {
        if (tiles == Tiles::Io && !hasIoTiles(ipu)) continue;
        for (std::uint64_t i = run.firstStep; i < end && !isTooLong();)
          i = writeGroup(i, end, ipu, tiles);
      }
  }

  bool takesPart(const StepInfo &step, int ipu, Tiles tiles) const {
    const ProgramInfo &program = profile_.programs.at(step.program);
    if (program.onIoTiles != (tiles == Tiles::Io)) return false;
    const std::vector<std::uint32_t> &ipus = program.ipus;
    return ipus.empty() ||
           std::find(ipus.begin(), ipus.end(), static_cast<std::uint32_t>(ipu)) != ipus.end();
  }

  /// The next stepsPerEvent_ steps of the IPU as one event. Returns where to go on.
  std::uint64_t writeGroup(std::uint64_t i, std::uint64_t end, int ipu, Tiles tiles) {
    CycleParts parts;
    std::uint64_t steps = 0, longest = 0, from = 0, to = 0;
    std::uint32_t named = kNone;
    for (; i < end && steps < stepsPerEvent_; ++i) {
      const StepInfo &step = profile_.steps[i];
      if (!takesPart(step, ipu, tiles)) continue;
      if (steps++ == 0) from = step.cyclesFrom;
      to = std::max(to, step.cyclesTo);
      parts += step.parts;
      const std::uint64_t cycles = step.cyclesTo - step.cyclesFrom;
      if (named != kNone && cycles <= longest) continue;
      longest = cycles;
      named = step.program;
    }
    if (steps == 0 || to <= from) return i;
    std::string text = profile_.programs[named].name;
    if (text.empty()) text = "(no name)";
    if (steps > 1) text += fmt::format(" and {} more", steps - 1);
    const bool isIo = tiles == Tiles::Io;
    span(ipu, isIo ? kIoStepLane : kStepLane, text, from, to,
         fmt::format(R"("cycles":{})", to - from));
    writeParts(ipu, isIo ? kIoPartLane : kPartLane, from, parts);
    return i;
  }

  void writeParts(int ipu, int lane, std::uint64_t from, const CycleParts &parts) {
    const std::array<std::pair<const char *, std::uint64_t>, 6> all = {
        {{"sync", parts.sync},
         {"exchange", parts.exchange},
         {"global exchange", parts.globalExchange},
         {"host", parts.host},
         {"compute", parts.compute},
         {"control", parts.control}}};
    for (const auto &[text, cycles] : all) {
      if (cycles == 0) continue;
      span(ipu, lane, text, from, from + cycles, "");
      from += cycles;
    }
  }

  void writeBlocks() {
    const std::uint64_t tilesPerIpu = std::max<std::uint64_t>(profile_.target.tilesPerIpu, 1);
    for (const BlockInfo &block : profile_.blocks) {
      std::string text = profile_.programs.at(block.program).name;
      if (block.kind == BlockInfo::Kind::Overflow) text = "(buffer full)";
      if (block.kind == BlockInfo::Kind::BlockFlush) text = "flush";
      span(static_cast<int>(block.tile / tilesPerIpu),
           kBlockLane + static_cast<int>(block.tile % tilesPerIpu), text, block.cyclesFrom,
           std::max(block.cyclesFrom, block.cyclesTo), fmt::format(R"("tile":{})", block.tile));
    }
  }

  const Profile &profile_;
  const DeviceClock &clock_;
  std::uint64_t stepsPerEvent_, maxBytes_;
  std::vector<std::uint64_t> ioTiles_; ///< by IPU
  EventText text_;
};

} // namespace

TraceSize writeChromeTrace(const Profile &profile, const HostTrace &host, std::uint64_t maxBytes,
                           std::ostream &out) {
  const DeviceClock clock(profile, host.runStarts());
  const HostTrace::Events events = host.write(profile.target.numIpus, maxBytes / 2);
  TraceSize size{profile.steps.size(), 1, events.dropped, host.empty() || clock.movesRuns()};
  while (true) {
    const std::string text =
        Writer(profile, clock, size.stepsPerEvent, maxBytes).write(events.text);
    if (text.size() <= maxBytes) {
      out << text;
      return size;
    }
    if (size.stepsPerEvent >= std::max<std::uint64_t>(size.steps, 1))
      throw std::runtime_error(fmt::format(
          "the trace is longer than {} bytes even with one event a run; allow more with "
          "--max-bytes",
          maxBytes));
    size.stepsPerEvent *= 2;
  }
}

} // namespace poplar_emu::tool
