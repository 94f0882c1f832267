// SPDX-License-Identifier: MIT
// The virtual graphs that a pipeline is built on: one an IPU, and one of its I/O tiles.
#pragma once

#include <poplar/Graph.hpp>

#include <deque>

namespace gcl::pipeline {

class Machine {
 public:
  /// Throws pipeline_error for an impossible number of I/O tiles.
  Machine(poplar::Graph &graph, unsigned numIoTiles);

  poplar::Graph &whole() { return whole_; }
  poplar::Graph &compute(unsigned ipu) { return compute_[ipu]; }
  /// The I/O tiles of an IPU; its compute tiles if there are none.
  poplar::Graph &io(unsigned ipu) { return io_.empty() ? compute_[ipu] : io_[ipu]; }
  bool hasIoTiles() const { return !io_.empty(); }
  /// A clone on the tiles of equal number of another IPU. Every element is its own.
  poplar::Tensor cloneTo(unsigned ipu, const poplar::Tensor &tensor, const std::string &name);

 private:
  poplar::Graph &whole_;
  std::deque<poplar::Graph> compute_, io_;
};

unsigned numIpus(const poplar::Graph &graph);

} // namespace gcl::pipeline
