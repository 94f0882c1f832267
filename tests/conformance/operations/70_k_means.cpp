// SPDX-License-Identifier: MIT
// Clusters by Lloyd's rounds with library operations: distances from a product, the nearest by
// minAndArgMin, sums of members by a product with one-hot rows.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/codelets.hpp>
#include <popnn/Loss.hpp>
#include <popnn/codelets.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Encoding.hpp>
#include <popops/Gather.hpp>
#include <popops/Reduce.hpp>
#include <popops/TopK.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>
#include <vector>

using namespace poplar;
using namespace poplar::program;
using namespace popops::expr;

namespace {

constexpr std::size_t kPoints = 3000, kDims = 8, kClusters = 5;
constexpr unsigned kRounds = 12;

/// Rounds on the host, in double precision; returns the distances of points to their centres less
/// their own squares, as the device has them in its last round.
std::vector<double> hostRounds(const std::vector<float> &points, std::vector<double> &centres) {
  std::vector<double> nearest(kPoints);
  for (unsigned round = 0; round < kRounds; ++round) {
    std::vector<double> sums(centres.size()), members(kClusters);
    for (std::size_t p = 0; p < kPoints; ++p) {
      std::size_t best = 0;
      nearest[p] = HUGE_VAL;
      for (std::size_t k = 0; k < kClusters; ++k) {
        double value = 0;
        for (std::size_t d = 0; d < kDims; ++d) {
          const double c = centres[k * kDims + d];
          value += c * c - 2 * c * points[p * kDims + d];
        }
        if (value < nearest[p]) {
          nearest[p] = value;
          best = k;
        }
      }
      members[best] += 1;
      for (std::size_t d = 0; d < kDims; ++d)
        sums[best * kDims + d] += points[p * kDims + d];
    }
    for (std::size_t i = 0; i < centres.size(); ++i)
      centres[i] = sums[i] / members[i / kDims];
  }
  return nearest;
}

} // namespace

int main() {
  auto manager = DeviceManager::createDeviceManager();
  Device device;
  for (auto &candidate : manager.getDevices(TargetType::IPU, 1))
    if (candidate.attach()) {
      device = std::move(candidate);
      break;
    }
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  popnn::addCodelets(graph);
  const auto linear = VariableMappingMethod::LINEAR;
  Tensor points = graph.addVariable(FLOAT, {kPoints, kDims}, linear, "points");
  Tensor centres = graph.addVariable(FLOAT, {kClusters, kDims}, linear, "centres");

  Sequence round;
  Tensor cross = poplin::matMul(graph, points, centres.transpose(), round, FLOAT, "cross");
  Tensor norms = popops::reduce(graph, centres, {1}, {popops::Operation::SQUARE_ADD}, round);
  Tensor far = popops::map(graph, _2 - Const(2.0f) * _1, {cross, norms.expand({0})}, round, "far");
  const auto nearest = popnn::minAndArgMin(graph, far, round, "nearest");
  Tensor member = graph.addVariable(FLOAT, {kPoints, kClusters}, linear, "member");
  popops::encodeOneHot(graph, nearest.second, member, round, "member");
  Tensor sums = poplin::matMul(graph, member.transpose(), points, round, "sums");
  Tensor counts = popops::reduce(graph, member, {0}, popops::Operation::ADD, round, "counts");
  popops::mapInPlace(graph, Select(_2 / _3, _1, _3 > Const(0.0f)),
                     {centres, sums, counts.expand({1}).broadcast(kDims, 1)}, round, "move");
  Sequence prog{Repeat(kRounds, round)};

  // The points that fit least, and where they are.
  const auto worst = popops::topKWithPermutation(
      graph, prog, nearest.first, popops::TopKParams(10, true, popops::SortOrder::DESCENDING));
  Tensor outliers =
      popops::gather(graph, points, worst.second, 0, prog, popops::GatherParams(), "outliers");

  graph.createHostWrite("points", points);
  graph.createHostWrite("start", centres);
  graph.createHostRead("centres", centres);
  graph.createHostRead("worst", worst.first);
  graph.createHostRead("places", worst.second);
  graph.createHostRead("outliers", outliers);
  Engine engine(graph, prog);
  engine.load(device);

  std::mt19937 generator(5);
  std::uniform_real_distribution<float> noise(-1, 1);
  std::vector<float> host(kPoints * kDims);
  for (std::size_t i = 0; i < host.size(); ++i)
    host[i] = noise(generator) + (i / kDims % kClusters == i % kDims ? 4.0f : 0.0f);
  std::vector<double> expected(host.begin(), host.begin() + kClusters * kDims);
  engine.writeTensor("points", host.data(), host.data() + host.size());
  engine.writeTensor("start", host.data(), host.data() + kClusters * kDims);
  engine.run();

  std::vector<float> got(kClusters * kDims), values(10), rows(10 * kDims);
  std::vector<unsigned> places(10);
  engine.readTensor("centres", got.data(), got.data() + got.size());
  engine.readTensor("worst", values.data(), values.data() + 10);
  engine.readTensor("places", places.data(), places.data() + 10);
  engine.readTensor("outliers", rows.data(), rows.data() + rows.size());
  std::vector<double> fit = hostRounds(host, expected);
  const std::vector<double> unsorted = fit;
  std::sort(fit.rbegin(), fit.rend());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (std::fabs(got[i] - expected[i]) > 1e-4) return 1;
  for (std::size_t i = 0; i < 10; ++i) {
    if (std::fabs(values[i] - fit[i]) > 1e-4) return 1;
    if (std::fabs(unsorted[places[i]] - fit[i]) > 1e-4) return 1;
    for (std::size_t d = 0; d < kDims; ++d)
      if (rows[i * kDims + d] != host[places[i] * kDims + d]) return 1;
  }
  std::cout << "clusters as on the host" << std::endl;
}
