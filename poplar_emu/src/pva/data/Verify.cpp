// SPDX-License-Identifier: MIT
// Every index against the list that it points into.
#include "pva/data/Verify.hpp"

#include <fmt/format.h>

#include <span>

namespace pva::internal {
namespace {

class Verifier {
 public:
  explicit Verifier(const Profile &profile)
      : profile_(profile), numTiles_(profile.target.numIpus * profile.target.tilesPerIpu) {}

  std::string run() {
    compilation();
    programs();
    memory();
    execution();
    return problem_;
  }

 private:
  void fail(const char *what, std::uint64_t index, std::uint64_t size) {
    if (problem_.empty()) problem_ = fmt::format("{} {} of {}", what, index, size);
  }
  void inside(const char *what, std::uint64_t index, std::uint64_t size) {
    if (index >= size) fail(what, index, size);
  }
  void insideOrNone(const char *what, std::uint32_t index, std::uint64_t size) {
    if (index != kNone) inside(what, index, size);
  }
  void allInside(const char *what, std::span<const std::uint32_t> indices, std::uint64_t size) {
    for (const std::uint32_t index : indices)
      inside(what, index, size);
  }
  template <class Number>
  void byTile(const char *what, const std::vector<Number> &values) {
    if (!values.empty() && values.size() != numTiles_)
      if (problem_.empty())
        problem_ = fmt::format("{}: {} values for {} tiles", what, values.size(), numTiles_);
  }

  void compilation() {
    byTile("sync delays", profile_.target.relativeSyncDelayByTile);
    allInside("target: I/O tile", profile_.target.ioTiles, numTiles_);
    allInside("entry: program", profile_.entries, profile_.programs.size());
    for (const ComputeSetInfo &set : profile_.computeSets) {
      byTile("estimated cycles of a compute set", set.estimatedCyclesByTile);
      for (const VertexCount &count : set.vertices) {
        inside("compute set: vertex type", count.type, profile_.vertexTypes.size());
        byTile("vertices of a compute set", count.countByTile);
      }
    }
    for (const ExchangeInfo &exchange : profile_.exchanges) {
      for (const TileTraffic &traffic : exchange.tiles)
        inside("exchange: tile", traffic.tile, numTiles_);
      for (const TileFlow &flow : exchange.flows) {
        inside("exchange: tile", flow.from, numTiles_);
        inside("exchange: tile", flow.to, numTiles_);
      }
      for (const LinkLoad &load : exchange.links)
        inside("exchange: link", load.link, profile_.links.size());
    }
  }

  void programs() {
    for (std::size_t i = 0; i < profile_.programs.size(); ++i) {
      const ProgramInfo &program = profile_.programs[i];
      for (const std::uint32_t child : program.children) {
        inside("program: child", child, profile_.programs.size());
        if (child <= i) fail("program: child before its parent,", child, i);
      }
      insideOrNone("program: compute set", program.computeSet, profile_.computeSets.size());
      insideOrNone("program: exchange", program.exchange, profile_.exchanges.size());
      allInside("program: variable", program.variables, profile_.variables.size());
      allInside("program: IPU", program.ipus, profile_.target.numIpus);
    }
  }

  void memory() {
    const ProfileMemory &memory = profile_.memory;
    byTile("tile memory", memory.tiles);
    for (const TileMemory &tile : memory.tiles)
      insideOrNone("tile memory: liveness step", tile.fullestStep, memory.liveness.size());
    for (const LoweredVariable &lowered : memory.lowered) {
      inside("lowered variable: tile", lowered.tile, numTiles_);
      insideOrNone("lowered variable: variable", lowered.variable, profile_.variables.size());
    }
    for (const LivenessStep &step : memory.liveness) {
      insideOrNone("liveness step: program", step.program, profile_.programs.size());
      byTile("liveness step", step.bytesByTile);
      allInside("liveness step: variable", step.variables, profile_.variables.size());
    }
  }

  void execution() {
    for (const RunInfo &run : profile_.runs)
      if (run.firstStep > profile_.steps.size() ||
          run.numSteps > profile_.steps.size() - run.firstStep)
        fail("run: step", run.firstStep + run.numSteps, profile_.steps.size());
    for (const StepInfo &step : profile_.steps) {
      inside("step: program", step.program, profile_.programs.size());
      insideOrNone("step: cycles by tile", step.tileCycles, profile_.tileCycles.size());
      insideOrNone("step: cycles by IPU", step.ipuCycles, profile_.ipuCycles.size());
    }
    for (const IpuCycles &cycles : profile_.ipuCycles)
      if (cycles.byIpu.size() != profile_.target.numIpus)
        fail("cycles by IPU:", cycles.byIpu.size(), profile_.target.numIpus);
    for (const std::vector<std::uint64_t> &cycles : profile_.tileCycles)
      byTile("cycles by tile", cycles);
    for (const ProgramTotal &total : profile_.totals)
      inside("total: program", total.program, profile_.programs.size());
    for (const BlockInfo &block : profile_.blocks) {
      inside("block: program", block.program, profile_.programs.size());
      inside("block: tile", block.tile, numTiles_);
    }
  }

  const Profile &profile_;
  std::uint64_t numTiles_;
  std::string problem_;
};

} // namespace

std::string firstProblem(const Profile &profile) {
  return Verifier(profile).run();
}

} // namespace pva::internal
