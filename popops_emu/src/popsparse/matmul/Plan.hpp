// SPDX-License-Identifier: MIT
// How sparse products are spread over tiles.
//
//   tile (i, j) has the rows of part i and the columns of slab j of the result. Bucket i holds
//   non-zeros; those of the rows of part i first of all, and what does not fit goes to the next
//   bucket with room. In step s tile (i, j) takes its rows' blocks out of bucket i + s.
//
//   meta information:  steps | bucket 0: number of blocks, row, column, row, column, ... | bucket 1
//   ...
#pragma once

#include "formats/Blocks.hpp"

#include <poplar/OptionFlags.hpp>
#include <poplar/Target.hpp>
#include <poplar/Type.hpp>
#include <popsparse/MatMulParams.hpp>

#include <memory>

namespace popsparse {

/// [begin, end) of part i when n things are divided into equal parts.
struct Range {
  std::size_t begin, end;

  std::size_t size() const { return end - begin; }
};
Range partOf(std::size_t n, std::size_t parts, std::size_t i);

/// Into how many slabs n columns of `rows` elements are cut, so that a slab is a small part of a
/// tile; and, while tiles are left over, no wider than needed.
std::size_t slabsForMemory(const poplar::Target &target, const poplar::Type &type, std::size_t rows,
                           std::size_t n);
std::size_t slabsOf(const poplar::Target &target, const poplar::Type &type, std::size_t rows,
                    std::size_t n, std::size_t rowParts);

/// Into how many parts the rows of the result are cut: a tile has one part of one slab, and a part
/// some blocks.
std::size_t rowPartsOf(const poplar::Target &target, std::size_t blocks, std::size_t blockRows,
                       std::size_t slabs);

/// Reads all options: metaInfoBucketOversizeProportion. Throws poplar::invalid_option.
double bucketRoom(const poplar::OptionFlags &options);

namespace dynamic {

struct OpMetaData {
  MatMulParams params;
  poplar::Type dataType;
  MatrixShape shape;
  std::size_t buckets;
  /// Blocks that a bucket has room for.
  std::size_t capacity;

  poplar::Type metaType() const;
  std::size_t bucketWords() const { return 1 + 2 * capacity; }
  std::size_t metaWords() const { return 1 + buckets * bucketWords(); }
  std::size_t values() const { return buckets * capacity * shape.blockSize(); }
};

/// The same for the same arguments. Throws poplar::invalid_option, poplibs_error for other types.
std::shared_ptr<const OpMetaData> makePlan(const std::string &operation,
                                           const poplar::Target &target, const poplar::Type &type,
                                           const MatMulParams &params,
                                           const poplar::OptionFlags &options);

} // namespace dynamic

void checkType(const std::string &operation, const poplar::Type &type);

} // namespace popsparse
