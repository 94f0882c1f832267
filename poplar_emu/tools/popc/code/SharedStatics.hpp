// SPDX-License-Identifier: MIT
// Mutable variables that several codelet files share: names and addresses across objects.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>

namespace poplar_emu::popc {

// A variable `x` with external linkage lies in the per-tile image of the file that defines it:
//
//     file A: int x;                  file B: extern int x;
//     x              name of the place in A's initial image: the linker finds it missing or twice
//     poplar_emu_shared_x()  its address on the tile that runs; B calls it where it says x
//
// The function is weak in B: names of the C library have none, and mean themselves.

/// Declared here and defined elsewhere, perhaps by another codelet file.
bool isForeign(const llvm::GlobalVariable &variable);

/// A function of this module: the address of what another file, or the C library, defines.
llvm::Function *createForeignAddress(llvm::Module &module, llvm::GlobalVariable &variable);

/// Defines the function that other files call: base() + offset.
llvm::Function *defineSharedAddress(llvm::Module &module, const llvm::GlobalVariable &variable,
                                    llvm::Function *base, std::uint64_t offset);

/// Gives the variable's name to its place.
void exportName(llvm::GlobalVariable &variable, llvm::Constant *place);

} // namespace poplar_emu::popc
