// SPDX-License-Identifier: MIT
// What a run of copies reads and writes, element by element.
#pragma once

#include "ir/Program.hpp"
#include "view/Regions.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace poplar_emu::compile {

/// One bit an element.
class ElementBits {
 public:
  void resize(std::uint64_t numElements) { words_.resize((numElements + 63) / 64); }
  bool empty() const { return words_.empty(); }
  enum class To : std::uint8_t { Clear, Set };
  void assign(std::uint64_t begin, std::uint64_t length, To value);
  bool any(std::uint64_t begin, std::uint64_t length) const;

 private:
  std::vector<std::uint64_t> words_;
};

/// Serves many runs of copies: reset() touches only what was added. Cost: that of the runs of the
/// views; where what is read and written of a variable lies close together, 1 bit for each element
/// of the variable, once, and one operation for 64 consecutive elements.
class Footprint {
 public:
  void add(const ir::Copy &copy);
  /// Whether the copy reads what those added write, or writes what they read or write.
  bool conflictsWith(const ir::Copy &copy);
  void reset();

 private:
  struct Use {
    std::vector<view::Run> runs;
    std::uint64_t begin = ~std::uint64_t{0}, end = 0; ///< hull
    ElementBits bits;
    bool marked = false; ///< the runs are set in `bits`
  };
  struct Uses {
    Use reads, writes;
    bool touched = false;
  };
  static void add(Use &use, const view::Run &run);
  static bool meets(Use &use, const view::Run &run);
  static void mark(Use &use, const view::Run &run, ElementBits::To value);
  static void reset(Use &use);

  std::unordered_map<VariableId, Uses> variables_;
  std::vector<VariableId> touched_;
};

} // namespace poplar_emu::compile
