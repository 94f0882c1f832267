// SPDX-License-Identifier: MIT
// The postfix program of a MapExpression vertex, as the host writes it and the vertex reads it.
//
//   header | inputs | constants | outputs | instructions
//
// Registers hold a chunk of elements each and are numbered in this order: inputs, constants,
// outputs, temporaries. Inputs and outputs of the same size share a list field of the vertex.
#pragma once

#include <cstdint>

namespace popops {
namespace program {

/// Element types, as they stand in instructions.
enum class Kind : std::uint8_t {
  Bool,
  Char,
  SignedChar,
  UnsignedChar,
  Short,
  UnsignedShort,
  Int,
  Unsigned,
  LongLong,
  UnsignedLongLong,
  Half,
  Float
};
constexpr unsigned kKinds = 12;

/// log2 of the bytes of an element: which list field an operand is in.
constexpr unsigned sizeClass(Kind kind) {
  constexpr unsigned classes[kKinds] = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 1, 2};
  return classes[static_cast<unsigned>(kind)];
}

/// What an instruction does with elements of its kind.
enum class Action : std::uint8_t {
  Unary,  ///< `op` is a UnaryOpType
  Binary, ///< `op` is a BinaryOpType
  Clamp,
  Select, ///< the third operand is a Bool
  Cast,   ///< `op` is the Kind of the result
  Copy
};

/// Bytes of a register; a chunk is as many elements of the largest kind of the program. So small
/// that the chunk that follows is there when this one is done: it is fetched meanwhile.
constexpr unsigned kRegisterBytes = 512;
constexpr unsigned kMaxTemporaries = 40;

struct Header {
  std::uint32_t inputs, constants, outputs, temporaries, chunk, instructions;
};
constexpr unsigned kHeaderWords = 6;

/// An input or output: place in the list of its size class.
constexpr std::uint32_t operandWord(unsigned sizeClass, unsigned index, bool scalar) {
  return sizeClass | (scalar ? 4u : 0u) | index << 8;
}

/// Constants take three words: size class, low and high half of the bits.
constexpr unsigned kConstantWords = 3;

/// Instructions take two words.
constexpr unsigned kInstructionWords = 2;
constexpr std::uint32_t actionWord(Kind kind, Action action, unsigned op) {
  return static_cast<std::uint32_t>(kind) | static_cast<std::uint32_t>(action) << 8 | op << 16;
}
constexpr std::uint32_t registerWord(unsigned out, unsigned a, unsigned b, unsigned c) {
  return out | a << 8 | b << 16 | c << 24;
}

} // namespace program
} // namespace popops
