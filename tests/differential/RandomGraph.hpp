// SPDX-License-Identifier: MIT
// A random graph and program, built twice: with Poplar's API, and as effects on reference memory.
#pragma once

#include "Reference.hpp"

#include <poplar/Engine.hpp>

#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace differential {

/// One tensor, in both worlds.
struct Pair {
  poplar::Tensor tensor;
  reference::Tensor model;
};

/// One piece of program, in both worlds.
struct Step {
  poplar::program::Program program;
  reference::WorldEffect effect;
};

class RandomGraph {
 public:
  RandomGraph(const poplar::Target &target, unsigned replicas, unsigned seed,
              const std::string &codelets);

  poplar::Graph &graph() { return graph_; }
  /// Sequences of copies, compute sets and control flow, nested up to `depth`.
  Step randomProgram(unsigned depth);
  /// A sequence of small copies.
  Step randomCopies(unsigned count);

  unsigned numVariables() const { return static_cast<unsigned>(variables_.size()); }
  /// Random content of all variables, as the host writes it before the run; `flag` on all replicas.
  reference::World initialWorld(unsigned flag);
  /// Writes all variables, or all but one.
  void write(poplar::Engine &engine, const reference::World &world,
             std::optional<unsigned> except = {}) const;
  reference::World read(poplar::Engine &engine) const;

 private:
  struct Variable {
    Pair whole;
    unsigned type; ///< index into kTypes
  };
  /// Elements that a compute set reads and writes so far.
  struct Use {
    std::set<reference::Element> read, written;
  };
  class NewVertex;

  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned percent) { return pick(100) < percent; }

  void addVariable(unsigned type);
  void mapRandomly(const Pair &pair);
  Pair randomView(unsigned type);
  std::optional<Pair> viewOf(unsigned type, std::size_t minElements, std::size_t maxElements);

  std::optional<Pair> output(const Use &others, const Use &mine, unsigned type,
                             std::size_t minElements, std::size_t maxElements);
  std::optional<Pair> input(const Use &others, const Use &mine, unsigned type,
                            std::size_t minElements, std::size_t maxElements);

  Step asProgram(const Step &step);
  Step sequence(unsigned depth);
  Step copy(std::size_t maxElements = 400);
  Step copyAcrossReplicas();
  Step computeSet();
  Step control(unsigned depth);
  std::string vertexName(const char *name, unsigned type) const;

  std::mt19937 random_;
  poplar::Graph graph_;
  unsigned replicas_;
  unsigned numTiles_;
  std::vector<Variable> variables_;
  Pair flag_; ///< INT scalar that steers control flow
  unsigned flagVariable_ = 0;
  std::vector<unsigned> counters_;                          ///< state of Counter vertices
  using CounterValues = std::vector<std::vector<unsigned>>; ///< by replica
  std::shared_ptr<CounterValues> counterValues_ = std::make_shared<CounterValues>();
};

} // namespace differential
