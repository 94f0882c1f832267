// SPDX-License-Identifier: MIT
// The two passes of counting: attributes first, counters where vectorisation starts.
#include "slots/CountPass.hpp"

#include "slots/OperationCost.hpp"
#include "slots/SlotTable.hpp"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <vector>

namespace poplar_emu::popc::slots {
namespace {

constexpr llvm::StringRef kBegin = "poplar_emu_countBegin", kEnd = "poplar_emu_countEnd",
                          kShared = "poplar_emu_sharedSlots";

bool calls(const llvm::Instruction &instruction, llvm::StringRef name) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

bool isMark(const llvm::Instruction &instruction) {
  return calls(instruction, kBegin) || calls(instruction, kEnd);
}

/// The marks touch nothing that a codelet could see, so that the optimiser works as without them.
class MarkPass : public llvm::PassInfoMixin<MarkPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    for (const llvm::StringRef name : {kBegin, kEnd})
      if (llvm::Function *mark = module.getFunction(name)) {
        mark->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
        mark->addFnAttr(llvm::Attribute::NoUnwind);
        mark->addFnAttr(llvm::Attribute::WillReturn);
      }
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// Functions that will count write to memory, whatever they did before. Also has the shared
/// counter made: function passes must not add globals.
class PreparePass : public llvm::PassInfoMixin<PreparePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    for (llvm::Function &function : module) {
      if (function.isDeclaration() || isEmulation(function)) continue;
      function.setMemoryEffects(llvm::MemoryEffects::unknown());
      for (llvm::User *user : function.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user); call)
          call->setMemoryEffects(llvm::MemoryEffects::unknown());
    }
    llvm::Type *i64 = llvm::Type::getInt64Ty(module.getContext());
    auto *shared = new llvm::GlobalVariable(module, i64, false, llvm::GlobalValue::WeakAnyLinkage,
                                            llvm::ConstantInt::get(i64, 0), kShared, nullptr,
                                            llvm::GlobalValue::GeneralDynamicTLSModel);
    shared->setVisibility(llvm::GlobalValue::HiddenVisibility);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

bool isBatch(const llvm::Function &function) {
  if (!function.getName().starts_with("poplar_emu_batch_")) return false;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (isMark(instruction)) return false;
  return true;
}

/// One function: finds what to add where, then adds it.
class Counter {
 public:
  Counter(llvm::Function &function, llvm::LoopInfo &loops, llvm::ScalarEvolution &evolution,
          llvm::DominatorTree &dominators)
      : function_(function), loops_(loops), evolution_(evolution), dominators_(dominators),
        addressing_(function, loops, evolution), cost_(addressing_) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      hasMarks_ |= isMark(instruction);
      if (calls(instruction, kBegin))
        bundling_ = isSupervisor(instruction) ? Bundling::OnePipe : Bundling::TwoPipes;
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        callsCodelets_ |= !call->getCalledFunction() || !isCounted(*call->getCalledFunction());
    }
  }

  void run() {
    for (llvm::BasicBlock &block : function_)
      measure(block);
    createCounter();
    for (const Addition &addition : additions_)
      add(addition);
    if (hasMarks_)
      replaceMarks();
    else
      addToShared();
  }

 private:
  struct Addition {
    llvm::Instruction *before;
    std::uint64_t slots;
    llvm::Value *bytes = nullptr;           ///< of a copy whose length shows when the program runs
    const llvm::SCEV *iterations = nullptr; ///< of the loop that the slots are for
  };

  static bool isSupervisor(const llvm::Instruction &mark) {
    const auto *kind =
        llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallBase>(mark).getArgOperand(0));
    return kind && !kind->isZero();
  }

  void measure(llvm::BasicBlock &block) {
    BlockSchedule schedule(bundling_);
    const llvm::SCEV *iterations = iterationsOf(block);
    const auto note = [&](llvm::Instruction &before, unsigned more) {
      const std::uint64_t slots = schedule.length() + more;
      if (slots != 0 && iterations)
        additions_.push_back({loops_.getLoopFor(&block)->getLoopPreheader()->getTerminator(), slots,
                              nullptr, iterations});
      else if (slots != 0)
        additions_.push_back({&before, slots, nullptr, nullptr});
      schedule.clear();
    };
    for (llvm::Instruction &instruction : block) {
      if (isMark(instruction)) {
        note(instruction, 0);
        continue;
      }
      if (belongsToBranch(instruction)) continue;
      schedule.add(instruction, cost_.of(instruction));
      if (const auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
          copy && !llvm::isa<llvm::ConstantInt>(copy->getLength()))
        additions_.push_back({&instruction, 0, copy->getLength(), nullptr});
    }
    const bool returns = llvm::isa<llvm::ReturnInst>(block.getTerminator()) && !hasMarks_;
    note(*block.getTerminator(),
         controlSlots(block, addressing_, bundling_) + (returns ? kReturn : 0));
  }

  /// How often the block of an innermost loop runs, if it runs in every iteration and their number
  /// shows before the loop; else null. Such loops get no counter inside and vectorise as before.
  const llvm::SCEV *iterationsOf(llvm::BasicBlock &block) {
    llvm::Loop *loop = loops_.getLoopFor(&block);
    if (!loop || !loop->getLoopPreheader() || !loop->getLoopLatch() ||
        loop->getExitingBlock() != loop->getLoopLatch() ||
        !dominators_.dominates(&block, loop->getLoopLatch()))
      return nullptr;
    for (const llvm::BasicBlock *inside : loop->blocks())
      for (const llvm::Instruction &instruction : *inside)
        if (isMark(instruction)) return nullptr;
    const llvm::SCEV *last = evolution_.getBackedgeTakenCount(loop);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(last)) return nullptr;
    llvm::Type *i64 = llvm::Type::getInt64Ty(function_.getContext());
    const llvm::SCEV *count = evolution_.getTripCountFromExitCount(last, i64, loop);
    const llvm::SCEVExpander expander(evolution_, function_.getDataLayout(), "slots");
    return expander.isSafeToExpandAt(count, loop->getLoopPreheader()->getTerminator()) ? count
                                                                                       : nullptr;
  }

  void createCounter() {
    llvm::BasicBlock &entry = function_.getEntryBlock();
    llvm::IRBuilder<> build(&entry, entry.getFirstInsertionPt());
    counter_ = build.CreateAlloca(build.getInt64Ty());
    build.CreateStore(build.getInt64(0), counter_);
  }

  llvm::Value *load(llvm::IRBuilder<> &build) {
    return build.CreateLoad(build.getInt64Ty(), counter_);
  }

  void add(const Addition &addition) {
    llvm::IRBuilder<> build(addition.before);
    llvm::Value *more = build.getInt64(addition.slots);
    if (addition.bytes) {
      llvm::Value *bytes = build.CreateZExtOrTrunc(addition.bytes, build.getInt64Ty());
      more = build.CreateUDiv(build.CreateAdd(bytes, build.getInt64(kCopyBytes - 1)),
                              build.getInt64(kCopyBytes));
    }
    if (addition.iterations) {
      llvm::SCEVExpander expander(evolution_, function_.getDataLayout(), "slots");
      more = build.CreateMul(
          more, expander.expandCodeFor(addition.iterations, build.getInt64Ty(), addition.before));
    }
    build.CreateStore(build.CreateAdd(load(build), more), counter_);
  }

  llvm::Value *shared(llvm::IRBuilder<> &build) {
    return build.CreateThreadLocalAddress(function_.getParent()->getNamedGlobal(kShared));
  }

  void replaceMarks() {
    std::vector<llvm::Instruction *> marks;
    for (llvm::Instruction &instruction : llvm::instructions(function_))
      if (isMark(instruction)) marks.push_back(&instruction);
    for (llvm::Instruction *mark : marks) {
      llvm::IRBuilder<> build(mark);
      if (calls(*mark, kBegin)) {
        const unsigned entry = bundling_ == Bundling::OnePipe ? 0 : kEntryAndExit;
        build.CreateStore(build.getInt64(entry), counter_);
        if (callsCodelets_) build.CreateStore(build.getInt64(0), shared(build));
      } else {
        llvm::Value *total = load(build);
        if (callsCodelets_)
          total = build.CreateAdd(total, build.CreateLoad(build.getInt64Ty(), shared(build)));
        mark->replaceAllUsesWith(total);
      }
      mark->eraseFromParent();
    }
  }

  void addToShared() {
    for (llvm::BasicBlock &block : function_) {
      if (!llvm::isa<llvm::ReturnInst>(block.getTerminator())) continue;
      llvm::Instruction *end = block.getTerminatingMustTailCall();
      llvm::IRBuilder<> build(end ? end : block.getTerminator());
      llvm::Value *place = shared(build);
      llvm::Value *before = build.CreateLoad(build.getInt64Ty(), place);
      build.CreateStore(build.CreateAdd(before, load(build)), place);
    }
  }

  llvm::Function &function_;
  llvm::LoopInfo &loops_;
  llvm::ScalarEvolution &evolution_;
  llvm::DominatorTree &dominators_;
  Addressing addressing_;
  OperationCost cost_;
  Bundling bundling_ = Bundling::TwoPipes;
  bool hasMarks_ = false, callsCodelets_ = false;
  std::vector<Addition> additions_;
  llvm::AllocaInst *counter_ = nullptr;
};

class CountPass : public llvm::PassInfoMixin<CountPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager) {
    if (isEmulation(function)) return llvm::PreservedAnalyses::all();
    // What calls compute() for a batch is no code of the device.
    if (isBatch(function)) return llvm::PreservedAnalyses::all();
    Counter(function, manager.getResult<llvm::LoopAnalysis>(function),
            manager.getResult<llvm::ScalarEvolutionAnalysis>(function),
            manager.getResult<llvm::DominatorTreeAnalysis>(function))
        .run();
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

} // namespace

void registerCounting(llvm::PassBuilder &builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager &passes, llvm::OptimizationLevel) { passes.addPass(MarkPass()); });
  builder.registerOptimizerEarlyEPCallback(
      [](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(PreparePass());
      });
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(llvm::LoopSimplifyPass()); // gives every loop a block before it
        passes.addPass(CountPass());
        passes.addPass(llvm::PromotePass());
      });
}

} // namespace poplar_emu::popc::slots
