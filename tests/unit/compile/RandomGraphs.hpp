// SPDX-License-Identifier: MIT
// Random variables, mappings and views for property tests, and their meaning element by element.
#pragma once

#include "GraphFixture.hpp"

#include "compile/storage/StorageMap.hpp"
#include "view/View.hpp"

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace poplar_emu::compile::test {

class RandomGraph : public TestGraph {
 public:
  explicit RandomGraph(std::uint64_t seed);

  std::uint64_t below(std::uint64_t n) { return n ? random_() % n : 0; }

  /// A variable of up to `limit` elements with one of several kinds of mappings: linear, cyclic,
  /// two- dimensional blocks, random intervals, one tile.
  VariableId randomVariable(ElementType type, std::uint64_t limit = 150);
  /// A view of exactly n elements; elements may occur several times and in any order.
  view::View randomSource(std::uint64_t n);
  /// A view over whole variables, shuffled, reversed and sliced; no element occurs twice.
  view::View randomDestination();

 private:
  view::View shuffled(view::View view);
  view::View whole(VariableId variable);

  std::mt19937_64 random_;
};

/// (variable, element) in flattened order.
std::vector<std::pair<VariableId, std::uint64_t>> elementsOf(const view::View &view);

/// Where an element lies, by the definition: tiles ascending, elements ascending on each.
plan::Address addressByDefinition(const ir::Variable &variable, plan::Address base,
                                  std::uint64_t element);

} // namespace poplar_emu::compile::test
