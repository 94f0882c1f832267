// SPDX-License-Identifier: MIT
// What kind of sparse matrix an operation has.
#ifndef POPSPARSE_SPARSITY_PARAMS_HPP
#define POPSPARSE_SPARSITY_PARAMS_HPP

#include <poplar_emu/Export.hpp>

#include <array>
#include <cstddef>
#include <ostream>

namespace popsparse {
namespace dynamic {

enum class SparsityType {
  /// Non-zeros are single values.
  Element,
  /// Non-zeros are dense blocks.
  Block
};

enum class SparsityStructure {
  /// Non-zeros may be anywhere.
  Unstructured
};

struct SparsityParams {
  SparsityType type;
  SparsityStructure structure;
  std::array<std::size_t, 2> blockDimensions;

  /// The type follows from the block: Element for {1, 1}, otherwise Block.
  SparsityParams(SparsityType type_ = SparsityType::Element,
                 SparsityStructure structure_ = SparsityStructure::Unstructured,
                 std::array<std::size_t, 2> blockDimensions_ = {{1, 1}})
      : type(type_), structure(structure_), blockDimensions(blockDimensions_) {
    type =
        blockDimensions[0] * blockDimensions[1] == 1 ? SparsityType::Element : SparsityType::Block;
  }
};

POPLAR_EMU_EXPORT bool operator<(const SparsityParams &a, const SparsityParams &b);
POPLAR_EMU_EXPORT bool operator==(const SparsityParams &a, const SparsityParams &b);
POPLAR_EMU_EXPORT bool operator!=(const SparsityParams &a, const SparsityParams &b);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const SparsityType &type);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const SparsityStructure &structure);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const SparsityParams &params);

} // namespace dynamic
} // namespace popsparse

#endif
