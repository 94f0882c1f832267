// SPDX-License-Identifier: MIT
// Random variables, mappings and views.
#include "ElementTypes.hpp"
#include "RandomGraph.hpp"

#include <algorithm>
#include <numeric>

namespace differential {

using reference::Shape;

void RandomGraph::addVariable(unsigned type) {
  Shape shape(pick(4));
  for (std::size_t &extent : shape)
    extent = 1 + pick(7);
  const unsigned id = numVariables();
  Pair whole{graph_.addVariable(elementTypes()[type].type, shape, "v" + std::to_string(id)),
             reference::variable(id, shape)};
  mapRandomly(whole);
  variables_.push_back({whole, type});
}

void RandomGraph::mapRandomly(const Pair &pair) {
  const std::size_t n = pair.model.elements.size();
  graph_.setTileMapping(pair.tensor, pick(numTiles_));
  if (chance(25)) return;
  // Random cuts of the flattened tensor, or element by element at random.
  const unsigned cuts = chance(20) ? static_cast<unsigned>(n) : pick(5);
  poplar::Tensor flat = pair.tensor.flatten();
  for (unsigned i = 0; i < cuts; ++i) {
    std::size_t begin = pick(n + 1), end = pick(n + 1);
    if (begin > end) std::swap(begin, end);
    if (begin < end) graph_.setTileMapping(flat.slice(begin, end), pick(numTiles_));
  }
}

Pair RandomGraph::randomView(unsigned type) {
  std::vector<const Variable *> candidates;
  for (const Variable &variable : variables_)
    if (variable.type == type) candidates.push_back(&variable);
  Pair view = candidates[pick(candidates.size())]->whole;

  for (unsigned ops = pick(6); ops-- > 0;) {
    const std::size_t rank = view.model.shape.size();
    const std::size_t n = view.model.elements.size();
    if (rank == 0 || n == 0) break;
    const unsigned dim = pick(rank);
    const std::size_t extent = view.model.shape[dim];
    switch (pick(9)) {
    case 0: {
      const std::size_t begin = pick(extent), end = begin + 1 + pick(extent - begin);
      view = {view.tensor.slice(begin, end, dim), reference::slice(view.model, begin, end, dim)};
      break;
    }
    case 1: {
      std::vector<unsigned> permutation(rank);
      std::iota(permutation.begin(), permutation.end(), 0);
      std::shuffle(permutation.begin(), permutation.end(), random_);
      view = {view.tensor.dimShuffle(permutation), reference::dimShuffle(view.model, permutation)};
      break;
    }
    case 2:
      view = {view.tensor.flatten(), reference::reshape(view.model, {n})};
      break;
    case 3: { // split a dimension
      for (std::size_t factor = 2; factor < extent; ++factor)
        if (extent % factor == 0) {
          Shape shape = view.model.shape;
          shape[dim] = factor;
          shape.insert(shape.begin() + dim + 1, extent / factor);
          view = {view.tensor.reshape(shape), reference::reshape(view.model, shape)};
          break;
        }
      break;
    }
    case 4:
      if (n <= 200) {
        const unsigned count = 1 + pick(3);
        view = {view.tensor.broadcast(count, dim), reference::broadcast(view.model, count, dim)};
      }
      break;
    case 5:
      view = {view.tensor.reverse(dim), reference::reverse(view.model, dim)};
      break;
    case 6: {
      const unsigned stride = 1 + pick(3);
      view = {view.tensor.subSample(stride, dim), reference::subSample(view.model, stride, dim)};
      break;
    }
    case 7: { // drop the first dimension
      const std::size_t i = pick(view.model.shape[0]);
      Shape shape(view.model.shape.begin() + 1, view.model.shape.end());
      view = {view.tensor[i], reference::reshape(reference::slice(view.model, i, i + 1, 0), shape)};
      break;
    }
    default: { // concatenate with a flattened view
      if (n > 200) break;
      const Pair other = candidates[pick(candidates.size())]->whole;
      const reference::Tensor a = reference::reshape(view.model, {n});
      const reference::Tensor b = reference::reshape(other.model, {other.model.elements.size()});
      view = {poplar::concat(view.tensor.flatten(), other.tensor.flatten()),
              reference::concat(a, b, 0)};
    }
    }
  }
  return view;
}

/// A rank-1 view with a number of elements in the range.
std::optional<Pair> RandomGraph::viewOf(unsigned type, std::size_t minElements,
                                        std::size_t maxElements) {
  for (int attempt = 0; attempt < 20; ++attempt) {
    Pair view = randomView(type);
    std::size_t n = view.model.elements.size();
    if (n < minElements) continue;
    view = {view.tensor.flatten(), reference::reshape(view.model, {n})};
    if (n > maxElements) {
      const std::size_t begin = pick(n - maxElements + 1);
      view = {view.tensor.slice(begin, begin + maxElements),
              reference::slice(view.model, begin, begin + maxElements, 0)};
    }
    return view;
  }
  return std::nullopt;
}

reference::World RandomGraph::initialWorld(unsigned flag) {
  reference::World world(replicas_);
  for (unsigned replica = 0; replica < replicas_; ++replica) {
    reference::Memory &memory = world[replica];
    memory.replica = replica;
    for (const Variable &variable : variables_) {
      std::vector<unsigned> values(variable.whole.model.elements.size());
      for (unsigned &value : values)
        value = pick(251);
      memory.push_back(values);
    }
    memory.back()[0] = flag;
  }
  return world;
}

void RandomGraph::write(poplar::Engine &engine, const reference::World &world,
                        std::optional<unsigned> except) const {
  for (unsigned id = 0; id < numVariables(); ++id) {
    if (id == except) continue;
    std::vector<char> bytes;
    for (const reference::Memory &memory : world) {
      const std::vector<char> own = toDevice(variables_[id].type, memory[id]);
      bytes.insert(bytes.end(), own.begin(), own.end());
    }
    engine.writeTensor("w" + std::to_string(id), bytes.data(), bytes.data() + bytes.size());
  }
}

reference::World RandomGraph::read(poplar::Engine &engine) const {
  reference::World world(replicas_);
  for (unsigned id = 0; id < numVariables(); ++id) {
    const std::size_t n = variables_[id].whole.model.elements.size();
    const std::size_t bytesEach = n * elementTypes()[variables_[id].type].bytes;
    std::vector<char> bytes(bytesEach * replicas_);
    engine.readTensor("r" + std::to_string(id), bytes.data(), bytes.data() + bytes.size());
    for (unsigned replica = 0; replica < replicas_; ++replica) {
      const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(replica * bytesEach);
      const std::vector<char> own(first, first + static_cast<std::ptrdiff_t>(bytesEach));
      world[replica].push_back(fromDevice(variables_[id].type, own, n));
    }
  }
  return world;
}

} // namespace differential
