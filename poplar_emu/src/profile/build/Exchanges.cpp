// SPDX-License-Identifier: MIT
// Exchanges of a plan: bytes by tile, by pair of tiles, and over links.
#include "profile/build/Parts.hpp"

namespace poplar_emu::profile {
namespace {

using pva::internal::ExchangeInfo;

ExchangeInfo infoOf(const plan::Plan &plan, const plan::ExchangeSummary &exchange,
                    TileDetail detail) {
  ExchangeInfo info;
  info.totalBytes = exchange.totalBytes;
  info.interIpuBytes = exchange.interIpuBytes;
  for (const plan::IpuFlow &flow : exchange.flows)
    info.ipuFlows.push_back({flow.from, flow.to, flow.bytes});
  for (const plan::LinkLoad &load : exchange.links)
    info.links.push_back({load.link, load.bytes});
  if (detail == TileDetail::Drop || exchange.detail == plan::kNone) return info;
  const plan::ExchangeDetail &kept = plan.exchangeDetails[exchange.detail];
  for (const plan::TileTraffic &tile : kept.tiles)
    info.tiles.push_back({tile.tile, tile.sentBytes, tile.receivedBytes, tile.internalCode,
                          tile.globalCode, tile.hostCode});
  for (const plan::TileFlow &flow : kept.flows)
    info.flows.push_back({flow.from, flow.to, flow.bytes});
  return info;
}

} // namespace

const plan::ExchangeSummary *exchangeOf(const plan::Plan &plan, const StepTable &table,
                                        std::uint32_t step) {
  const auto [kind, payload] = table.stepAt(step);
  switch (kind) {
  case plan::StepKind::Compute:
    return &plan.computes[payload].exchange;
  case plan::StepKind::Copy:
    return &plan.copies[payload].exchange;
  case plan::StepKind::StreamRead:
    return &plan.streamSteps[payload].exchange;
  case plan::StepKind::RemoteRead:
    return &plan.remoteSteps[payload].exchange;
  default:
    return &plan.crossReplicaCopies[payload].exchange;
  }
}

std::vector<std::uint32_t> addExchanges(const plan::Plan &plan, const StepTable &table,
                                        TileDetail detail, pva::internal::Profile &profile) {
  for (const plan::Link &link : plan.links)
    profile.links.push_back({link.name, link.bitsPerSecond});
  std::vector<std::uint32_t> indices(table.size(), pva::internal::kNone);
  for (std::uint32_t step = 0; step < table.size(); ++step) {
    const auto [kind, payload] = table.stepAt(step);
    const plan::ExchangeSummary &exchange = *exchangeOf(plan, table, step);
    ExchangeInfo info = infoOf(plan, exchange, detail);
    switch (kind) {
    case plan::StepKind::Compute:
      info.name = plan.computes[payload].name;
      break;
    case plan::StepKind::Copy:
      info.name = plan.copies[payload].name;
      break;
    case plan::StepKind::StreamRead:
      info.name = plan.streams[plan.streamSteps[payload].stream].handle;
      info.hostBytes = plan.streamSteps[payload].bytes;
      break;
    case plan::StepKind::RemoteRead:
      info.name = plan.remoteBuffers[plan.remoteSteps[payload].buffer].handle;
      info.hostBytes = plan.remoteSteps[payload].moves.totalBytes;
      break;
    default:
      info.name = plan.crossReplicaCopies[payload].name;
    }
    if (info.totalBytes == 0 && info.hostBytes == 0) continue;
    indices[step] = static_cast<std::uint32_t>(profile.exchanges.size());
    profile.exchanges.push_back(std::move(info));
  }
  return indices;
}

} // namespace poplar_emu::profile
