// SPDX-License-Identifier: MIT
// Writes trace events, as coarse as the budget asks for.
#include "trace/ChromeTrace.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::tool {
namespace {

using namespace pva::internal;

// Lanes of a process. Blocks have one lane each tile that records them.
constexpr int kRunLane = 1, kStepLane = 2, kPartLane = 3, kBlockLane = 10;

class Writer {
 public:
  Writer(const Profile &profile, std::uint64_t stepsPerEvent, std::uint64_t maxBytes)
      : profile_(profile), stepsPerEvent_(stepsPerEvent), maxBytes_(maxBytes),
        microsecondsPerCycle_(
            profile.target.clockFrequency > 0 ? 1e6 / profile.target.clockFrequency : 1) {}

  /// May stop early once the text is too long.
  std::string write() {
    text_ = R"({"displayTimeUnit":"ns","traceEvents":[)";
    const auto numIpus = static_cast<int>(std::max<std::uint64_t>(profile_.target.numIpus, 1));
    for (int ipu = 0; ipu < numIpus; ++ipu) {
      name("process_name", ipu, 0, fmt::format("IPU {}", ipu));
      name("thread_name", ipu, kRunLane, "runs");
      name("thread_name", ipu, kStepLane, "supersteps");
      name("thread_name", ipu, kPartLane, "spent on");
    }
    for (const RunInfo &run : profile_.runs)
      writeRun(run, numIpus);
    writeBlocks();
    text_ += fmt::format(R"(],"otherData":{{"cycleModel":{},"steps":{},"stepsPerEvent":{}}}}})",
                         quoted(profile_.cycleModel), profile_.steps.size(), stepsPerEvent_);
    text_ += '\n';
    return std::move(text_);
  }

 private:
  static std::string quoted(const std::string &text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  bool isTooLong() const { return text_.size() > maxBytes_; }

  void begin() {
    if (text_.back() != '[') text_ += ",\n";
  }

  void name(const char *what, int process, int lane, const std::string &text) {
    begin();
    text_ += fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})", what,
                         process, lane, quoted(text));
  }

  void span(int process, int lane, const std::string &text, std::uint64_t from, std::uint64_t to,
            const std::string &arguments) {
    begin();
    text_ += fmt::format(
        R"({{"ph":"X","name":{},"pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
        quoted(text), process, lane, static_cast<double>(from) * microsecondsPerCycle_,
        static_cast<double>(to - from) * microsecondsPerCycle_, arguments);
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
      for (std::uint64_t i = run.firstStep; i < end && !isTooLong();)
        i = writeGroup(i, end, ipu);
  }

  bool takesPart(const StepInfo &step, int ipu) const {
    const std::vector<std::uint32_t> &ipus = profile_.programs.at(step.program).ipus;
    return ipus.empty() ||
           std::find(ipus.begin(), ipus.end(), static_cast<std::uint32_t>(ipu)) != ipus.end();
  }

  /// The next stepsPerEvent_ steps of the IPU as one event. Returns where to go on.
  std::uint64_t writeGroup(std::uint64_t i, std::uint64_t end, int ipu) {
    CycleParts parts;
    std::uint64_t steps = 0, longest = 0, from = 0, to = 0;
    std::uint32_t named = kNone;
    for (; i < end && steps < stepsPerEvent_; ++i) {
      const StepInfo &step = profile_.steps[i];
      if (!takesPart(step, ipu)) continue;
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
    span(ipu, kStepLane, text, from, to, fmt::format(R"("cycles":{})", to - from));
    writeParts(ipu, from, parts);
    return i;
  }

  void writeParts(int ipu, std::uint64_t from, const CycleParts &parts) {
    const std::array<std::pair<const char *, std::uint64_t>, 6> all = {
        {{"sync", parts.sync},
         {"exchange", parts.exchange},
         {"global exchange", parts.globalExchange},
         {"host", parts.host},
         {"compute", parts.compute},
         {"control", parts.control}}};
    for (const auto &[text, cycles] : all) {
      if (cycles == 0) continue;
      span(ipu, kPartLane, text, from, from + cycles, "");
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
  std::uint64_t stepsPerEvent_, maxBytes_;
  double microsecondsPerCycle_;
  std::string text_;
};

} // namespace

TraceSize writeChromeTrace(const Profile &profile, std::uint64_t maxBytes, std::ostream &out) {
  TraceSize size{profile.steps.size(), 1};
  while (true) {
    const std::string text = Writer(profile, size.stepsPerEvent, maxBytes).write();
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
