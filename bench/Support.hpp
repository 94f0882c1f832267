// SPDX-License-Identifier: MIT
// What the questions share: a full IPU, tensors spread over it, native parallel loops.
#pragma once

#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>

#include <tbb/parallel_for.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

inline poplar::Device attachIpu(unsigned numIpus = 1) {
  for (auto &device : poplar::DeviceManager().getDevices(poplar::TargetType::IPU, numIpus))
    if (device.attach()) return std::move(device);
  throw std::runtime_error("no IPU is free");
}

/// A tensor of [tiles, perTile], one row a tile.
inline poplar::Tensor addRows(poplar::Graph &graph, const poplar::Type &type, std::size_t perTile,
                              const char *name) {
  const unsigned tiles = graph.getTarget().getNumTiles();
  poplar::Tensor rows = graph.addVariable(type, {tiles, perTile}, name);
  for (unsigned tile = 0; tile < tiles; ++tile)
    graph.setTileMapping(rows[tile], tile);
  return rows;
}

/// Calls body(i) for i < n, split evenly between the threads: the plain native loop.
template <class F>
void nativeFor(std::size_t n, F &&body) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, n),
      [&](const tbb::blocked_range<std::size_t> &range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i)
          body(i);
      },
      tbb::static_partitioner());
}

inline const std::string &folder() {
  static const std::string path = BENCH_FOLDER;
  return path;
}

template <class T>
void writeTensor(poplar::Engine &engine, const char *handle, const std::vector<T> &values) {
  engine.writeTensor(handle, values.data(), values.data() + values.size());
}

template <class T>
std::vector<T> readTensor(poplar::Engine &engine, const char *handle, std::size_t n) {
  std::vector<T> values(n);
  engine.readTensor(handle, values.data(), values.data() + n);
  return values;
}

} // namespace bench
