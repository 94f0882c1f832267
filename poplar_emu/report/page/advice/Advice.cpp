// SPDX-License-Identifier: MIT
// The rules that find what limits a run; those for memory are in MemoryAdvice.cpp.
#include "page/advice/Advice.hpp"

#include "page/Costs.hpp"
#include "page/Quantities.hpp"
#include "page/advice/MemoryAdvice.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace poplar_emu::report {
namespace {

using Level = Advice::Level;
using pva::internal::kNone;
using pva::internal::Profile;

constexpr double kWorthIt = 0.10; ///< of all cycles
constexpr double kLimiting = 0.25;

Level levelOf(double share) {
  return share >= kLimiting ? Level::Limit : Level::Hint;
}

double shareOf(double cycles, const Costs &costs) {
  const std::uint64_t total = costs.parts.total();
  return total == 0 ? 0 : cycles / static_cast<double>(total);
}

/// "'halo' takes 1,234 cycles in 10 executions".
std::string dearest(const Profile &profile, const LeafCost &cost, const char *verb) {
  if (cost.total == nullptr) return {};
  return fmt::format(" '{}' {} {} cycles in {} execution{}.", nameOf(profile, cost.total->program),
                     verb, grouped(cost.cycles), grouped(cost.total->executions),
                     cost.total->executions == 1 ? "" : "s");
}

void imbalance(const Profile &profile, const Costs &costs, std::vector<Advice> &list) {
  const double share = shareOf(costs.waiting, costs);
  if (share < kWorthIt) return;
  std::string why =
      fmt::format("The average tile waits {} for the slowest tile of its step ({} cycles).",
                  percent(share), grouped(costs.waiting));
  std::string fix = "Cut the work of the slowest tiles into more vertices and map them to tiles "
                    "that wait; poputil::mapTensorLinearly spreads elements evenly.";
  if (costs.worstWaiting.total != nullptr) {
    why += dearest(profile, costs.worstWaiting, "wastes most:");
    const pva::internal::ProgramInfo &program = profile.programs[costs.worstWaiting.total->program];
    const std::uint32_t set = program.computeSet;
    const std::uint64_t ipus = program.ipus.empty() ? profile.target.numIpus : program.ipus.size();
    const std::uint64_t tiles = ipus * profile.target.tilesPerIpu;
    if (set != kNone && profile.computeSets[set].activeTiles != 0 &&
        profile.computeSets[set].activeTiles < tiles) {
      why += fmt::format(" It uses {} of {} tiles.", grouped(profile.computeSets[set].activeTiles),
                         grouped(tiles));
      fix = "Map its vertices, and the tensors that they work on, to more tiles.";
    }
  }
  list.push_back({levelOf(share), "imbalance", "Tiles wait for the slowest one", why, fix, share});
}

void workers(const Profile &profile, const Costs &costs, std::vector<Advice> &list) {
  const double share = shareOf(static_cast<double>(costs.parts.compute), costs) * costs.idleThreads;
  if (share < kWorthIt) return;
  list.push_back(
      {levelOf(share), "workers", "Workers have nothing to do",
       fmt::format("In {} of the compute cycles of tiles a worker is idle; a tile has {}.",
                   percent(costs.idleThreads), profile.target.numWorkers),
       fmt::format("Give each tile a multiple of {} vertices of the same size, or make one "
                   "MultiVertex of them.",
                   profile.target.numWorkers),
       share});
}

void exchange(const Profile &profile, const Costs &costs, std::vector<Advice> &list) {
  const double share = shareOf(static_cast<double>(costs.parts.exchange), costs);
  if (share < kWorthIt) return;
  std::string why = fmt::format("Exchange between tiles takes {} of all cycles.", percent(share)) +
                    dearest(profile, costs.exchange, "takes");
  std::string fix = "Keep data on the tile that uses it (graph.setTileMapping), and exchange less "
                    "often or fewer elements.";
  const std::uint32_t index = costs.exchange.total == nullptr
                                  ? kNone
                                  : profile.programs[costs.exchange.total->program].exchange;
  if (index != kNone && !profile.exchanges[index].tiles.empty()) {
    const pva::internal::ExchangeInfo &info = profile.exchanges[index];
    pva::internal::TileTraffic most;
    double sum = 0;
    for (const pva::internal::TileTraffic &tile : info.tiles) {
      const std::uint32_t amount = std::max(tile.sentBytes, tile.receivedBytes);
      sum += amount;
      if (amount > std::max(most.sentBytes, most.receivedBytes)) most = tile;
    }
    const std::uint32_t h = std::max(most.sentBytes, most.receivedBytes);
    const bool sends = most.sentBytes >= most.receivedBytes;
    why += fmt::format(" There tile {} {} {}.", most.tile, sends ? "sends" : "receives", bytes(h));
    if (h > 2 * sum / static_cast<double>(profile.target.numIpus * profile.target.tilesPerIpu))
      fix = fmt::format("One tile decides the time of an exchange: let more tiles {} what tile {} "
                        "does, for example in two stages.",
                        sends ? "send" : "receive", most.tile);
  }
  list.push_back({levelOf(share), "exchange", "Exchange takes much of the time", why, fix, share});
}

void sync(const Profile &profile, const Costs &costs, std::vector<Advice> &list) {
  const double share = shareOf(static_cast<double>(costs.parts.sync), costs);
  if (share < kWorthIt || costs.supersteps == 0) return;
  const std::uint64_t steps = costs.supersteps;
  list.push_back(
      {levelOf(share), "sync", "Supersteps are short",
       fmt::format("Syncs{} take {} of all cycles: {} in each of {} steps with one.",
                   profile.target.numIpus > 1 ? ", with waiting for other IPUs," : "",
                   percent(share), grouped(costs.parts.sync / steps), grouped(steps)),
       std::string("Do more between two syncs: put vertices that do not depend on each other into "
                   "one compute set, and merge copies.") +
           (profile.target.numIpus > 1 ? " Give all IPUs the same work." : ""),
       share});
}

void globalExchange(const Profile &profile, const Costs &costs, std::vector<Advice> &list) {
  const double share = shareOf(static_cast<double>(costs.parts.globalExchange), costs);
  if (share < kWorthIt) return;
  list.push_back(
      {levelOf(share), "links", "IPUs wait for their links",
       fmt::format("Exchange between IPUs takes {} of all cycles.", percent(share)) +
           dearest(profile, costs.globalExchange, "takes"),
       "Send less between IPUs: keep neighbouring data on one IPU, send in half precision, and let "
       "collectives work on few large tensors.",
       share});
}

void host(const Profile &profile, const Costs &costs, std::vector<Advice> &list) {
  const double share = shareOf(static_cast<double>(costs.parts.host), costs);
  if (share < kWorthIt) return;
  list.push_back(
      {levelOf(share), "host", "Transfers to and from the host take much of the time",
       fmt::format("They take {} of all cycles.", percent(share)) +
           dearest(profile, costs.host, "takes"),
       "Keep data on the device between runs, transfer several batches at once, and spread a "
       "stream's tensor over all tiles.",
       share});
}

void notes(const Profile &profile, std::vector<Advice> &list) {
  if (!profile.hasExecution)
    list.push_back({Level::Hint, "profile", "Nothing was run",
                    "The profile holds the compiled program alone.",
                    "Run the engine with autoReport.all or debug.instrument, then open the report "
                    "again.",
                    0});
  else if (profile.stepsDropped != 0)
    list.push_back({Level::Hint, "profile", "The timeline shows the first steps alone",
                    fmt::format("{} steps were kept, {} came after them. Sums cover all.",
                                grouped(profile.steps.size()), grouped(profile.stepsDropped)),
                    "Profile fewer runs: autoReport.executionProfileProgramRunCount.", 0});
}

} // namespace

std::vector<Advice> advise(const Profile &profile) {
  const Costs costs = costsOf(profile);
  std::vector<Advice> list;
  memoryAdvice(profile, list);
  imbalance(profile, costs, list);
  workers(profile, costs, list);
  exchange(profile, costs, list);
  sync(profile, costs, list);
  globalExchange(profile, costs, list);
  host(profile, costs, list);
  notes(profile, list);
  if (list.empty())
    list.push_back({Level::Fine, "compute", "Computing takes nearly all of the time",
                    fmt::format("Compute is {} of all cycles, spread evenly.",
                                percent(shareOf(static_cast<double>(costs.parts.compute), costs))),
                    "Only faster vertices make this program faster: vectorise their inner loops.",
                    0});
  std::ranges::stable_sort(list, [](const Advice &a, const Advice &b) {
    return a.level != b.level ? a.level < b.level : a.share > b.share;
  });
  return list;
}

nlohmann::json adviceJson(const std::vector<Advice> &list) {
  static constexpr std::array<const char *, 4> kLevels = {"problem", "limit", "hint", "fine"};
  nlohmann::json json = nlohmann::json::array();
  for (const Advice &advice : list)
    json.push_back({{"level", kLevels[static_cast<std::size_t>(advice.level)]},
                    {"topic", advice.topic},
                    {"title", advice.title},
                    {"why", advice.why},
                    {"fix", advice.fix},
                    {"share", advice.share}});
  return json;
}

} // namespace poplar_emu::report
