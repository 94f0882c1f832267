// SPDX-License-Identifier: MIT
// Cuts steps where the number of working tiles changes.
#include "profile/print/Intervals.hpp"

#include "pva/data/Traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

namespace poplar_emu::profile {
namespace {

using pva::internal::kNone;
using pva::internal::Profile;
using pva::internal::ProgramType;
using pva::internal::StepInfo;

class Printer {
 public:
  Printer(std::ostream &out, const Profile &profile)
      : out_(out), profile_(profile),
        numTiles_(profile.target.numIpus * profile.target.tilesPerIpu) {}

  void print(const StepInfo &step) {
    const pva::internal::ProgramInfo &program = profile_.programs[step.program];
    switch (program.type) {
    case ProgramType::OnTileExecute:
      return printCompute(step, program.computeSet);
    case ProgramType::Sync:
      return line(step.cyclesFrom, step.cyclesTo, 0, 0, 0);
    default:
      return printExchange(step, program);
    }
  }

 private:
  void line(std::uint64_t begin, std::uint64_t end, std::uint64_t compute, std::uint64_t exchange,
            std::uint64_t bytes) {
    if (begin < end)
      out_ << fmt::format("{},{},{},{},{},{}\n", begin, end, compute, exchange,
                          numTiles_ - compute - exchange, bytes);
  }

  void printExchange(const StepInfo &step, const pva::internal::ProgramInfo &program) {
    if (program.exchange == kNone) return line(step.cyclesFrom, step.cyclesTo, 0, 0, 0);
    const pva::internal::ExchangeInfo &info = profile_.exchanges[program.exchange];
    const std::uint64_t tiles = info.tiles.empty() ? numTiles_ : info.tiles.size();
    const pva::internal::LeafBytes bytes = pva::internal::bytesOf(program, info);
    line(step.cyclesFrom, step.cyclesTo, 0, tiles, bytes.moved + bytes.host);
  }

  void printCompute(const StepInfo &step, std::uint32_t set) {
    std::vector<std::uint64_t> busy; // cycles of tiles that have any, ascending
    if (step.tileCycles != kNone)
      busy = profile_.tileCycles[step.tileCycles];
    else if (set != kNone)
      busy = profile_.computeSets[set].estimatedCyclesByTile;
    std::erase(busy, 0u);
    std::sort(busy.begin(), busy.end());
    if (busy.empty())
      return line(step.cyclesFrom, step.cyclesTo,
                  set == kNone ? numTiles_ : profile_.computeSets[set].activeTiles, 0, 0);
    const std::uint64_t length = step.cyclesTo - step.cyclesFrom;
    // What the step takes besides its vertices comes first, and all its tiles take part.
    const std::uint64_t start = step.cyclesTo - std::min(busy.back(), length);
    line(step.cyclesFrom, start, busy.size(), 0, 0);
    std::uint64_t now = 0;
    for (std::size_t i = 0; i < busy.size(); ++i) {
      const std::uint64_t until = std::min(busy[i], length);
      line(start + now, start + until, busy.size() - i, 0, 0);
      now = until;
    }
  }

  std::ostream &out_;
  const Profile &profile_;
  std::uint64_t numTiles_;
};

} // namespace

void printIntervals(std::ostream &out, const Profile &profile) {
  out << "begin,end,compute,exchange,sync,bytes\n";
  Printer printer(out, profile);
  for (const StepInfo &step : profile.steps)
    printer.print(step);
}

} // namespace poplar_emu::profile
