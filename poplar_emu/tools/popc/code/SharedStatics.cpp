// SPDX-License-Identifier: MIT
// The functions and names through which codelet files share variables.
#include "code/SharedStatics.hpp"

#include "code/StaticsPass.hpp"

#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/IRBuilder.h>

namespace poplar_emu::popc {
namespace {

constexpr llvm::StringRef kPrefix = "poplar_emu_shared_";

bool isOfCLibrary(llvm::StringRef name) {
  return name == "stdin" || name == "stdout" || name == "stderr" || name == "environ";
}

llvm::Function *addressFunction(llvm::Module &module, llvm::GlobalValue::LinkageTypes linkage,
                                const llvm::Twine &name) {
  auto *type = llvm::FunctionType::get(llvm::PointerType::getUnqual(module.getContext()), false);
  auto *function = llvm::Function::Create(type, linkage, name, module);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->setOnlyReadsMemory();
  return function;
}

llvm::BasicBlock *block(const char *name, llvm::Function *function) {
  return llvm::BasicBlock::Create(function->getContext(), name, function);
}

} // namespace

bool isForeign(const llvm::GlobalVariable &variable) {
  return variable.isDeclaration() && !variable.isConstant() && !variable.isThreadLocal() &&
         !variable.use_empty() && !belongsToProcess(variable) && !isOfCLibrary(variable.getName());
}

llvm::Function *createForeignAddress(llvm::Module &module, llvm::GlobalVariable &variable) {
  llvm::Function *shared =
      addressFunction(module, llvm::GlobalValue::ExternalWeakLinkage, kPrefix + variable.getName());
  llvm::Function *address =
      addressFunction(module, llvm::GlobalValue::InternalLinkage, "poplar_emu_foreign");
  address->addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::BasicBlock *entry = block("entry", address), *ofTile = block("ofTile", address),
                   *ofProcess = block("ofProcess", address);
  llvm::IRBuilder<> build(entry);
  build.CreateCondBr(build.CreateIsNotNull(shared), ofTile, ofProcess);
  build.SetInsertPoint(ofTile);
  build.CreateRet(build.CreateCall(shared));
  build.SetInsertPoint(ofProcess);
  build.CreateRet(&variable);
  return address;
}

llvm::Function *defineSharedAddress(llvm::Module &module, const llvm::GlobalVariable &variable,
                                    llvm::Function *base, std::uint64_t offset) {
  // Weak, so that two files with one variable clash over its own name only.
  llvm::Function *function =
      addressFunction(module, llvm::GlobalValue::WeakAnyLinkage, kPrefix + variable.getName());
  llvm::IRBuilder<> build(block("entry", function));
  build.CreateRet(
      build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), build.CreateCall(base), offset));
  return function;
}

void exportName(llvm::GlobalVariable &variable, llvm::Constant *place) {
  const auto linkage = variable.isWeakForLinker() ? llvm::GlobalValue::WeakAnyLinkage
                                                  : llvm::GlobalValue::ExternalLinkage;
  auto *alias = llvm::GlobalAlias::create(variable.getValueType(), 0, linkage, "", place,
                                          variable.getParent());
  alias->takeName(&variable);
}

} // namespace poplar_emu::popc
