// SPDX-License-Identifier: MIT
// From an instruction of LLVM to what the device would issue for it.
#pragma once

#include "slots/Addressing.hpp"
#include "slots/BlockSchedule.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>

namespace poplar_emu::popc::slots {

/// Code of the emulator that stands for instructions of the device: random numbers, registers,
/// printing.
bool isEmulation(const llvm::Function &function);

/// Of the C library or of the emulator: it needs no counter of its own.
bool isCounted(const llvm::Function &callee);

class OperationCost {
 public:
  explicit OperationCost(const Addressing &addressing) : addressing_(addressing) {}

  /// Without terminators. Call once for each instruction of a function, in order: what stands for
  /// one instruction of the device is charged where it begins.
  Cost of(const llvm::Instruction &instruction);

 private:
  Cost ofCall(const llvm::CallBase &call) const;

  const Addressing &addressing_;
  llvm::SmallPtrSet<const llvm::DILocation *, 8> charged_;
};

/// Compare and branch at the end of a block.
unsigned controlSlots(const llvm::BasicBlock &block, const Addressing &addressing,
                      Bundling bundling);

/// The comparison is part of the branch behind it, in controlSlots.
bool belongsToBranch(const llvm::Instruction &instruction);

} // namespace poplar_emu::popc::slots
