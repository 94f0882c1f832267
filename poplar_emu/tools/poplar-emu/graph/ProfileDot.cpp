// SPDX-License-Identifier: MIT
// Nodes and edges of the pictures.
#include "graph/ProfileDot.hpp"

#include "api/output/Dot.hpp"
#include "pva/data/ProgramTypeNames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::tool {
namespace {

using namespace pva::internal;

const char *shapeOf(ProgramType type) {
  switch (type) {
  case ProgramType::OnTileExecute:
    return "box";
  case ProgramType::DoExchange:
  case ProgramType::GlobalExchange:
    return "cds";
  case ProgramType::StreamCopyBegin:
  case ProgramType::StreamCopyMid:
  case ProgramType::StreamCopyEnd:
    return "invhouse";
  case ProgramType::Sync:
    return "underline";
  case ProgramType::If:
  case ProgramType::Switch:
  case ProgramType::OnEveryTileSwitch:
    return "diamond";
  default:
    return "oval";
  }
}

/// How often each program would be executed if all branches were taken once: loops of a known
/// length as long as they are.
std::vector<double> expectedExecutions(const Profile &profile) {
  std::vector<double> executions(profile.programs.size());
  for (const std::uint32_t entry : profile.entries)
    executions.at(entry) += 1;
  for (std::size_t p = 0; p < executions.size(); ++p) { // children stand behind their parents
    const ProgramInfo &program = profile.programs[p];
    const double times =
        executions[p] * static_cast<double>(std::max<std::uint64_t>(program.repeats, 1));
    for (const std::uint32_t child : program.children)
      executions.at(child) += times;
  }
  return executions;
}

/// Cycles of each program with everything below it. Those of a program that several others call are
/// divided among them, by how often each would execute it.
std::vector<std::uint64_t> cyclesWithin(const Profile &profile) {
  const std::vector<double> executions = expectedExecutions(profile);
  std::vector<double> cycles(profile.programs.size());
  for (const ProgramTotal &total : profile.totals)
    cycles.at(total.program) = static_cast<double>(total.parts.total());
  for (std::size_t p = cycles.size(); p-- > 0;) {
    const ProgramInfo &program = profile.programs[p];
    const double times =
        executions[p] * static_cast<double>(std::max<std::uint64_t>(program.repeats, 1));
    for (const std::uint32_t child : program.children)
      if (executions[child] > 0) cycles[p] += cycles[child] * times / executions[child];
  }
  std::vector<std::uint64_t> rounded;
  for (const double sum : cycles)
    rounded.push_back(static_cast<std::uint64_t>(std::llround(sum)));
  return rounded;
}

/// What shares are shares of. Steps of several IPUs overlap: all together they take longer than the
/// runs.
double wholeOf(const Profile &profile) {
  std::uint64_t steps = 0;
  for (const ProgramTotal &total : profile.totals)
    steps += total.parts.total();
  return static_cast<double>(std::max({profile.totalCycles, steps, std::uint64_t{1}}));
}

/// The programs with the most cycles; of equal ones those nearer to the root.
std::vector<bool> largest(const std::vector<std::uint64_t> &cycles, std::size_t maxNodes) {
  std::vector<std::size_t> order(cycles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return cycles[a] != cycles[b] ? cycles[a] > cycles[b] : a < b;
  });
  std::vector<bool> shown(cycles.size());
  for (std::size_t i = 0; i < std::min(maxNodes, order.size()); ++i)
    shown[order[i]] = true;
  return shown;
}

} // namespace

void writeProgramDot(const Profile &profile, std::size_t maxNodes, std::ostream &out) {
  const std::vector<std::uint64_t> cycles = cyclesWithin(profile);
  const std::vector<bool> shown = largest(cycles, maxNodes);
  const double whole = wholeOf(profile);
  Dot dot;
  std::map<std::uint32_t, Dot::vertex_descriptor> nodes;
  const std::function<Dot::vertex_descriptor(std::uint32_t)> draw = [&](std::uint32_t p) {
    if (const auto found = nodes.find(p); found != nodes.end()) return found->second;
    const ProgramInfo &program = profile.programs.at(p);
    std::string label = programTypeName(program.type);
    if (!program.name.empty()) label += fmt::format("\n{}", program.name);
    if (program.repeats != 0)
      label += fmt::format("\n{} time{}", program.repeats, program.repeats == 1 ? "" : "s");
    if (cycles[p] != 0)
      label += fmt::format("\n{} cycles, {:.1f}%", cycles[p],
                           100 * static_cast<double>(cycles[p]) / whole);
    const auto hidden =
        static_cast<std::size_t>(std::count_if(program.children.begin(), program.children.end(),
                                               [&](std::uint32_t child) { return !shown[child]; }));
    if (hidden != 0) label += fmt::format("\n({} not drawn)", hidden);
    const Dot::vertex_descriptor node =
        boost::add_vertex(DotNode{std::move(label), shapeOf(program.type)}, dot);
    nodes.emplace(p, node);
    for (const std::uint32_t child : program.children)
      if (shown[child]) boost::add_edge(node, draw(child), std::string(), dot);
    return node;
  };
  for (std::size_t i = 0; i < profile.entries.size(); ++i)
    if (shown.at(profile.entries[i])) {
      const auto run = boost::add_vertex(DotNode{fmt::format("run({})", i), "plaintext"}, dot);
      boost::add_edge(run, draw(profile.entries[i]), std::string(), dot);
    }
  writeDot(dot, out);
}

void writeIpuDot(const Profile &profile, std::ostream &out) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> bytes;
  for (const ProgramTotal &total : profile.totals) {
    const std::uint32_t exchange = profile.programs.at(total.program).exchange;
    if (exchange == kNone) continue;
    for (const IpuFlow &flow : profile.exchanges.at(exchange).ipuFlows)
      bytes[{flow.from, flow.to}] += flow.bytes * total.executions;
  }
  Dot dot(profile.target.numIpus);
  for (std::size_t ipu = 0; ipu < profile.target.numIpus; ++ipu)
    dot[ipu] = {fmt::format("IPU {}", ipu), "box"};
  for (const auto &[ends, sent] : bytes)
    if (ends.first < profile.target.numIpus && ends.second < profile.target.numIpus)
      boost::add_edge(ends.first, ends.second, fmt::format("{} B", sent), dot);
  writeDot(dot, out);
}

} // namespace poplar_emu::tool
