// SPDX-License-Identifier: MIT
// The search for the cheapest blocks that fit a tile.
#include "matmul/Plan.hpp"
#include "support/Arithmetic.hpp"

#include <algorithm>
#include <vector>

namespace poplin {

using popops::support::divideUp;

namespace {

/// Rows that the workers of a tile do side by side, twice.
constexpr std::size_t kRowGrain = 12;
/// Sync, and the start of an exchange and of the vertices.
constexpr double kSuperstepCycles = 300;

/// Multiples of the grain that differ in the number of blocks they give, and the whole size.
std::vector<std::size_t> blockSizes(std::size_t size, std::size_t grain) {
  std::vector<std::size_t> sizes;
  if (size <= grain) return {std::max<std::size_t>(size, 1)};
  for (std::size_t grains = 1; grains * grain < size; ++grains) {
    if (grains > 16 && grains % (grains / 8) != 0) continue;
    const std::size_t block = grains * grain;
    if (sizes.empty() || divideUp(size, block) < divideUp(size, sizes.back()))
      sizes.push_back(block);
  }
  sizes.push_back(size);
  return sizes;
}

class Search {
 public:
  Search(const poplar::Target &target, const Problem &problem, double memoryProportion)
      : problem_(problem), tiles_(target.getNumTiles()),
        memory_(memoryProportion * target.getBytesPerTile()) {}

  Plan run() {
    for (const std::size_t m : blockSizes(problem_.m, kRowGrain))
      for (const std::size_t n : blockSizes(problem_.n, kPanel)) {
        const std::size_t across = problem_.groups * divideUp(problem_.m, m) *
                                   std::max<std::size_t>(divideUp(problem_.n, n), 1);
        // Blocks beyond the number of tiles only add overhead to larger ones.
        if (across > 4 * tiles_ && (m < problem_.m || n < problem_.n)) continue;
        tryDepths(m, n, std::max<std::size_t>(across, 1));
      }
    if (!found_)
      tryDepths(std::max<std::size_t>(problem_.m, 1), std::max<std::size_t>(problem_.n, 1),
                problem_.groups);
    return best_;
  }

 private:
  void tryDepths(std::size_t m, std::size_t n, std::size_t across) {
    const std::size_t most = std::max<std::size_t>(1, tiles_ / across);
    for (std::size_t splits = 1; splits <= most; splits = std::max(splits + 1, splits * 5 / 4)) {
      const std::size_t perSplit = divideUp(std::max<std::size_t>(problem_.k, 1), splits);
      if (splits > 1 && perSplit < kPanel) break;
      for (std::size_t steps = 1; steps == 1 || perSplit >= steps * kPanel; steps *= 2)
        if (consider(m, n, splits, steps)) break;
    }
  }

  /// Whether the plan fits, so that more steps would only cost time.
  bool consider(std::size_t m, std::size_t n, std::size_t splits, std::size_t steps) {
    const std::size_t k = std::max<std::size_t>(problem_.k, 1);
    Plan plan{};
    plan.m = m;
    plan.n = n;
    // Depths are multiples of what a product unit sums at once, so that plans round alike.
    plan.depth = divideUp(k, splits * steps);
    if (splits * steps > 1) plan.depth = divideUp(plan.depth, kPanel) * kPanel;
    plan.depthBlocks = divideUp(k, plan.depth);
    plan.steps = std::min(steps, plan.depthBlocks);
    plan.splits = divideUp(plan.depthBlocks, plan.steps);
    plan.mBlocks = divideUp(problem_.m, m);
    plan.nBlocks = divideUp(problem_.n, n);
    estimate(plan);
    const bool fits = plan.bytes <= memory_;
    const bool bestFits = found_ && best_.bytes <= memory_;
    if (!found_ || (fits && !bestFits) || (fits && plan.cycles < best_.cycles) ||
        (!fits && !bestFits && plan.bytes < best_.bytes))
      best_ = plan;
    found_ = true;
    return fits;
  }

  void estimate(Plan &plan) const {
    const double inBytes = problem_.in == poplar::HALF ? 2 : 4;
    const double partialBytes = problem_.partial == poplar::HALF ? 2 : 4;
    const double outBytes = problem_.out == poplar::HALF ? 2 : 4;
    const double m = plan.m, n = plan.n, depth = plan.depth;
    const double perTile = divideUp(std::max<std::size_t>(plan.units(problem_), 1), tiles_);
    // A tile multiplies 16 floats or 64 halves a cycle and receives 4 bytes a cycle.
    const double products = 16 * inBytes / 4;
    const double rate = problem_.in == poplar::HALF ? 64 : products;
    const double work = divideUp(plan.m, kRowGrain / 2) * (kRowGrain / 2.0) *
                        divideUp(plan.n, kPanel) * kPanel * depth / rate;
    const double operands = (m * depth + depth * n) * inBytes;
    plan.cycles = plan.steps * (perTile * (work + operands / 4 + 50) + kSuperstepCycles);
    const double whole = (double(problem_.m) * problem_.k + double(problem_.k) * problem_.n) *
                         problem_.groups * inBytes;
    const double results = perTile * m * n * outBytes;
    const double sums = plan.writesResult(problem_) ? 0 : perTile * m * n * partialBytes;
    plan.bytes = whole / tiles_ + perTile * operands + results + sums;
    if (plan.writesResult(problem_)) return;
    // A tile adds its share of the sums of each block, received from the others.
    plan.cycles += kSuperstepCycles + perTile * m * n * (partialBytes / 4 + 0.5);
    plan.bytes += sums;
  }

  const Problem &problem_;
  std::size_t tiles_;
  double memory_;
  Plan best_{};
  bool found_ = false;
};

} // namespace

Plan makePlan(const poplar::Target &target, const Problem &problem, double memoryProportion) {
  return Search(target, problem, memoryProportion).run();
}

} // namespace poplin
