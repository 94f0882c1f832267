// SPDX-License-Identifier: MIT
// Adds flows up over blocks of tiles.
#include "page/Flows.hpp"

#include "page/Encode.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace poplar_emu::report {

namespace {

std::vector<BinnedFlow> sumUp(std::vector<BinnedFlow> flows, std::uint32_t bin) {
  for (BinnedFlow &flow : flows)
    flow = {flow.from / bin, flow.to / bin, flow.bytes};
  std::ranges::sort(flows, {}, [](const BinnedFlow &flow) { return std::tie(flow.from, flow.to); });
  std::vector<BinnedFlow> sums;
  for (const BinnedFlow &flow : flows)
    if (!sums.empty() && sums.back().from == flow.from && sums.back().to == flow.to)
      sums.back().bytes += flow.bytes;
    else
      sums.push_back(flow);
  return sums;
}

} // namespace

std::vector<BinnedFlow> binned(const std::vector<pva::internal::TileFlow> &flows,
                               std::uint32_t bin) {
  std::vector<BinnedFlow> all;
  all.reserve(flows.size());
  for (const pva::internal::TileFlow &flow : flows)
    all.push_back({flow.from, flow.to, flow.bytes});
  return sumUp(std::move(all), bin);
}

nlohmann::json flowMatrix(const std::vector<pva::internal::TileFlow> &flows, std::size_t tiles,
                          std::size_t budget) {
  std::vector<BinnedFlow> sums = binned(flows, 1);
  for (std::uint32_t bin = 1;; bin *= 2, sums = sumUp(std::move(sums), 2)) {
    // Three bytes each at least.
    if (sums.size() * 3 > budget && bin < tiles) continue;
    Column from, to, bytes;
    std::uint32_t before = 0;
    std::int64_t offset = 0;
    for (const BinnedFlow &flow : sums) {
      from.add(flow.from - before);
      before = flow.from;
      // Most tiles send to a fixed distance: the change of the distance is 0.
      const auto distance =
          static_cast<std::int64_t>(flow.to) - static_cast<std::int64_t>(flow.from);
      to.addSigned(distance - offset);
      offset = distance;
      bytes.add(flow.bytes);
    }
    if (from.size() + to.size() + bytes.size() <= budget || bin >= tiles)
      return {{"bin", bin}, {"from", from.text()}, {"to", to.text()}, {"bytes", bytes.text()}};
  }
}

nlohmann::json largestFlows(const std::vector<pva::internal::TileFlow> &flows, std::size_t count) {
  std::vector<pva::internal::TileFlow> largest(std::min(count, flows.size()));
  std::partial_sort_copy(
      flows.begin(), flows.end(), largest.begin(), largest.end(), [](const auto &a, const auto &b) {
        return std::tuple(b.bytes, a.from, a.to) < std::tuple(a.bytes, b.from, b.to);
      });
  nlohmann::json list = nlohmann::json::array();
  for (const pva::internal::TileFlow &flow : largest)
    list.push_back({flow.from, flow.to, flow.bytes});
  return list;
}

} // namespace poplar_emu::report
