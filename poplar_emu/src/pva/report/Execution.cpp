// SPDX-License-Identifier: MIT
// What a report says about runs: steps by IPU and tile, blocks by tile.
#include "pva/report/Access.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pva {
namespace internal {
namespace {

struct Data {
  std::uint64_t in = 0, out = 0;
};

std::vector<Data> dataAcross(const Profile &profile, const ExchangeInfo &exchange) {
  std::vector<Data> data(profile.target.numIpus);
  for (const IpuFlow &flow : exchange.ipuFlows) {
    if (flow.from < data.size()) data[flow.from].out += flow.bytes;
    if (flow.to < data.size()) data[flow.to].in += flow.bytes;
  }
  return data;
}

std::vector<Data> dataOfTiles(const Profile &profile, const ExchangeInfo &exchange) {
  std::vector<Data> data(profile.target.numIpus);
  for (const TileTraffic &tile : exchange.tiles) {
    Data &ipu = data[tile.tile / profile.target.tilesPerIpu];
    ipu.in += tile.receivedBytes;
    ipu.out += tile.sentBytes;
  }
  return data;
}

/// Bytes by IPU: of its tiles if they were kept, else what crosses its border. A step that has
/// both kinds of exchange divides them among its two leaves.
std::vector<Data> dataByIpu(const Profile &profile, const ProgramInfo &program) {
  if (program.exchange == kNone) return std::vector<Data>(profile.target.numIpus);
  const ExchangeInfo &exchange = profile.exchanges[program.exchange];
  std::vector<Data> across = dataAcross(profile, exchange);
  const bool hasBoth = exchange.interIpuBytes != 0 && exchange.interIpuBytes < exchange.totalBytes;
  if (exchange.tiles.empty() || (hasBoth && program.type == ProgramType::GlobalExchange))
    return across;
  std::vector<Data> data = dataOfTiles(profile, exchange);
  if (hasBoth && program.type == ProgramType::DoExchange)
    for (std::size_t ipu = 0; ipu < data.size(); ++ipu) {
      data[ipu].in -= std::min(data[ipu].in, across[ipu].in);
      data[ipu].out -= std::min(data[ipu].out, across[ipu].out);
    }
  return data;
}

bool takesPart(const ProgramInfo &program, std::uint32_t ipu) {
  return program.ipus.empty() ||
         std::find(program.ipus.begin(), program.ipus.end(), ipu) != program.ipus.end();
}

/// Cycles that the tiles of an IPU work.
struct Work {
  std::uint64_t most = 0, least = 0; ///< of those that work at all
};

/// The step's compute may hold more than the vertices (launching them); that part is the same on
/// all.
std::vector<Work> workByIpu(const Profile &profile, const StepInfo &step) {
  const std::uint64_t whole = step.parts.total() - step.parts.sync;
  std::vector<Work> work(profile.target.numIpus, {whole, whole});
  if (step.ipuCycles != kNone) {
    const std::vector<std::uint64_t> &ipus = profile.ipuCycles[step.ipuCycles].byIpu;
    const std::uint64_t slowest = ipus.empty() ? 0 : *std::max_element(ipus.begin(), ipus.end());
    for (std::size_t ipu = 0; ipu < work.size(); ++ipu)
      work[ipu].most = work[ipu].least = ipus[ipu] + whole - std::min(whole, slowest);
  }
  if (step.tileCycles != kNone && !profile.tileCycles[step.tileCycles].empty()) {
    const std::vector<std::uint64_t> &tiles = profile.tileCycles[step.tileCycles];
    std::uint64_t slowest = 0;
    for (std::size_t ipu = 0; ipu < work.size(); ++ipu) {
      Work &own = work[ipu] = {};
      for (std::size_t t = 0; t < profile.target.tilesPerIpu; ++t) {
        const std::uint64_t cycles = tiles[ipu * profile.target.tilesPerIpu + t];
        if (cycles == 0) continue;
        own.least = own.most == 0 ? cycles : std::min(own.least, cycles);
        own.most = std::max(own.most, cycles);
      }
      slowest = std::max(slowest, own.most);
    }
    for (Work &own : work) {
      own.most += whole - std::min(whole, slowest);
      own.least += whole - std::min(whole, slowest);
    }
  }
  for (std::uint32_t ipu = 0; ipu < work.size(); ++ipu)
    if (!takesPart(profile.programs[step.program], ipu)) work[ipu] = {};
  return work;
}

std::vector<std::uint64_t> cyclesByTile(const Profile &profile, const StepInfo &step) {
  if (step.tileCycles != kNone) return profile.tileCycles[step.tileCycles];
  std::vector<std::uint64_t> cycles;
  for (const Work &ipu : workByIpu(profile, step))
    cycles.insert(cycles.end(), profile.target.tilesPerIpu, ipu.most);
  return cycles;
}

} // namespace

std::vector<IpuStep> Access::ipus(const Profile &profile, const StepInfo &step) {
  const ProgramInfo &program = profile.programs[step.program];
  const std::vector<Work> work = workByIpu(profile, step);
  const std::vector<Data> data = dataByIpu(profile, program);
  std::vector<IpuStep> all(profile.target.numIpus);
  for (std::uint32_t ipu = 0; ipu < all.size(); ++ipu) {
    const bool active = takesPart(program, ipu);
    const std::uint64_t start = step.cyclesFrom + (active ? step.parts.sync : 0);
    const auto set = [](CycleRange &range, std::uint64_t min, std::uint64_t max) {
      range.min_ = min;
      range.max_ = max;
    };
    const std::uint64_t end = active ? step.cyclesTo : step.cyclesFrom;
    IpuStep &result = all[ipu];
    result.cycles_ = work[ipu].most;
    result.dataIn_ = data[ipu].in;
    result.dataOut_ = data[ipu].out;
    set(result.allCycles_.from_, step.cyclesFrom, step.cyclesFrom);
    set(result.allCycles_.to_, end, end);
    set(result.activeCycles_.cyclesFrom_, start, start);
    set(result.activeCycles_.cyclesTo_, start + work[ipu].least, start + work[ipu].most);
  }
  return all;
}

std::vector<ExecutionStep> Access::steps(const ProfilePtr &profile, const Programs &programs) {
  std::vector<ExecutionStep> all;
  all.reserve(profile->steps.size());
  // Steps share the cycles of their tiles.
  std::vector<List<std::uint64_t>> tileCycles;
  for (const std::vector<std::uint64_t> &cycles : profile->tileCycles)
    tileCycles.push_back(numbers(profile, cycles));
  for (const StepInfo &info : profile->steps) {
    ExecutionStep &step = all.emplace_back();
    step.program_ = (*programs)[info.program];
    step.ipus_ = List<IpuStep>([profile, &info] { return ipus(*profile, info); });
    step.cyclesByTile_ =
        info.tileCycles != kNone
            ? tileCycles[info.tileCycles]
            : List<std::uint64_t>([profile, &info] { return cyclesByTile(*profile, info); });
    const std::uint32_t set = profile->programs[info.program].computeSet;
    if (set == kNone) continue;
    ComputeSetStep computeSet;
    computeSet.name_ = profile->computeSets[set].name;
    computeSet.estimatedCyclesByTile_ =
        numbers(profile, profile->computeSets[set].estimatedCyclesByTile);
    if (info.tileCycles != kNone) computeSet.cyclesByTile_ = tileCycles[info.tileCycles];
    step.computeSets_ = List<ComputeSetStep>(std::vector<ComputeSetStep>{computeSet});
  }
  return all;
}

std::vector<List<Block>> Access::blocksByTile(const Profile &profile, const Programs &programs) {
  // Blocks that start together stay in the order of recording: outer ones come first.
  std::vector<std::size_t> order(profile.blocks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::make_pair(profile.blocks[a].cyclesFrom, a) <
           std::make_pair(profile.blocks[b].cyclesFrom, b);
  });
  std::vector<std::vector<Block>> byTile(profile.target.numIpus * profile.target.tilesPerIpu);
  for (const std::size_t index : order) {
    const BlockInfo &info = profile.blocks[index];
    Block &block = byTile[info.tile].emplace_back();
    block.program_ = (*programs)[info.program];
    block.cyclesFrom_ = info.cyclesFrom;
    block.cyclesTo_ = info.cyclesTo;
    block.tile_ = info.tile;
    block.kind_ = static_cast<Block::Kind>(info.kind);
  }
  std::vector<List<Block>> lists;
  for (std::vector<Block> &blocks : byTile)
    lists.push_back(blocks.empty() ? List<Block>() : List<Block>(std::move(blocks)));
  return lists;
}

ExecutionReport Access::execution(const ProfilePtr &profile, const Programs &programs) {
  ExecutionReport report;
  const List<ExecutionStep> steps(std::function<std::vector<ExecutionStep>()>(
      [profile, programs] { return Access::steps(profile, programs); }));
  report.steps_ = steps;
  std::vector<Run> runs;
  for (const RunInfo &info : profile->runs) {
    Run &run = runs.emplace_back();
    run.name_ = info.name;
    run.microseconds_ = info.microseconds;
    run.steps_ = List<ExecutionStep>([steps, profile, &info] {
      const ExecutionStep *first = steps.begin() + info.firstStep;
      return std::vector<ExecutionStep>(first, first + info.numSteps);
    });
  }
  report.runs_ = List<Run>(std::move(runs));
  report.totalCycles_.total_ = profile->totalCycles;
  report.blocksByTile_ =
      List<List<Block>>([profile, programs] { return blocksByTile(*profile, programs); });
  return report;
}

} // namespace internal

List<Block> ExecutionReport::blocks(unsigned tile) const {
  return tile < blocksByTile_.size() ? blocksByTile_[tile] : List<Block>();
}

} // namespace pva
