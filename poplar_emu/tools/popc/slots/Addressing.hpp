// SPDX-License-Identifier: MIT
// Finds the integer work that loads, stores and loops of the device do on the side.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Function.h>

namespace poplar_emu::popc::slots {

/// Addresses that advance by a fixed step from one iteration to the next cost nothing: loads and
/// stores add an offset, or step their pointer. So do the counters that only serve such addresses
/// and the end of their loop. Loops whose iterations rpt can count have no control at all.
class Addressing {
 public:
  Addressing(llvm::Function &function, llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution);

  bool isFree(const llvm::Instruction &instruction) const { return free_.contains(&instruction); }
  /// The block is a loop that rpt repeats.
  bool isRepeated(const llvm::BasicBlock &block) const { return repeated_.contains(&block); }
  /// An rpt stands at the end of the block.
  bool startsRepeat(const llvm::BasicBlock &block) const { return starting_.contains(&block); }

 private:
  void findRepeats(llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution);
  void findFree(llvm::Function &function, llvm::ScalarEvolution &evolution);
  bool isServed(const llvm::Instruction &instruction) const;

  llvm::SmallPtrSet<const llvm::Instruction *, 32> free_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> repeated_, starting_;
};

} // namespace poplar_emu::popc::slots
