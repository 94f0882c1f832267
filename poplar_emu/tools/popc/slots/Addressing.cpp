// SPDX-License-Identifier: MIT
// Uses scalar evolution: what steps evenly with a loop is an address mode of the device.
#include "slots/Addressing.hpp"

#include "slots/SlotTable.hpp"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <vector>

namespace poplar_emu::popc::slots {
namespace {

bool stepsWithLoop(llvm::Instruction &instruction, llvm::ScalarEvolution &evolution) {
  return evolution.isSCEVable(instruction.getType()) &&
         llvm::isa<llvm::SCEVAddRecExpr>(evolution.getSCEV(&instruction));
}

/// Addresses have 32 bits on the device, so that widening an index changes nothing.
bool isWidening(const llvm::Value &value) {
  const auto *cast = llvm::dyn_cast<llvm::CastInst>(&value);
  return cast && (llvm::isa<llvm::ZExtInst>(cast) || llvm::isa<llvm::SExtInst>(cast)) &&
         cast->getSrcTy()->isIntegerTy() && cast->getSrcTy()->getScalarSizeInBits() >= 32;
}

bool stepsEvenly(llvm::Value &index, llvm::ScalarEvolution &evolution) {
  if (llvm::isa<llvm::Constant>(index)) return true;
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(&index);
  if (!instruction) return false;
  if (isWidening(*instruction)) return stepsEvenly(*instruction->getOperand(0), evolution);
  return stepsWithLoop(*instruction, evolution);
}

bool isCall(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call);
}

} // namespace

Addressing::Addressing(llvm::Function &function, llvm::LoopInfo &loops,
                       llvm::ScalarEvolution &evolution) {
  findRepeats(loops, evolution);
  findFree(function, evolution);
}

void Addressing::findRepeats(llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution) {
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    const llvm::BasicBlock *block = loop->getHeader();
    if (loop->getNumBlocks() != 1 || !loop->getLoopPreheader()) continue;
    const auto *most =
        llvm::dyn_cast<llvm::SCEVConstant>(evolution.getConstantMaxBackedgeTakenCount(loop));
    if (!most || most->getAPInt().uge(kRepeatMost)) continue;
    bool calls = false;
    for (const llvm::Instruction &instruction : *block)
      calls |= isCall(instruction);
    if (calls) continue;
    repeated_.insert(block);
    starting_.insert(loop->getLoopPreheader());
  }
}

/// Starts from all that could be free and takes away what something else needs.
void Addressing::findFree(llvm::Function &function, llvm::ScalarEvolution &evolution) {
  std::vector<const llvm::Instruction *> candidates;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      const bool even =
          std::all_of(address->idx_begin(), address->idx_end(),
                      [&](llvm::Use &index) { return stepsEvenly(*index, evolution); });
      if (even || stepsWithLoop(instruction, evolution)) free_.insert(&instruction);
      continue;
    }
    if (isWidening(instruction)) {
      free_.insert(&instruction);
      candidates.push_back(&instruction);
      continue;
    }
    if (instruction.getType()->isIntegerTy() && !instruction.mayReadFromMemory() &&
        stepsWithLoop(instruction, evolution)) {
      free_.insert(&instruction);
      candidates.push_back(&instruction);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Instruction *candidate : candidates)
      if (free_.contains(candidate) && !isServed(*candidate)) changed |= free_.erase(candidate);
  }
}

bool Addressing::isServed(const llvm::Instruction &instruction) const {
  for (const llvm::User *user : instruction.users()) {
    const auto *other = llvm::cast<llvm::Instruction>(user);
    const bool endsLoop = llvm::isa<llvm::ICmpInst>(other) && other->hasOneUse() &&
                          llvm::isa<llvm::BranchInst>(*other->user_begin());
    if (!endsLoop && !free_.contains(other)) return false;
  }
  return true;
}

} // namespace poplar_emu::popc::slots
