// SPDX-License-Identifier: MIT
// The slot table applied to instructions.
#include "slots/OperationCost.hpp"

#include "slots/SlotTable.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace poplar_emu::popc::slots {
namespace {

using llvm::Instruction;
using llvm::Type;
using llvm::Value;

unsigned bitsOf(const Type &type) {
  // The device's pointers and size_t have 32 bits, and it has no double: popc reads it as float.
  const unsigned bits = type.isPtrOrPtrVectorTy() ? 32 : std::min(type.getScalarSizeInBits(), 32U);
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return bits * (vector ? vector->getNumElements() : 1);
}

unsigned slotsFor(unsigned bits, unsigned perSlot) {
  return std::max(1U, (bits + perSlot - 1) / perSlot);
}

bool isHalf(const Type &type) {
  return type.getScalarType()->isHalfTy();
}

/// Behind conversions that a half makes to become the operand of a function of floats.
const Value *beforeWidening(const Value *value) {
  const auto *widening = llvm::dyn_cast<llvm::FPExtInst>(value);
  return widening && isHalf(*widening->getSrcTy()) ? widening->getOperand(0) : value;
}

/// One lane of a vector after the other: the device does as many as fit into a slot at once, which
/// the first of them pays.
bool isPaidByLowerLane(const Instruction &instruction, unsigned lanes) {
  if (instruction.getNumOperands() == 0) return false;
  const auto *lane =
      llvm::dyn_cast<llvm::ExtractElementInst>(beforeWidening(instruction.getOperand(0)));
  const auto *index = lane ? llvm::dyn_cast<llvm::ConstantInt>(lane->getIndexOperand()) : nullptr;
  return index && index->getZExtValue() % lanes != 0;
}

llvm::StringRef withoutSuffix(llvm::StringRef name) {
  const bool isFloat = name.ends_with("f") && findFunction(name.drop_back()) != nullptr;
  return isFloat ? name.drop_back() : name;
}

/// Null for what is no function of floating-point numbers.
const FunctionSlots *functionOf(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee) return nullptr;
  if (!callee->isIntrinsic()) return findFunction(withoutSuffix(callee->getName()));
  switch (callee->getIntrinsicID()) {
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::minimum:
    return findFunction("fmin");
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::maximum:
    return findFunction("fmax");
  default: {
    const llvm::StringRef name = llvm::Intrinsic::getBaseName(callee->getIntrinsicID());
    return findFunction(name.drop_front(std::min<std::size_t>(name.size(), 5))); // "llvm."
  }
  }
}

bool isNativeHalf(const llvm::CallBase &call) {
  const FunctionSlots *function = functionOf(call);
  return function && function->f16v2 != 0 && call.arg_size() != 0 &&
         (isHalf(*call.getType()) ||
          beforeWidening(call.getArgOperand(0)) != call.getArgOperand(0));
}

Cost onAux(unsigned slots) {
  return {.aux = slots};
}
Cost onMain(unsigned slots) {
  return {.main = slots};
}

Cost functionCost(const FunctionSlots &function, const Type &type, bool half,
                  const Instruction &instruction) {
  const bool pairs = half && function.f16v2 != 0;
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  const unsigned elements = vector ? vector->getNumElements() : 1;
  if (!vector && isPaidByLowerLane(instruction, pairs ? 2 : 1)) return {};
  // Cheap ones have a vector form of 64 bits.
  if (function.f32 <= 1) return onAux(slotsFor(bitsOf(type), kSlotBits) * function.f32);
  return onAux(pairs ? (elements + 1) / 2 * function.f16v2 : elements * function.f32);
}

Cost arithmetic(const Instruction &instruction) {
  const Type &type = *instruction.getType();
  const unsigned lanes = isHalf(type) ? 4 : 2;
  if (!type.isVectorTy() && isPaidByLowerLane(instruction, lanes)) return {};
  return onAux(slotsFor(bitsOf(type), kSlotBits));
}

Cost conversion(const llvm::CastInst &cast) {
  const Type &from = *cast.getSrcTy(), &to = *cast.getDestTy();
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&to);
  const unsigned elements = vector ? vector->getNumElements() : 1;
  switch (cast.getOpcode()) {
  case Instruction::FPExt:
    if (to.getScalarType()->isDoubleTy() && !isHalf(from)) return {};
    if (cast.hasOneUse())
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(*cast.user_begin());
          call && isNativeHalf(*call))
        return {};
    if (isPaidByLowerLane(cast, 2)) return {};
    return onAux((elements + 1) / 2);
  case Instruction::FPTrunc:
    if (from.getScalarType()->isDoubleTy() && !isHalf(to)) return {};
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(cast.getOperand(0));
        call && isNativeHalf(*call))
      return {};
    return onAux((elements + 1) / 2);
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return {.main = kMainToAux * elements, .aux = elements};
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return {.main = kAuxToMain * elements, .aux = elements, .auxFirst = true};
  case Instruction::BitCast:
    if (from.isIntegerTy() && to.isFloatingPointTy()) return onMain(kMainToAux);
    if (from.isFloatingPointTy() && to.isIntegerTy()) return onMain(kAuxToMain);
    return {};
  case Instruction::SExt:
    return llvm::isa<llvm::LoadInst>(cast.getOperand(0)) || bitsOf(from) >= 32 || from.isVectorTy()
               ? Cost{}
               : onMain(kSignExtend);
  default:
    return {};
  }
}

Cost integer(const Instruction &instruction) {
  const Type &type = *instruction.getType();
  const unsigned words = slotsFor(bitsOf(type), 32);
  switch (instruction.getOpcode()) {
  case Instruction::And:
    // What 64-bit hosts add to 32-bit numbers.
    if (const auto *mask = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
        mask && mask->getBitWidth() == 64 && mask->getZExtValue() == 0xffffffff)
      return {};
    return onMain(words);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: {
    const auto *divisor = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    if (divisor && divisor->getValue().abs().isPowerOf2()) return onMain(kShiftDivide);
    return {.main = kIntegerDivide * words, .alone = true};
  }
  default:
    return onMain(words);
  }
}

Cost selection(const llvm::SelectInst &select) {
  const Type &type = *select.getType();
  const unsigned vectors = slotsFor(bitsOf(type), kSlotBits);
  for (const Value *choice : {select.getTrueValue(), select.getFalseValue()})
    if (const auto *constant = llvm::dyn_cast<llvm::Constant>(choice);
        constant && constant->isZeroValue() && type.isFPOrFPVectorTy())
      return onAux(vectors * kSelectZero);
  return type.isFPOrFPVectorTy() ? onAux(vectors * kSelectAux)
                                 : onMain(slotsFor(bitsOf(type), 32) * kSelectMain);
}

Cost comparison(const llvm::CmpInst &compare) {
  const Type &type = *compare.getOperand(0)->getType();
  if (type.isFPOrFPVectorTy()) return onAux(slotsFor(bitsOf(type), kSlotBits));
  return onMain(slotsFor(bitsOf(type), 32));
}

Cost store(const llvm::StoreInst &instruction) {
  const Type &type = *instruction.getValueOperand()->getType();
  const unsigned bits = bitsOf(type);
  if (bits >= kStoreGranularity) return onMain(slotsFor(bits, kSlotBits));
  return onMain(2 + kNarrowStoreMerge);
}

bool isEmulationFile(llvm::StringRef file) {
  return file.ends_with("poplar_emu/device/Builtins.hpp") ||
         file.ends_with("poplar_emu/device/Print.hpp");
}

const llvm::DILocation *emulatedCall(const Instruction &instruction) {
  const llvm::DILocation *call = nullptr;
  for (const llvm::DILocation *at = instruction.getDebugLoc(); at; at = at->getInlinedAt()) {
    const llvm::StringRef file = at->getFilename();
    if (file.ends_with("poplar_emu/device/Batch.hpp")) break;
    if (isEmulationFile(file)) call = at->getInlinedAt();
  }
  return call;
}

} // namespace

bool isEmulation(const llvm::Function &function) {
  const llvm::StringRef name = function.getName();
  if (name.starts_with("poplar_emu_")) return !name.starts_with("poplar_emu_batch_");
  for (const char *prints : {"printf", "puts", "putchar"})
    if (name == prints) return true;
  const llvm::DISubprogram *program = function.getSubprogram();
  return program && isEmulationFile(program->getFilename());
}

Cost OperationCost::of(const Instruction &instruction) {
  if (addressing_.isFree(instruction)) return {};
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (const llvm::DILocation *emulated = emulatedCall(instruction)) {
    if (call && functionOf(*call)) return ofCall(*call);
    return charged_.insert(emulated).second ? onAux(1) : Cost{};
  }
  if (call) return ofCall(*call);
  if (instruction.isTerminator() || llvm::isa<llvm::PHINode>(instruction)) return {};
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) return conversion(*cast);
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return selection(*select);
  if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return comparison(*compare);
  if (const auto *write = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store(*write);
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return onMain(slotsFor(bitsOf(*instruction.getType()), kSlotBits));
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FNeg:
    return arithmetic(instruction);
  case Instruction::FDiv:
    return functionCost(*findFunction("inverse"), *instruction.getType(),
                        isHalf(*instruction.getType()), instruction);
  case Instruction::FRem:
    return functionCost(*findFunction("fmod"), *instruction.getType(), false, instruction);
  case Instruction::GetElementPtr:
    return onMain(1);
  case Instruction::ShuffleVector:
    return isHalf(*instruction.getType())
               ? onAux(slotsFor(bitsOf(*instruction.getType()), kSlotBits))
               : Cost{};
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return onMain(3);
  default:
    return instruction.isBinaryOp() ? integer(instruction) : Cost{};
  }
}

Cost OperationCost::ofCall(const llvm::CallBase &call) const {
  const llvm::Function *callee = call.getCalledFunction();
  if (const FunctionSlots *function = functionOf(call))
    return functionCost(*function, *call.getType(), isNativeHalf(call), call);
  if (const auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    // What depends on the length is added when the program runs.
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
    if (!length) return {.main = kCopySetup, .alone = true};
    const std::uint64_t words = (length->getZExtValue() + kCopyBytes - 1) / kCopyBytes;
    // Short ones become loads and stores.
    if (words <= 8) return onMain(static_cast<unsigned>(2 * words));
    return {.main = static_cast<unsigned>(kCopySetup + words), .alone = true};
  }
  if (callee && callee->isIntrinsic()) {
    switch (callee->getIntrinsicID()) {
    case llvm::Intrinsic::ctpop:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
    case llvm::Intrinsic::bswap:
      return onMain(kBitCount);
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::abs:
      return onMain(slotsFor(bitsOf(*call.getType()), 32));
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      return onMain(3);
    default:
      return {};
    }
  }
  if (callee && isEmulation(*callee)) return onAux(1);
  const bool known = !callee || !callee->isDeclaration() || !isCounted(*callee);
  return {.main = known ? kCall : kUnknownFunction, .alone = true};
}

bool isCounted(const llvm::Function &callee) {
  if (callee.isIntrinsic() || isEmulation(callee)) return true;
  return callee.isDeclaration() && (findFunction(withoutSuffix(callee.getName())) != nullptr);
}

bool belongsToBranch(const Instruction &instruction) {
  return llvm::isa<llvm::ICmpInst>(instruction) && instruction.hasOneUse() &&
         llvm::isa<llvm::BranchInst>(*instruction.user_begin());
}

unsigned controlSlots(const llvm::BasicBlock &block, const Addressing &addressing,
                      Bundling bundling) {
  const Instruction &end = *block.getTerminator();
  const unsigned repeat = addressing.startsRepeat(block) ? kRepeat : 0;
  if (addressing.isRepeated(block)) return 0;
  if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end))
    return repeat + std::min(kSwitchCase * choice->getNumCases(), kSwitchMost);
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end);
  if (!branch) return 0;
  const unsigned slots = bundling == Bundling::OnePipe ? kSupervisorBranch : kBranch;
  if (branch->isUnconditional()) {
    const llvm::BasicBlock *target = branch->getSuccessor(0);
    const bool fallsThrough =
        target == block.getNextNode() || target->getSinglePredecessor() == &block;
    return repeat + (fallsThrough ? 0 : slots);
  }
  const auto *compare = llvm::dyn_cast<llvm::CmpInst>(branch->getCondition());
  if (!compare) return repeat + slots;
  if (llvm::isa<llvm::FCmpInst>(compare)) return repeat + kAuxToMain + slots;
  const auto *right = llvm::dyn_cast<llvm::Constant>(compare->getOperand(1));
  const bool againstZero = right && right->isZeroValue();
  return repeat + (againstZero ? 0 : kCompare) + slots;
}

} // namespace poplar_emu::popc::slots
