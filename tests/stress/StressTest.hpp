// SPDX-License-Identifier: MIT
// What the stress tests share: a device of n IPUs, and a ring in which every tile adds its
// neighbour's data to its own.
#pragma once

#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <vector>

namespace stress {

inline poplar::Device attachedDevice(unsigned numIpus) {
  auto manager = poplar::DeviceManager::createDeviceManager();
  for (poplar::Device &device : manager.getDevices(poplar::TargetType::IPU, numIpus))
    if (device.attach()) return std::move(device);
  throw poplar::poplar_error("no free device");
}

struct Ring {
  poplar::Graph graph;
  poplar::Tensor values; // [tiles][perTile]
  poplar::program::Sequence superstep;
  unsigned numTiles;
  unsigned perTile;

  Ring(const poplar::Target &target, unsigned elementsPerTile)
      : graph(target), numTiles(target.getNumTiles()), perTile(elementsPerTile) {
    graph.addCodelets(STRESS_CODELETS);
    values = graph.addVariable(poplar::UNSIGNED_INT, {numTiles, perTile}, "values");
    poplar::Tensor next = graph.addVariable(poplar::UNSIGNED_INT, {numTiles, perTile}, "next");
    poplar::ComputeSet step = graph.addComputeSet("step");
    for (unsigned tile = 0; tile < numTiles; ++tile) {
      graph.setTileMapping(values[tile], tile);
      graph.setTileMapping(next[tile], tile);
      graph.setTileMapping(graph.addVertex(step, "AddNeighbour",
                                           {{"own", values[tile]},
                                            {"neighbour", values[(tile + 1) % numTiles]},
                                            {"out", next[tile]}}),
                           tile);
    }
    superstep.add(poplar::program::Execute(step));
    superstep.add(poplar::program::Copy(next, values));
    graph.createHostWrite("values", values);
    graph.createHostRead("values", values);
  }

  /// The same with plain loops; arithmetic is modulo 2^32 in both.
  static std::vector<unsigned> expected(std::vector<unsigned> ring, unsigned perTile,
                                        unsigned steps) {
    std::vector<unsigned> next(ring.size());
    for (unsigned step = 0; step < steps; ++step) {
      for (std::size_t i = 0; i < ring.size(); ++i)
        next[i] = ring[i] + ring[(i + perTile) % ring.size()];
      ring.swap(next);
    }
    return ring;
  }
};

inline std::vector<unsigned> counting(std::size_t n, unsigned seed) {
  std::vector<unsigned> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<unsigned>(i) * 2654435761u + seed;
  return values;
}

} // namespace stress
