// SPDX-License-Identifier: MIT
// Joins the steps of a profile to supersteps, and equal ones to one line.
#include "ledger/Supersteps.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace poplar_emu::tool {
namespace {

using namespace pva::internal;

constexpr std::uint64_t kWordBytes = 4;

bool isExchange(ProgramType type) {
  switch (type) {
  case ProgramType::DoExchange:
  case ProgramType::GlobalExchange:
  case ProgramType::StreamCopyBegin:
  case ProgramType::StreamCopyMid:
  case ProgramType::StreamCopyEnd:
    return true;
  default:
    return false;
  }
}

/// That of the program, else its line: "stencil.cpp:41".
std::string nameOf(const ProgramInfo &program) {
  if (!program.name.empty()) return program.name;
  return program.site.substr(program.site.find_last_of('/') + 1);
}

/// One execution, while its steps are collected.
struct Execution {
  std::uint32_t exchange = kNone, compute = kNone;
  std::uint32_t data = kNone; ///< index into Profile::exchanges, as far as it is known
  CycleParts parts;

  bool isEmpty() const { return exchange == kNone && compute == kNone; }
};

class Collector {
 public:
  explicit Collector(const Profile &profile) : profile_(profile) {
    for (const ProgramTotal &total : profile.totals)
      totals_[total.program] = &total;
  }

  void add(const StepInfo &step) {
    const ProgramInfo &program = profile_.programs.at(step.program);
    if (isExchange(program.type)) {
      if (!current_.isEmpty() && !continuesTransfer(program.type) && !continuesExchange(program))
        close();
      if (current_.exchange == kNone) current_.exchange = step.program;
      if (program.exchange != kNone) current_.data = program.exchange;
    }
    if (program.type == ProgramType::OnTileExecute) {
      if (current_.compute != kNone) close();
      current_.compute = step.program;
      current_.parts += std::exchange(undecided_, {});
    }
    // A sync or a branch belongs to what it waits for.
    if (program.type == ProgramType::Sync) {
      if (current_.compute != kNone || isTransfer())
        close();
      else if (current_.exchange != kNone) {
        undecided_ += step.parts;
        return;
      }
    }
    current_.parts += step.parts;
  }

  void close() {
    if (current_.isEmpty()) {
      if (!found_.empty()) found_.back().parts += current_.parts;
    } else {
      Superstep &superstep = entryOf(current_);
      ++superstep.executions;
      superstep.parts += current_.parts;
      superstep.longest = std::max(superstep.longest, current_.parts.total());
    }
    current_ = {};
    current_.parts = std::exchange(undecided_, {});
  }

  std::vector<Superstep> take() {
    close();
    close(); // what came behind the last one
    for (Superstep &superstep : found_)
      measure(superstep);
    return std::move(found_);
  }

 private:
  /// Begin, middle and end of a stream copy are one exchange.
  bool continuesTransfer(ProgramType type) const {
    if (type != ProgramType::StreamCopyMid && type != ProgramType::StreamCopyEnd) return false;
    return current_.compute == kNone && isTransfer();
  }

  /// Between IPUs first, then within them; or where a transfer's data goes from where it came.
  bool continuesExchange(const ProgramInfo &program) const {
    return current_.compute == kNone && program.type == ProgramType::DoExchange &&
           program.exchange != kNone && program.exchange == current_.data;
  }

  /// With the host: compute sets do not wait for it as for an exchange of their own.
  bool isTransfer() const {
    if (current_.exchange == kNone) return false;
    const ProgramType type = profile_.programs[current_.exchange].type;
    return type == ProgramType::StreamCopyBegin || type == ProgramType::StreamCopyMid;
  }

  Superstep &entryOf(const Execution &execution) {
    const auto key = std::pair(execution.exchange, execution.compute);
    const auto [entry, isNew] = index_.emplace(key, found_.size());
    if (isNew) {
      const std::uint32_t named =
          execution.compute != kNone ? execution.compute : execution.exchange;
      Superstep superstep;
      superstep.name = nameOf(profile_.programs[named]);
      superstep.onIoTiles = profile_.programs[named].onIoTiles;
      superstep.ipus = profile_.programs[named].ipus;
      superstep.exchangeProgram = execution.exchange;
      superstep.computeProgram = execution.compute;
      found_.push_back(std::move(superstep));
    }
    return found_[entry->second];
  }

  void measure(Superstep &superstep) const {
    if (superstep.executions == 0) return;
    const auto executions = static_cast<double>(superstep.executions);
    superstep.w = static_cast<double>(superstep.parts.compute) / executions;
    superstep.h = 0;
    if (superstep.exchangeProgram != kNone) superstep.h = relation(superstep.exchangeProgram);
    const auto total = totals_.find(superstep.computeProgram);
    if (total == totals_.end() || total->second->executions == 0) return;
    const std::uint64_t ipus =
        superstep.ipus.empty() ? profile_.target.numIpus : superstep.ipus.size();
    const auto tiles = static_cast<double>(ipus * profile_.target.tilesPerIpu);
    if (tiles > 0)
      superstep.meanCompute = static_cast<double>(total->second->tileCycles) /
                              static_cast<double>(total->second->executions) / tiles;
  }

  std::optional<std::uint64_t> relation(std::uint32_t program) const {
    const std::uint32_t exchange = profile_.programs[program].exchange;
    if (exchange == kNone) return 0;
    const ExchangeInfo &info = profile_.exchanges.at(exchange);
    if (info.tiles.empty() && info.totalBytes != 0) return std::nullopt;
    std::uint64_t most = 0;
    for (const TileTraffic &tile : info.tiles)
      most = std::max<std::uint64_t>(most, std::max(tile.sentBytes, tile.receivedBytes));
    return (most + kWordBytes - 1) / kWordBytes;
  }

  const Profile &profile_;
  std::map<std::uint32_t, const ProgramTotal *> totals_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> index_;
  std::vector<Superstep> found_;
  Execution current_;
  CycleParts undecided_; ///< of a sync after an exchange: for its compute set, or what comes next
};

} // namespace

std::optional<double> Superstep::imbalance() const {
  if (!meanCompute || *meanCompute <= 0) return std::nullopt;
  return w / *meanCompute;
}

std::optional<double> Superstep::waiting() const {
  if (!meanCompute) return std::nullopt;
  return std::max(w - *meanCompute, 0.0);
}

std::vector<Superstep> superstepsOf(const Profile &profile) {
  Collector collector(profile);
  for (const RunInfo &run : profile.runs) {
    const std::uint64_t end =
        std::min<std::uint64_t>(run.firstStep + run.numSteps, profile.steps.size());
    for (std::uint64_t i = run.firstStep; i < end; ++i)
      collector.add(profile.steps[i]);
    collector.close();
  }
  return collector.take();
}

} // namespace poplar_emu::tool
