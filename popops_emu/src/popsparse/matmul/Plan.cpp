// SPDX-License-Identifier: MIT
// Parts, slabs and buckets.
#include "matmul/Plan.hpp"

#include "support/Arithmetic.hpp"
#include "support/Errors.hpp"

#include <poputil/OptionParsing.hpp>

#include <algorithm>
#include <limits>

namespace popsparse {

Range partOf(std::size_t n, std::size_t parts, std::size_t i) {
  return {i * n / parts, (i + 1) * n / parts};
}

std::size_t slabsForMemory(const poplar::Target &target, const poplar::Type &type, std::size_t rows,
                           std::size_t n) {
  // A slab and what belongs to it take an eighth of a tile.
  const std::size_t bytes = rows * n * target.getTypeSize(type);
  const std::size_t slabs = bytes * 8 / target.getBytesPerTile() + 1;
  return std::clamp<std::size_t>(slabs, 1, std::max<std::size_t>(n, 1));
}

std::size_t slabsOf(const poplar::Target &target, const poplar::Type &type, std::size_t rows,
                    std::size_t n, std::size_t rowParts) {
  // Narrow slabs make a vertex that does little else than read where blocks are.
  constexpr std::size_t kNarrow = 16;
  const std::size_t spare = target.getNumTiles() / std::max<std::size_t>(rowParts, 1);
  return std::max(slabsForMemory(target, type, rows, n), std::min(spare, n / kNarrow));
}

std::size_t rowPartsOf(const poplar::Target &target, std::size_t blocks, std::size_t blockRows,
                       std::size_t slabs) {
  // At least a handful of blocks a part, so that an even share is likely to be close.
  constexpr std::size_t kFewBlocks = 8;
  return std::max<std::size_t>(
      1, std::min({blockRows, blocks / kFewBlocks, target.getNumTiles() / slabs}));
}

void checkType(const std::string &operation, const poplar::Type &type) {
  if (type != poplar::FLOAT && type != poplar::HALF)
    popops::support::fail(operation, "elements of type " + popops::support::nameOf(type),
                          "use FLOAT or HALF");
}

double bucketRoom(const poplar::OptionFlags &options) {
  using poplibs::OptionHandler;
  double room = 0.3, ignoredNumber = 0;
  bool ignored = false;
  std::string ignoredText;
  const auto flag = [&] { return OptionHandler::createWithBool(ignored); };
  const poplibs::OptionSpec spec{
      {"metaInfoBucketOversizeProportion", OptionHandler::createWithDouble(room, 0.0)},
      {"availableMemoryProportion", OptionHandler::createWithDouble(ignoredNumber, 0.0)},
      {"partialsType", OptionHandler::createWithString(ignoredText)},
      {"planConstraints", OptionHandler::createWithString(ignoredText)},
      {"sharedBuckets", flag()},
      {"doGradAPass", flag()},
      {"doGradWPass", flag()},
      {"enableStructuredRearrangements", flag()},
      {"partitioner.optimiseForSpeed", flag()},
      {"partitioner.forceBucketSpills", flag()}};
  for (const auto &[key, value] : options)
    spec.parse(key, value);
  return room;
}

namespace dynamic {

poplar::Type OpMetaData::metaType() const {
  const std::size_t largest =
      std::max({shape.blockRows(), shape.blockColumns(), capacity, buckets});
  return largest <= std::numeric_limits<std::uint16_t>::max() ? poplar::UNSIGNED_SHORT
                                                              : poplar::UNSIGNED_INT;
}

std::shared_ptr<const OpMetaData> makePlan(const std::string &operation,
                                           const poplar::Target &target, const poplar::Type &type,
                                           const MatMulParams &params,
                                           const poplar::OptionFlags &options) {
  checkType(operation, type);
  const double room = bucketRoom(options);
  const MatrixShape shape{params.getM(), params.getK(), params.getSparsityParams().blockDimensions};
  const std::size_t blocks = params.getNumNonZeroValues() / shape.blockSize();
  // Either dimension may be that of the dense operand.
  const std::size_t slabs =
      slabsForMemory(target, type, std::max(shape.rows, shape.columns), params.getN());
  const std::size_t buckets = rowPartsOf(target, blocks, shape.blockRows(), slabs);
  const std::size_t share = popops::support::divideUp(blocks, buckets);
  const auto capacity = static_cast<std::size_t>(static_cast<double>(share) * (1 + room)) + 1;
  return std::make_shared<const OpMetaData>(OpMetaData{params, type, shape, buckets, capacity});
}

} // namespace dynamic
} // namespace popsparse
