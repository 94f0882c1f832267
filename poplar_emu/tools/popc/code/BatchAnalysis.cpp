// SPDX-License-Identifier: MIT
// Reachability over functions and constants, from each batch function.
#include "code/BatchAnalysis.hpp"

#include "code/SharedStatics.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace poplar_emu::popc {
namespace {

constexpr llvm::StringRef kBatchPrefix = "poplar_emu_batch_";
constexpr llvm::StringRef kSetContext = "poplar_emu_setContext";
constexpr llvm::StringRef kNoHostCode = "poplar_emu_noHostCode";
constexpr llvm::StringRef kTileContext = "poplar_emu_tileContext";
constexpr llvm::StringRef kStaticsOffset = "poplar_emu_staticsOffset_";

class Walk {
 public:
  explicit Walk(const llvm::TargetLibraryInfo &library) : library_(library) {}

  BatchFacts from(const llvm::Function &batch) {
    visit(batch);
    while (!pending_.empty()) {
      const llvm::Function *function = pending_.back();
      pending_.pop_back();
      for (const llvm::Instruction &instruction : llvm::instructions(*function))
        look(instruction);
    }
    return facts_;
  }

 private:
  void look(const llvm::Instruction &instruction) {
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function *callee = call->getCalledFunction();
      if (callee && callee->getName() == kNoHostCode) {
        const auto *index = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
        facts_.missingBody = index ? static_cast<int>(index->getSExtValue()) : 0;
        return;
      }
      if (!callee && !call->isInlineAsm() && !llvm::isa<llvm::Constant>(call->getCalledOperand()))
        facts_.usesContext = facts_.usesStatics = true; // through a pointer: could be anything
    }
    for (const llvm::Use &operand : instruction.operands())
      if (const auto *constant = llvm::dyn_cast<llvm::Constant>(operand)) visit(*constant);
  }

  void visit(const llvm::Constant &constant) {
    if (const auto *function = llvm::dyn_cast<llvm::Function>(&constant)) {
      visit(*function);
    } else if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
      visit(*variable);
    } else if (!llvm::isa<llvm::GlobalValue>(constant) && constant.getNumOperands() != 0 &&
               seen_.insert(&constant).second) {
      for (const llvm::Use &operand : constant.operands())
        if (const auto *inner = llvm::dyn_cast<llvm::Constant>(operand)) visit(*inner);
    }
  }

  void visit(const llvm::GlobalVariable &variable) {
    if (variable.getName() == kTileContext) facts_.usesContext = true;
    if (variable.getName().starts_with(kStaticsOffset)) facts_.usesStatics = true;
    if (seen_.insert(&variable).second && variable.isConstant() && variable.hasInitializer())
      visit(*variable.getInitializer());
  }

  void visit(const llvm::Function &function) {
    if (function.getName() == kSetContext || !seen_.insert(&function).second) return;
    if (!function.isDeclaration()) {
      pending_.push_back(&function);
      return;
    }
    // Another file's function may use that file's variables.
    if (isHarmless(function)) return;
    facts_.usesContext = true;
    facts_.usesStatics = true;
  }

  /// Functions of the system's libraries never come back to the codelet's context.
  bool isHarmless(const llvm::Function &function) const {
    if (function.isIntrinsic()) return true;
    llvm::LibFunc known;
    if (library_.getLibFunc(function, known)) return true;
    const llvm::StringRef name = function.getName();
    for (const char *prefix :
         {"__assert", "abort", "__cxa_", "_ZSt", "_ZNSt", "_ZNKSt", "__asan_", "__ubsan_",
          "__tsan_", "__sanitizer_", "__stack_chk", "__clang_call"})
      if (name.starts_with(prefix)) return true;
    return false;
  }

  const llvm::TargetLibraryInfo &library_;
  BatchFacts facts_;
  llvm::SmallPtrSet<const llvm::Constant *, 32> seen_;
  std::vector<const llvm::Function *> pending_;
};

void removeContextCalls(llvm::Function &batch) {
  std::vector<llvm::Instruction *> calls;
  for (llvm::Instruction &instruction : llvm::instructions(batch))
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (call->getCalledFunction() && call->getCalledFunction()->getName() == kSetContext)
        calls.push_back(&instruction);
  for (llvm::Instruction *call : calls)
    if (call->use_empty() && !call->isTerminator()) call->eraseFromParent();
}

} // namespace

BatchTable analyseBatches(llvm::Module &module, const llvm::TargetLibraryInfo &library) {
  BatchTable table;
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || !function.getName().starts_with(kBatchPrefix)) continue;
    const BatchFacts facts = Walk(library).from(function);
    if (!facts.usesContext) removeContextCalls(function);
    table[function.getName().str()] = facts;
  }
  return table;
}

} // namespace poplar_emu::popc
