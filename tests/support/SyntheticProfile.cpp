// SPDX-License-Identifier: MIT
// A stencil on one IPU, a pipeline on several.
#include "support/SyntheticProfile.hpp"

#include "support/SyntheticMemory.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace poplar_emu::synthetic {
namespace {

using namespace pva::internal;

class Maker {
 public:
  explicit Maker(const Shape &shape) : shape_(shape), clock_(shape.numIpus) {
    profile_.versionMajor = 3;
    profile_.versionMinor = 4;
    profile_.packageHash = "0123456789";
    profile_.cycleModel = "hardware";
    profile_.computeInstrumentation = "tile";
    profile_.externalExchangeInstrumentation = "tile";
    profile_.target = {
        "IPU", "ipu2", shape.numIpus, 1, shape.tilesPerIpu, 6, 638'976, 212'992, 1.325e9, 40, {}};
    profile_.constants = {{"exchangeBytesPerCycle", "bytes", "IPU programmer's guide", 4},
                          {"launchCycles", "cycles", "validation row V09", 19}};
    profile_.numVertices = tiles() * 12ull;
    profile_.numEdges = tiles() * 60ull;
    profile_.vertexTypes = {{"Relax<float>", 40, 1280},
                            {"poplin::MatMul<half,half>", 64, 5120},
                            {"popops::Reduce<Add,float>", 32, 960},
                            {"Copy", 12, 256}};
    node(ProgramType::Sequence, "");
  }

  Profile finish() {
    for (const auto &[program, total] : totals_)
      profile_.totals.push_back(total);
    RunInfo run;
    run.name = "training step";
    run.cycles = *std::ranges::max_element(clock_);
    run.microseconds = static_cast<std::uint64_t>(static_cast<double>(run.cycles) / 1325);
    run.numSteps = profile_.steps.size();
    for (std::uint32_t ipu = 0; ipu < shape_.numIpus; ++ipu) {
      CycleParts parts = partsByIpu_[ipu];
      parts.sync += run.cycles - parts.total();
      run.partsByIpu.push_back(parts);
    }
    profile_.runs = {run};
    profile_.totalCycles = run.cycles;
    profile_.hasExecution = true;
    profile_.entries = {0};
    addMemory(profile_, shape_);
    return std::move(profile_);
  }

  std::uint32_t tiles() const { return shape_.numIpus * shape_.tilesPerIpu; }

  std::uint32_t node(ProgramType type, const std::string &name, std::uint32_t parent = kNone,
                     std::vector<std::uint32_t> ipus = {}) {
    const auto id = static_cast<std::uint32_t>(profile_.programs.size());
    ProgramInfo program;
    program.type = type;
    program.name = name;
    program.ipus = std::move(ipus);
    program.site = "model.cpp:" + std::to_string(40 + id);
    profile_.programs.push_back(program);
    if (parent != kNone) profile_.programs[parent].children.push_back(id);
    return id;
  }
  ProgramInfo &program(std::uint32_t id) { return profile_.programs[id]; }

  /// On tiles [first, end): a base and a ragged part.
  std::uint32_t compute(const std::string &name, std::uint32_t parent, std::uint32_t type,
                        std::vector<std::uint32_t> ipus = {}) {
    const std::uint32_t id = node(ProgramType::OnTileExecute, name, parent, std::move(ipus));
    ComputeSetInfo set;
    set.name = name;
    set.activeTiles = tiles();
    set.vertices.push_back({type, 6ull * tiles(), {}, 6'000ull * tiles()});
    if (type == 0) set.vertices.push_back({3, tiles(), {}, 120ull * tiles()});
    program(id).computeSet = static_cast<std::uint32_t>(profile_.computeSets.size());
    profile_.computeSets.push_back(set);
    return id;
  }

  std::uint32_t exchange(ProgramType type, const std::string &name, std::uint32_t parent,
                         std::vector<std::uint32_t> ipus = {}) {
    const std::uint32_t id = node(type, name, parent, std::move(ipus));
    program(id).exchange = static_cast<std::uint32_t>(profile_.exchanges.size());
    profile_.exchanges.push_back({name, 0, 0, 0, {}, {}, {}, {}});
    return id;
  }
  ExchangeInfo &exchangeOf(std::uint32_t id) { return profile_.exchanges[program(id).exchange]; }

  void flow(std::uint32_t id, std::uint32_t from, std::uint32_t to, std::uint32_t bytes) {
    exchangeOf(id).flows.push_back({from, to, bytes});
  }

  /// Sorts flows, and adds up what follows from them.
  void close(std::uint32_t id) {
    ExchangeInfo &info = exchangeOf(id);
    std::map<std::uint32_t, TileTraffic> traffic;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> between;
    std::ranges::sort(info.flows, {}, [](const TileFlow &f) { return std::pair(f.from, f.to); });
    for (const TileFlow &flow : info.flows) {
      info.totalBytes += flow.bytes;
      traffic[flow.from].sentBytes += flow.bytes;
      traffic[flow.to].receivedBytes += flow.bytes;
      const std::uint32_t a = flow.from / shape_.tilesPerIpu, b = flow.to / shape_.tilesPerIpu;
      if (a != b) between[{a, b}] += flow.bytes;
    }
    for (auto &[tile, amounts] : traffic)
      info.tiles.push_back({tile, amounts.sentBytes, amounts.receivedBytes});
    for (const auto &[pair, bytes] : between) {
      info.interIpuBytes += bytes;
      info.ipuFlows.push_back({pair.first, pair.second, bytes});
      info.links.push_back({link(pair.first, pair.second), bytes});
    }
  }

  std::uint64_t words(std::uint32_t id) {
    std::uint64_t most = 0;
    for (const TileTraffic &tile : exchangeOf(id).tiles)
      most = std::max<std::uint64_t>({most, tile.sentBytes, tile.receivedBytes});
    return (most + 3) / 4;
  }

  /// Executes a leaf on its IPUs, which first wait for each other.
  void step(std::uint32_t id, CycleParts parts, std::vector<std::uint64_t> row = {}) {
    std::vector<std::uint32_t> ipus = program(id).ipus;
    if (ipus.empty())
      for (std::uint32_t ipu = 0; ipu < shape_.numIpus; ++ipu)
        ipus.push_back(ipu);
    std::uint64_t from = 0;
    for (const std::uint32_t ipu : ipus)
      from = std::max(from, clock_[ipu]);
    std::uint64_t tileSum = 0;
    std::uint32_t index = kNone;
    if (!row.empty()) {
      for (const std::uint64_t cycles : row)
        tileSum += cycles;
      index = static_cast<std::uint32_t>(profile_.tileCycles.size());
      if (shape_.distinctRows || rowOf_.find(id) == rowOf_.end()) {
        profile_.tileCycles.push_back(std::move(row));
        rowOf_[id] = index;
      } else {
        index = rowOf_[id];
      }
    }
    profile_.steps.push_back({id, from, from + parts.total(), parts, index});
    for (const std::uint32_t ipu : ipus) {
      clock_[ipu] = from + parts.total();
      partsByIpu_[ipu] += parts;
    }
    ProgramTotal &total = totals_[id];
    total.program = id;
    ++total.executions;
    total.parts += parts;
    total.tileCycles += tileSum;
    total.threadCycles += tileSum * 4 / 5;
  }

  /// Cycles by tile: `base`, `ragged` of it by a fixed pseudo-random rule; zero on other IPUs.
  void computeStep(std::uint32_t id, std::uint64_t base, std::uint64_t ragged) {
    const std::vector<std::uint32_t> &ipus = program(id).ipus;
    std::vector<std::uint64_t> row(tiles());
    const std::uint64_t salt = shape_.distinctRows ? profile_.steps.size() : id;
    std::uint64_t most = 0;
    for (std::uint32_t tile = 0; tile < tiles(); ++tile) {
      const std::uint32_t ipu = tile / shape_.tilesPerIpu;
      if (!ipus.empty() && std::ranges::find(ipus, ipu) == ipus.end()) continue;
      std::uint64_t bits = (tile + 1) * 0x9E3779B97F4A7C15u + salt * 0xC2B2AE3D27D4EB4Fu;
      bits ^= bits >> 29;
      row[tile] = base + (ragged == 0 ? 0 : (bits * 0xBF58476D1CE4E5B9u >> 33) % ragged) +
                  tile % shape_.tilesPerIpu * base / (4ull * shape_.tilesPerIpu);
      most = std::max(most, row[tile]);
    }
    CycleParts parts;
    parts.compute = most + 19;
    step(id, parts, std::move(row));
  }

  void exchangeStep(std::uint32_t id) {
    CycleParts parts;
    parts.sync = 40;
    const ProgramType type = program(id).type;
    if (type == ProgramType::GlobalExchange) {
      parts.sync = 320;
      parts.globalExchange = 200 + exchangeOf(id).interIpuBytes / 11;
    } else if (type == ProgramType::DoExchange) {
      parts.exchange = 12 + words(id);
    } else {
      parts.sync = 1'200;
      parts.host = 900 + exchangeOf(id).hostBytes / 160;
    }
    step(id, parts);
  }

  void block(std::uint32_t id, std::uint64_t from, std::uint64_t to) {
    profile_.blocks.push_back({id, 0, from, to, BlockInfo::Kind::Common});
  }
  std::uint64_t now(std::uint32_t ipu = 0) const { return clock_[ipu]; }
  std::uint32_t numSteps() const { return static_cast<std::uint32_t>(profile_.steps.size()); }

 private:
  std::uint32_t link(std::uint32_t from, std::uint32_t to) {
    const auto [place, added] =
        links_.emplace(std::pair(from, to), static_cast<std::uint32_t>(profile_.links.size()));
    if (added)
      profile_.links.push_back({"IPU " + std::to_string(from) + " -> IPU " + std::to_string(to) +
                                    (from / 2 == to / 2 ? " (card)" : " (rung)"),
                                from / 2 == to / 2 ? 467'000'000'000u : 233'000'000'000u});
    return place->second;
  }

  Shape shape_;
  Profile profile_;
  std::vector<std::uint64_t> clock_;
  std::map<std::uint32_t, ProgramTotal> totals_;
  std::map<std::uint32_t, CycleParts> partsByIpu_;
  std::map<std::uint32_t, std::uint32_t> rowOf_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> links_;
};

void stencil(Maker &maker, const Shape &shape) {
  const std::uint32_t tiles = shape.tilesPerIpu, side = 32;
  const std::uint32_t in = maker.exchange(ProgramType::StreamCopyMid, "grid/from-host", 0);
  maker.exchangeOf(in).hostBytes = tiles * 4'096ull;
  maker.exchangeOf(in).totalBytes = tiles * 12'288ull; // rearranged afterwards
  const std::uint32_t loop = maker.node(ProgramType::Repeat, "iterations", 0);
  const std::uint32_t block = maker.node(ProgramType::Block, "jacobi sweep", loop);
  const std::uint32_t halo = maker.exchange(ProgramType::DoExchange, "jacobi/halo", block);
  const std::uint32_t relax = maker.compute("jacobi/relax", block, 0);
  const std::uint32_t gather = maker.exchange(ProgramType::DoExchange, "norm/gather", block);
  const std::uint32_t norm = maker.compute("norm/reduce", block, 2);
  for (std::uint32_t tile = 0; tile < tiles; ++tile) {
    for (const std::uint32_t to : {tile + 1, tile + side})
      if (to < tiles) {
        maker.flow(halo, tile, to, 512);
        maker.flow(halo, to, tile, 512);
      }
    maker.flow(gather, tile, tile / 46 * 46, 16 + tile % 4 * 4);
  }
  maker.close(halo);
  maker.close(gather);
  maker.exchangeStep(in);
  // A part that is compiled and never run: it makes tree and liveness long.
  const std::uint32_t unused = maker.node(ProgramType::Sequence, "backward pass", 0);
  for (std::uint32_t i = 0; i < shape.numSteps / 8; ++i)
    maker.node(ProgramType::OnTileExecute, "layer" + std::to_string(i) + "/gradient", unused);
  std::uint32_t iterations = 0;
  do {
    const std::uint64_t from = maker.now();
    maker.exchangeStep(halo);
    maker.computeStep(relax, 700 + 40 * (iterations % 6), 90);
    maker.exchangeStep(gather);
    maker.computeStep(norm, 60, 24);
    maker.block(block, from, maker.now());
    ++iterations;
  } while (maker.numSteps() + 4 < shape.numSteps);
  maker.program(loop).repeats = iterations;
}

void pipeline(Maker &maker, const Shape &shape) {
  const std::uint32_t ipus = shape.numIpus, perIpu = shape.tilesPerIpu;
  const std::uint32_t loop = maker.node(ProgramType::Repeat, "micro-batches", 0);
  std::vector<std::uint32_t> stages, sends, blocks;
  for (std::uint32_t ipu = 0; ipu < ipus; ++ipu) {
    const std::string name = "stage" + std::to_string(ipu);
    blocks.push_back(maker.node(ProgramType::Block, name, loop, {ipu}));
    stages.push_back(maker.compute(name + "/matmul", blocks.back(), 1, {ipu}));
    if (ipu + 1 == ipus) break;
    sends.push_back(
        maker.exchange(ProgramType::GlobalExchange, name + "/send", loop, {ipu, ipu + 1}));
    for (std::uint32_t i = 0; i < perIpu; i += 4)
      maker.flow(sends.back(), ipu * perIpu + i, (ipu + 1) * perIpu + (i * 7) % perIpu, 256);
    maker.close(sends.back());
  }
  const std::uint32_t reduce =
      maker.exchange(ProgramType::GlobalExchange, "gradients/all-reduce", 0);
  for (std::uint32_t a = 0; a < ipus; ++a)
    for (std::uint32_t i = 0; i < perIpu; i += 8)
      maker.flow(reduce, a * perIpu + i, (a + 1) % ipus * perIpu + i, 1'024);
  maker.close(reduce);
  const std::uint32_t update = maker.compute("optimiser/update", 0, 2);
  std::uint32_t batches = 0;
  do {
    for (std::uint32_t ipu = 0; ipu < ipus; ++ipu) {
      const std::uint64_t from = maker.now(ipu);
      maker.computeStep(stages[ipu], 3'000 + 700 * ipu, 400);
      maker.block(blocks[ipu], from, maker.now(ipu));
      if (ipu + 1 < ipus) maker.exchangeStep(sends[ipu]);
    }
    ++batches;
  } while (maker.numSteps() + 2 * ipus + 2 < shape.numSteps);
  maker.program(loop).repeats = batches;
  maker.exchangeStep(reduce);
  maker.computeStep(update, 900, 60);
}

} // namespace

pva::internal::Profile makeProfile(const Shape &shape) {
  Maker maker(shape);
  if (shape.numIpus == 1)
    stencil(maker, shape);
  else
    pipeline(maker, shape);
  return maker.finish();
}

} // namespace poplar_emu::synthetic
