// SPDX-License-Identifier: MIT
// Exchanges: volumes, h-relations, senders and receivers, flows between tiles and IPUs, link loads.
#include "page/Flows.hpp"
#include "page/sections/Sections.hpp"

#include <algorithm>
#include <tuple>

namespace poplar_emu::report {
namespace {

using pva::internal::ExchangeInfo;
using pva::internal::TileTraffic;

constexpr std::size_t kLargest = 10;

nlohmann::json largest(std::vector<TileTraffic> tiles, std::uint32_t TileTraffic::*amount) {
  std::ranges::sort(
      tiles, {}, [&](const TileTraffic &tile) { return std::tuple(~(tile.*amount), tile.tile); });
  nlohmann::json list = nlohmann::json::array();
  for (const TileTraffic &tile : tiles)
    if (list.size() < kLargest && tile.*amount != 0) list.push_back({tile.tile, tile.*amount});
  return list;
}

std::uint32_t row(Shared &shared, const ExchangeInfo &exchange,
                  std::uint32_t TileTraffic::*amount) {
  if (exchange.tiles.empty()) return 0;
  const pva::internal::ProfileTarget &target = shared.profile.target;
  std::vector<std::uint64_t> values(target.numIpus * target.tilesPerIpu);
  for (const TileTraffic &tile : exchange.tiles)
    if (tile.tile < values.size()) values[tile.tile] = tile.*amount;
  return shared.rows.keep(std::move(values));
}

nlohmann::json exchangeJson(Shared &shared, const ExchangeInfo &exchange, std::size_t budget) {
  std::uint32_t h = 0;
  for (const TileTraffic &tile : exchange.tiles)
    h = std::max({h, tile.sentBytes, tile.receivedBytes});
  nlohmann::json ipuFlows = nlohmann::json::array(), links = nlohmann::json::array();
  for (const pva::internal::IpuFlow &flow : exchange.ipuFlows)
    ipuFlows.push_back({flow.from, flow.to, flow.bytes});
  for (const pva::internal::LinkLoad &load : exchange.links)
    links.push_back({load.link, load.bytes});
  const pva::internal::ProfileTarget &target = shared.profile.target;
  nlohmann::json json = {{"name", shared.names(exchange.name)},
                         {"bytes", exchange.totalBytes},
                         {"interIpu", exchange.interIpuBytes},
                         {"host", exchange.hostBytes},
                         {"h", h},
                         {"sent", row(shared, exchange, &TileTraffic::sentBytes)},
                         {"received", row(shared, exchange, &TileTraffic::receivedBytes)},
                         {"senders", largest(exchange.tiles, &TileTraffic::sentBytes)},
                         {"receivers", largest(exchange.tiles, &TileTraffic::receivedBytes)},
                         {"ipuFlows", std::move(ipuFlows)},
                         {"links", std::move(links)}};
  if (!exchange.flows.empty()) {
    json["matrix"] = flowMatrix(exchange.flows, target.numIpus * target.tilesPerIpu, budget);
    json["flows"] = largestFlows(exchange.flows, kLargest);
    json["numFlows"] = exchange.flows.size();
  }
  return json;
}

} // namespace

nlohmann::json exchangeSection(Shared &shared) {
  const pva::internal::Profile &profile = shared.profile;
  const std::size_t withFlows = static_cast<std::size_t>(std::ranges::count_if(
      profile.exchanges, [](const ExchangeInfo &exchange) { return !exchange.flows.empty(); }));
  const std::size_t budget = shared.budget.matrices / std::max<std::size_t>(1, withFlows);
  nlohmann::json list = nlohmann::json::array(), links = nlohmann::json::array();
  for (const ExchangeInfo &exchange : profile.exchanges)
    list.push_back(exchangeJson(shared, exchange, budget));
  for (const pva::internal::LinkInfo &link : profile.links)
    links.push_back({link.name, link.bitsPerSecond});
  return {{"list", std::move(list)}, {"links", std::move(links)}};
}

} // namespace poplar_emu::report
