// SPDX-License-Identifier: MIT
// A program on an emulated machine of real size, and what a run of it takes.
#pragma once

#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/Program.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace validate {

/// Modelled cycles of all steps of a run together.
struct Cycles {
  std::uint64_t compute = 0, exchange = 0, globalExchange = 0, host = 0, sync = 0;
  std::uint64_t tiles = 0, threads = 0; ///< of vertices on all tiles, with and without idle threads

  std::uint64_t total() const { return compute + exchange + globalExchange + host + sync; }
};

/// Of the cycle model.
enum class Constants { IpuModel, Hardware };

class Program {
 public:
  explicit Program(const poplar::IPUModel &model);
  Program(const char *architecture) : Program(poplar::IPUModel(architecture)) {}

  Cycles run(Constants constants);

  /// A variable on one tile.
  poplar::Tensor add(const poplar::Type &type, std::size_t elements, unsigned tile);
  double clock() const { return device_.getTarget().getTileClockFrequency(); }

 private:
  poplar::Device device_;

 public:
  poplar::Graph graph;
  poplar::program::Sequence sequence;
  std::function<void(poplar::Engine &)> connect; ///< streams, if there are any
};

} // namespace validate
