// SPDX-License-Identifier: MIT
// The per-tile image of mutable statics, built in LLVM IR before any optimisation.
#include "code/StaticsPass.hpp"

#include "code/SharedStatics.hpp"

#include "poplar_emu/device/Context.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>

#include <cstddef>
#include <map>
#include <vector>

namespace poplar_emu::popc {
namespace {

using llvm::GlobalVariable;

/// Only loaded from, as far as this module shows. Conservative.
bool isOnlyRead(const llvm::Value &address) {
  for (const llvm::User *user : address.users()) {
    if (llvm::isa<llvm::LoadInst>(user)) continue;
    if (llvm::isa<llvm::GEPOperator>(user) && isOnlyRead(*user)) continue;
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(user); compare) continue;
    return false;
  }
  return true;
}

bool isMutable(const GlobalVariable &variable) {
  if (variable.isConstant() || variable.isDeclaration() || variable.isThreadLocal()) return false;
  if (belongsToProcess(variable)) return false;
  return !variable.hasLocalLinkage() || !isOnlyRead(variable);
}

bool mentions(const llvm::Constant &constant, const llvm::SmallPtrSetImpl<GlobalVariable *> &set) {
  if (const auto *variable = llvm::dyn_cast<GlobalVariable>(&constant))
    return set.contains(const_cast<GlobalVariable *>(variable));
  if (llvm::isa<llvm::GlobalValue>(constant)) return false;
  for (const llvm::Use &operand : constant.operands())
    if (const auto *inner = llvm::dyn_cast<llvm::Constant>(operand); inner && mentions(*inner, set))
      return true;
  return false;
}

class Gatherer {
 public:
  Gatherer(llvm::Module &module, const std::string &unitId, codelet::StaticsInfo &info)
      : module_(module), layout_(module.getDataLayout()), info_(info) {
    info_.imageSymbol = "poplar_emu_statics_" + unitId;
    info_.offsetSymbol = "poplar_emu_staticsOffset_" + unitId;
  }

  StaticsProblem run() {
    replaceForeign();
    collect();
    if (members_.empty()) {
      info_ = {};
      return {problem_};
    }
    createImage();
    findRelocations();
    if (problem_.empty()) replaceUses();
    return {problem_};
  }

 private:
  struct Member {
    GlobalVariable *variable;
    std::uint64_t offset;
    unsigned index; ///< in the image's struct type
  };

  /// Variables that another codelet file defines, if it does: those of the C library have no place
  /// in an image.
  void replaceForeign() {
    std::vector<GlobalVariable *> foreign;
    for (GlobalVariable &variable : module_.globals())
      if (isForeign(variable)) foreign.push_back(&variable);
    for (GlobalVariable *variable : foreign)
      replaceForeign(*variable);
  }

  void replaceForeign(GlobalVariable &variable) {
    llvm::convertUsersOfConstantsToInstructions({&variable}, nullptr, false);
    variable.removeDeadConstantUsers();
    std::vector<llvm::Use *> uses;
    for (llvm::Use &use : variable.uses()) {
      if (llvm::isa<llvm::Instruction>(use.getUser())) {
        uses.push_back(&use);
      } else if (problem_.empty()) {
        problem_ = "a static variable holds the address of '" +
                   llvm::demangle(variable.getName().str()) +
                   "', which another file defines; it differs from tile to tile";
      }
    }
    llvm::Function *address = createForeignAddress(module_, variable);
    for (llvm::Use *use : uses)
      replaceUse(*use, variable, address, 0);
  }

  void collect() {
    llvm::SmallPtrSet<GlobalVariable *, 16> set;
    for (GlobalVariable &variable : module_.globals())
      if (isMutable(variable)) set.insert(&variable);
    // A constant table that points to a member differs from tile to tile as well.
    for (bool grown = !set.empty(); grown;) {
      grown = false;
      for (GlobalVariable &variable : module_.globals()) {
        if (set.contains(&variable) || !variable.hasInitializer() || belongsToProcess(variable))
          continue;
        if (mentions(*variable.getInitializer(), set)) grown = set.insert(&variable).second;
      }
    }
    for (GlobalVariable &variable : module_.globals())
      if (set.contains(&variable)) members_.push_back({&variable, 0, 0});
  }

  void createImage() {
    llvm::LLVMContext &context = module_.getContext();
    std::vector<llvm::Type *> types;
    std::vector<llvm::Constant *> values;
    std::uint64_t offset = 0;
    const auto pad = [&](std::uint64_t bytes) {
      if (bytes == 0) return;
      types.push_back(llvm::ArrayType::get(llvm::Type::getInt8Ty(context), bytes));
      values.push_back(llvm::Constant::getNullValue(types.back()));
      offset += bytes;
    };
    for (Member &member : members_) {
      llvm::Type *type = member.variable->getValueType();
      const std::uint64_t align =
          std::max(member.variable->getAlign().valueOrOne(), layout_.getABITypeAlign(type)).value();
      pad(llvm::alignTo(offset, align) - offset);
      member.offset = offset;
      member.index = static_cast<unsigned>(types.size());
      types.push_back(type);
      values.push_back(member.variable->getInitializer());
      offset += layout_.getTypeAllocSize(type);
      info_.align = std::max(info_.align, align);
      if (!member.variable->getName().starts_with("_ZGV"))
        info_.names.push_back(llvm::demangle(member.variable->getName().str()));
    }
    pad(llvm::alignTo(offset, info_.align) - offset);
    info_.size = offset;

    type_ = llvm::StructType::get(context, types, true);
    image_ = new GlobalVariable(module_, type_, false, llvm::GlobalValue::ExternalLinkage,
                                llvm::ConstantStruct::get(type_, values), info_.imageSymbol);
    image_->setAlignment(llvm::Align(info_.align));
    llvm::Type *i64 = llvm::Type::getInt64Ty(context);
    offset_ = new GlobalVariable(module_, i64, false, llvm::GlobalValue::ExternalLinkage,
                                 llvm::ConstantInt::get(i64, 0), info_.offsetSymbol);
  }

  void findRelocations() {
    for (const Member &member : members_)
      findRelocations(*member.variable->getInitializer(), member.offset, *member.variable);
  }

  void findRelocations(const llvm::Constant &constant, std::uint64_t at,
                       const GlobalVariable &owner) {
    if (constant.getType()->isPointerTy()) {
      llvm::APInt distance(64, 0);
      const llvm::Value *base = constant.stripAndAccumulateConstantOffsets(layout_, distance, true);
      if (const Member *target = find(base)) {
        info_.relocations.push_back({at, target->offset + distance.getZExtValue()});
        return;
      }
    }
    if (llvm::isa<llvm::GlobalValue>(constant)) return;
    if (const auto *aggregate = llvm::dyn_cast<llvm::ConstantStruct>(&constant)) {
      const llvm::StructLayout *fields = layout_.getStructLayout(aggregate->getType());
      for (unsigned i = 0; i < aggregate->getNumOperands(); ++i)
        findRelocations(*aggregate->getOperand(i), at + fields->getElementOffset(i), owner);
      return;
    }
    if (const auto *array = llvm::dyn_cast<llvm::ConstantArray>(&constant)) {
      const std::uint64_t step = layout_.getTypeAllocSize(array->getType()->getElementType());
      for (unsigned i = 0; i < array->getNumOperands(); ++i)
        findRelocations(*array->getOperand(i), at + i * step, owner);
      return;
    }
    for (const Member &member : members_) {
      llvm::SmallPtrSet<GlobalVariable *, 1> one;
      one.insert(member.variable);
      if (mentions(constant, one))
        problem_ = "static variable '" + llvm::demangle(owner.getName().str()) +
                   "' holds the address of static variable '" +
                   llvm::demangle(member.variable->getName().str()) +
                   "' in a form that cannot be kept per tile";
    }
  }

  const Member *find(const llvm::Value *value) const {
    for (const Member &member : members_)
      if (member.variable == value) return &member;
    return nullptr;
  }

  /// ptr base() { return context && context->statics ? context->statics + offset : initial image; }
  llvm::Function *createBaseFunction() {
    llvm::LLVMContext &context = module_.getContext();
    llvm::Type *pointer = llvm::PointerType::getUnqual(context);
    llvm::Type *i64 = llvm::Type::getInt64Ty(context);
    auto *function = llvm::Function::Create(llvm::FunctionType::get(pointer, false),
                                            llvm::GlobalValue::InternalLinkage,
                                            "poplar_emu_staticsBase", module_);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function->addFnAttr(llvm::Attribute::WillReturn);
    function->setOnlyReadsMemory();

    auto *entry = llvm::BasicBlock::Create(context, "entry", function);
    auto *running = llvm::BasicBlock::Create(context, "running", function);
    auto *moved = llvm::BasicBlock::Create(context, "moved", function);
    auto *initial = llvm::BasicBlock::Create(context, "initial", function);
    llvm::IRBuilder<> build(entry);
    llvm::Value *current = build.CreateLoad(pointer, tileContext());
    build.CreateCondBr(build.CreateIsNotNull(current), running, initial);
    build.SetInsertPoint(running);
    llvm::Value *slot = build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), current,
                                                         offsetof(poplar_emu_TileContext, statics));
    llvm::Value *statics = build.CreateLoad(pointer, slot);
    build.CreateCondBr(build.CreateIsNotNull(statics), moved, initial);
    build.SetInsertPoint(moved);
    build.CreateRet(
        build.CreateInBoundsGEP(build.getInt8Ty(), statics, build.CreateLoad(i64, offset_)));
    build.SetInsertPoint(initial);
    build.CreateRet(image_);
    return function;
  }

  GlobalVariable *tileContext() {
    if (GlobalVariable *existing = module_.getGlobalVariable("poplar_emu_tileContext"))
      return existing;
    auto *variable =
        new GlobalVariable(module_, llvm::PointerType::getUnqual(module_.getContext()), false,
                           llvm::GlobalValue::ExternalLinkage, nullptr, "poplar_emu_tileContext",
                           nullptr, llvm::GlobalValue::GeneralDynamicTLSModel);
    variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
    return variable;
  }

  void replaceUses() {
    llvm::SmallVector<llvm::Constant *, 16> constants;
    for (const Member &member : members_)
      constants.push_back(member.variable);
    llvm::convertUsersOfConstantsToInstructions(constants, nullptr, false);

    llvm::Function *base = createBaseFunction();
    for (const Member &member : members_) {
      std::vector<llvm::Use *> uses;
      for (llvm::Use &use : member.variable->uses())
        if (llvm::isa<llvm::Instruction>(use.getUser())) uses.push_back(&use);
      // Of inline variables each file has one, and the linker keeps one for all.
      llvm::Function *shared =
          member.variable->hasLocalLinkage()
              ? nullptr
              : defineSharedAddress(module_, *member.variable, base, member.offset);
      const bool replaceable = shared && member.variable->isWeakForLinker();
      for (llvm::Use *use : uses)
        replaceUse(*use, *member.variable, replaceable ? shared : base,
                   replaceable ? 0 : member.offset);
    }
    for (const Member &member : members_) {
      llvm::Constant *place = llvm::ConstantExpr::getInBoundsGetElementPtr(
          type_, image_, llvm::ArrayRef<llvm::Constant *>{index(0), index(member.index)});
      member.variable->replaceAllUsesWith(place);
      if (!member.variable->hasLocalLinkage()) exportName(*member.variable, place);
    }
    for (const Member &member : members_)
      member.variable->eraseFromParent();
  }

  llvm::Constant *index(unsigned i) const {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(module_.getContext()), i);
  }

  /// Puts base() + offset in the place of `variable`.
  static void replaceUse(llvm::Use &use, GlobalVariable &variable, llvm::Function *base,
                         std::uint64_t offset) {
    if (use.get() != &variable) return; // replaced together with another entry of a phi
    auto *user = llvm::cast<llvm::Instruction>(use.getUser());
    const auto address = [&](llvm::IRBuilder<> &build) {
      return build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), build.CreateCall(base), offset);
    };
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(user)) {
      llvm::BasicBlock *incoming = phi->getIncomingBlock(use);
      // All entries of one incoming block must have one value.
      llvm::IRBuilder<> build(incoming->getTerminator());
      llvm::Value *value = address(build);
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        if (phi->getIncomingBlock(i) == incoming && phi->getIncomingValue(i) == &variable)
          phi->setIncomingValue(i, value);
      return;
    }
    llvm::IRBuilder<> build(user);
    build.SetCurrentDebugLocation(user->getDebugLoc());
    use.set(address(build));
  }

  llvm::Module &module_;
  const llvm::DataLayout &layout_;
  codelet::StaticsInfo &info_;
  std::vector<Member> members_;
  llvm::StructType *type_ = nullptr;
  GlobalVariable *image_ = nullptr;
  GlobalVariable *offset_ = nullptr;
  std::string problem_;
};

} // namespace

bool belongsToProcess(const GlobalVariable &variable) {
  // The compiler's own, such as the sanitizers' notes about the source.
  if (variable.hasPrivateLinkage()) return true;
  const llvm::StringRef name = variable.getName();
  for (const char *prefix :
       {"llvm.", "poplar_emu_", "__dso_handle", "_ZSt", "_ZNSt", "_ZGVNSt", "_ZGVSt",
        "_ZN9__gnu_cxx", "_ZTV", "_ZTI", "_ZTS", "__asan", "__ubsan"})
    if (name.starts_with(prefix)) return true;
  return false;
}

StaticsProblem gatherStatics(llvm::Module &module, const std::string &unitId,
                             codelet::StaticsInfo &info) {
  return Gatherer(module, unitId, info).run();
}

} // namespace poplar_emu::popc
