// SPDX-License-Identifier: MIT
// Packs the operations of straight-line code into bundles.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

namespace poplar_emu::popc::slots {

/// What one operation needs: slots of either pipe, one part after the other. Slots of the main pipe
/// are instructions of their own; an instruction of the auxiliary pipe that takes several slots
/// keeps the whole worker busy from its second slot on.
struct Cost {
  unsigned main = 0;
  unsigned aux = 0;
  bool auxFirst = false; ///< otherwise the main part comes first
  bool alone = false;    ///< no bundling at all: calls

  bool isFree() const { return main == 0 && aux == 0; }
};

enum class Bundling : std::uint8_t { TwoPipes, OnePipe };

/// List scheduling, as compilers do it: slot by slot, each pipe takes the operation that the
/// longest chain waits for, among those whose operands are ready. A result is ready in the next
/// slot. Loads stay behind the stores before them.
class BlockSchedule {
 public:
  explicit BlockSchedule(Bundling bundling) : bundling_(bundling) {}

  void add(const llvm::Instruction &instruction, const Cost &cost);
  /// Slots until everything has been issued.
  unsigned length() const;
  void clear();

 private:
  enum class Pipe : std::uint8_t { Main, Aux, Both };

  struct Node {
    Pipe pipe = Pipe::Main;
    unsigned count = 0; ///< slots; 0: only passes dependences on
    unsigned numPredecessors = 0;
    std::vector<unsigned> successors;
  };
  static constexpr unsigned kNone = ~0U;

  unsigned append(Pipe pipe, unsigned count, unsigned predecessor);
  void depend(unsigned node, unsigned predecessor);
  std::vector<unsigned> heights() const;

  Bundling bundling_;
  std::vector<Node> nodes_; ///< predecessors first
  llvm::DenseMap<const llvm::Instruction *, unsigned> results_;
  unsigned lastStore_ = kNone;
};

} // namespace poplar_emu::popc::slots
