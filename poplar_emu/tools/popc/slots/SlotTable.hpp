// SPDX-License-Identifier: MIT
// What an IPU worker pays for each kind of operation, in issue slots: the one table of the counting
// pass.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace poplar_emu::popc::slots {

// A worker issues one bundle every six cycles of its tile: one instruction of the main pipe (loads,
// stores, integers, branches) and one of the auxiliary pipe (floating point). Numbers are bundles;
// a thread cycle of the cycle model is one bundle. Sources:
//   [A] assembly programming guide: pipes, bundles, rpt, widths of loads and stores, the
//       instructions that exist
//   [P] poplibs' published cycle tables: {cycles, unroll} of a loop that loads, applies the
//       function and stores, so that one application takes (cycles - 2) / unroll slots. In-place
//       tanh, which needs no separate load and store, confirms the 2.
//   [V13] the published triad of a plain C++ loop, 6.3 slots an element: four bundles of work and
//       two of control
//   [T] the cost model of a published compiler for the IPU (parendi)
//   [G] a guess; nothing published was found

// --- widths ---
constexpr unsigned kSlotBits = 64;         ///< of a load, a store or a vector operation [A]
constexpr unsigned kStoreGranularity = 32; ///< bits; narrower stores read, merge and write [A]
constexpr unsigned kNarrowStoreMerge = 1;  ///< besides the load and the store [A]

// --- moves between the two register files, which go through memory in one direction ---
constexpr unsigned kMainToAux = 2; ///< store and load, before int to float [A]
constexpr unsigned kAuxToMain = 1; ///< atom, behind float to int and comparisons [A]

// --- control ---
constexpr unsigned kCompare = 1; ///< of two integers, before a branch; none against zero [A]
constexpr unsigned kBranch = 1;  ///< conditional, or unconditional to elsewhere [A]; a comparison
                                 ///< and its branch are never part of a bundle [V13]
constexpr unsigned kSwitchCase = 2, kSwitchMost = 5; ///< compare, branch; or a jump table [G]
constexpr unsigned kCall = 1, kReturn = 1;           ///< [A]
constexpr unsigned kRepeat = 1;                      ///< the rpt instruction [A]
constexpr unsigned kRepeatMost = 4095;               ///< iterations that rpt can count [A]
constexpr unsigned kSupervisorBranch = 6;            ///< poplibs: "6 cycle branch" [P]

// --- arithmetic ---
constexpr unsigned kSelectMain = 1;     ///< conditional move of an integer [A]
constexpr unsigned kSelectAux = 3;      ///< and, andc, or of floats [A] [T]
constexpr unsigned kSelectZero = 1;     ///< against zero: one and [A]
constexpr unsigned kSignExtend = 2;     ///< two shifts [A]
constexpr unsigned kIntegerDivide = 40; ///< in software: there is no such instruction [A] [G]
constexpr unsigned kShiftDivide = 3;    ///< signed, by a power of two: fix, add, shift [A]
constexpr unsigned kBitCount = 1;       ///< popc, clz [A]

// --- whole functions ---
constexpr unsigned kEntryAndExit = 12;    ///< of a worker: loads of its fields, exitz [G]
constexpr unsigned kCopySetup = 12;       ///< memcpy, memset: call, alignment, remainder [G]
constexpr unsigned kCopyBytes = 8;        ///< they move in a slot: 8 bytes a cycle and tile [P]
constexpr unsigned kUnknownFunction = 40; ///< of the C library, not in the table below [G]

/// A function of floating-point numbers that takes several slots.
struct FunctionSlots {
  const char *name;    ///< without the suffix of its type
  std::uint32_t f32;   ///< slots of one float
  std::uint32_t f16v2; ///< slots of two halves; 0: as for float
};

/// Also for divisions ("inverse"). Marked [P] unless said otherwise.
constexpr FunctionSlots kFunctions[] = {
    {"inverse", 2, 7},    //  6,2   15,4
    {"sqrt", 4, 11},      // 10,2   23,4
    {"rsqrt", 3, 9},      //  8,2   19,4
    {"exp", 2, 1},        //  6,2    4,4
    {"exp2", 2, 1},       // [G] as exp
    {"log", 5, 1},        // 12,2    4,4
    {"log2", 5, 1},       // [G] as log
    {"log10", 6, 2},      // [G] log and a product
    {"tanh", 5, 1},       // 12,2    4,4; in place 10,2 and 2,4
    {"sin", 2300, 50},    // an element: 2300, 25
    {"cos", 2300, 50},    // as sin
    {"tan", 5100, 11400}, // an element: 5100, 5700
    {"erf", 41, 26},      // an element: 41, 13
    {"asin", 102, 0},     // an element
    {"acos", 102, 0},     // [G] as asin
    {"atan", 102, 0},     // [G] as asin
    {"atan2", 136, 289},  // 272,2   578,4
    {"pow", 8, 4},        // [G] logarithm, product, exponential
    {"fmod", 40, 0},      // [G]
    {"fmin", 1, 1},       // f32min, f16v2min [A]
    {"fmax", 1, 1},       // [A]
    {"fabs", 1, 1},       // clears a bit [A]
    {"copysign", 2, 2},   // two bit operations [A]
    {"floor", 1, 1},      // f32int [A]
    {"ceil", 1, 1},       // [A]
    {"trunc", 1, 1},      // [A]
    {"rint", 1, 1},       // [A]
    {"nearbyint", 1, 1},  // [A]
    {"round", 1, 1},      // [A]
    {"roundeven", 1, 1},  // [A]
    {"fma", 1, 1},        // f32v2mac [A]
    {"fmuladd", 1, 1},    // [A]
};

/// Null for a name that is not in the table.
inline const FunctionSlots *findFunction(llvm::StringRef name) {
  for (const FunctionSlots &entry : kFunctions)
    if (name == entry.name) return &entry;
  return nullptr;
}

} // namespace poplar_emu::popc::slots
