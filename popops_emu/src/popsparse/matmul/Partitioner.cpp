// SPDX-License-Identifier: MIT
// Buckets of non-zeros from sparse matrices, and back.
#include "matmul/Buckets.hpp"
#include "support/Errors.hpp"

#include <popsparse/SparsePartitioner.hpp>

#include <algorithm>
#include <tuple>

namespace popsparse {
namespace dynamic {

namespace {

const std::string kOperation = "popsparse::dynamic::Partitioner";

/// The bucket that the rows of a block belong to: the part whose range holds them.
std::size_t homeOf(const OpMetaData &plan, std::size_t row) {
  std::size_t part = row * plan.buckets / plan.shape.blockRows();
  while (row >= partOf(plan.shape.blockRows(), plan.buckets, part).end)
    ++part;
  return part;
}

template <class T>
SparsityDataImpl<T> fillBuckets(const OpMetaData &plan, const std::vector<NzBlock> &blocks,
                                const std::vector<T> &values) {
  if (blocks.size() > plan.buckets * plan.capacity)
    popops::support::fail(kOperation,
                          std::to_string(blocks.size()) + " non-zero blocks, and room for " +
                              std::to_string(plan.buckets * plan.capacity),
                          "create the tensor for more non-zeros");
  const std::size_t size = plan.shape.blockSize();
  SparsityDataImpl<T> data{std::vector<std::size_t>(plan.metaWords(), 0),
                           std::vector<T>(plan.values(), T())};
  std::size_t steps = 1;
  // Those at home first, so that what is carried away is as little as possible.
  std::vector<std::size_t> strangers;
  const auto put = [&](const NzBlock &block, std::size_t bucket) {
    std::size_t &count = data.metaInfo[1 + bucket * plan.bucketWords()];
    if (count == plan.capacity) return false;
    std::size_t *entry = &count + 1 + 2 * count;
    entry[0] = block.row;
    entry[1] = block.column;
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(block.index * size);
    std::copy(from, from + static_cast<std::ptrdiff_t>(size),
              data.nzValues.begin() +
                  static_cast<std::ptrdiff_t>((bucket * plan.capacity + count) * size));
    ++count;
    return true;
  };
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (!put(blocks[i], homeOf(plan, blocks[i].row))) strangers.push_back(i);
  for (const std::size_t i : strangers) {
    const std::size_t home = homeOf(plan, blocks[i].row);
    std::size_t distance = 1;
    while (!put(blocks[i], (home + distance) % plan.buckets))
      ++distance;
    steps = std::max(steps, distance + 1);
  }
  data.metaInfo[0] = steps;
  return data;
}

struct Entry {
  std::size_t row, column, place;
};

template <class T>
std::vector<Entry> entriesOf(const OpMetaData &plan, const SparsityDataImpl<T> &data) {
  if (data.metaInfo.size() != plan.metaWords() || data.nzValues.size() != plan.values())
    popops::support::fail(kOperation,
                          std::to_string(data.metaInfo.size()) + " words of meta information and " +
                              std::to_string(data.nzValues.size()) + " values, not " +
                              std::to_string(plan.metaWords()) + " and " +
                              std::to_string(plan.values()),
                          "use the partitioner that made them");
  std::vector<Entry> entries;
  for (std::size_t bucket = 0; bucket < plan.buckets; ++bucket) {
    const std::size_t *meta = &data.metaInfo[1 + bucket * plan.bucketWords()];
    for (std::size_t i = 0; i < meta[0]; ++i)
      entries.push_back({meta[1 + 2 * i], meta[2 + 2 * i], bucket * plan.capacity + i});
  }
  return entries;
}

/// Values of the entries, one block after another.
template <class T>
std::vector<T> valuesOf(const OpMetaData &plan, const SparsityDataImpl<T> &data,
                        const std::vector<Entry> &entries) {
  const std::size_t size = plan.shape.blockSize();
  std::vector<T> values;
  for (const Entry &entry : entries) {
    const auto from = data.nzValues.begin() + static_cast<std::ptrdiff_t>(entry.place * size);
    values.insert(values.end(), from, from + static_cast<std::ptrdiff_t>(size));
  }
  return values;
}

/// For sorted lines of entries, where each begins among the values, and where the last ends.
template <class Line>
std::vector<std::size_t> pointersOf(const std::vector<Entry> &entries, std::size_t lines,
                                    std::size_t size, Line line) {
  std::vector<std::size_t> pointers(lines + 1, 0);
  for (const Entry &entry : entries)
    pointers[line(entry) + 1] += size;
  for (std::size_t i = 1; i <= lines; ++i)
    pointers[i] += pointers[i - 1];
  return pointers;
}

bool byRow(const Entry &a, const Entry &b) {
  return std::tie(a.row, a.column) < std::tie(b.row, b.column);
}
bool byColumn(const Entry &a, const Entry &b) {
  return std::tie(a.column, a.row) < std::tie(b.column, b.row);
}

} // namespace

template <typename T>
Partitioner<T>::Partitioner(const MatMulParams &params, const poplar::Type &dataType,
                            const poplar::Target &target, const poplar::OptionFlags &options,
                            PlanningCache *, std::string name)
    : plan_(makePlan(kOperation, target, dataType, params, options)), name_(std::move(name)) {}

template <typename T>
Partitioner<T>::Partitioner(const FullyConnectedParams &params, const poplar::Type &dataType,
                            const poplar::Target &target, const poplar::OptionFlags &options,
                            PlanningCache *cache, std::string name)
    : Partitioner(asMatMul(params), dataType, target, options, cache, std::move(name)) {}

template <typename T>
SparsityDataImpl<T> Partitioner<T>::createSparsityDataImpl(const COOMatrix<T> &matrix) const {
  return fillBuckets(*plan_, blocksOf(kOperation, matrix, plan_->shape), matrix.nzValues);
}
template <typename T>
SparsityDataImpl<T> Partitioner<T>::createSparsityDataImpl(const CSRMatrix<T> &matrix) const {
  return fillBuckets(*plan_, blocksOf(kOperation, matrix, plan_->shape), matrix.nzValues);
}
template <typename T>
SparsityDataImpl<T> Partitioner<T>::createSparsityDataImpl(const CSCMatrix<T> &matrix) const {
  return fillBuckets(*plan_, blocksOf(kOperation, matrix, plan_->shape), matrix.nzValues);
}

template <typename T>
COOMatrix<T> Partitioner<T>::sparsityDataImplToCOOMatrix(const SparsityDataImpl<T> &data) const {
  auto entries = entriesOf(*plan_, data);
  std::sort(entries.begin(), entries.end(), byRow);
  COOMatrix<T> matrix(plan_->shape.rows, plan_->shape.columns, valuesOf(*plan_, data, entries), {},
                      {}, plan_->shape.block);
  for (const Entry &entry : entries) {
    matrix.rowIndices.push_back(entry.row * plan_->shape.block[0]);
    matrix.columnIndices.push_back(entry.column * plan_->shape.block[1]);
  }
  return matrix;
}

template <typename T>
CSRMatrix<T> Partitioner<T>::sparsityDataImplToCSRMatrix(const SparsityDataImpl<T> &data) const {
  auto entries = entriesOf(*plan_, data);
  std::sort(entries.begin(), entries.end(), byRow);
  CSRMatrix<T> matrix(plan_->shape.rows, plan_->shape.columns, valuesOf(*plan_, data, entries), {},
                      pointersOf(entries, plan_->shape.blockRows(), plan_->shape.blockSize(),
                                 [](const Entry &entry) { return entry.row; }),
                      plan_->shape.block);
  for (const Entry &entry : entries)
    matrix.columnIndices.push_back(entry.column * plan_->shape.block[1]);
  return matrix;
}

template <typename T>
CSCMatrix<T> Partitioner<T>::sparsityDataImplToCSCMatrix(const SparsityDataImpl<T> &data) const {
  auto entries = entriesOf(*plan_, data);
  std::sort(entries.begin(), entries.end(), byColumn);
  CSCMatrix<T> matrix(plan_->shape.rows, plan_->shape.columns, valuesOf(*plan_, data, entries),
                      pointersOf(entries, plan_->shape.blockColumns(), plan_->shape.blockSize(),
                                 [](const Entry &entry) { return entry.column; }),
                      {}, plan_->shape.block);
  for (const Entry &entry : entries)
    matrix.rowIndices.push_back(entry.row * plan_->shape.block[0]);
  return matrix;
}

template class Partitioner<float>;
template class Partitioner<double>;

} // namespace dynamic

namespace static_ {

namespace {

const std::string kOperation = "popsparse::static_::Partitioner";

template <class T, class Matrix>
SparsityDataImpl<T> inOrder(const Matrix &matrix, std::size_t rows, std::size_t columns) {
  const MatrixShape shape{rows, columns, matrix.getBlockDimensions()};
  SparsityDataImpl<T> data;
  for (const NzBlock &block : blocksOf(kOperation, matrix, shape)) {
    const auto from =
        matrix.nzValues.begin() + static_cast<std::ptrdiff_t>(block.index * shape.blockSize());
    data.nzValues.insert(data.nzValues.end(), from,
                         from + static_cast<std::ptrdiff_t>(shape.blockSize()));
  }
  return data;
}

} // namespace

template <typename T>
Partitioner<T>::Partitioner(const MatMulParams &params, const poplar::Type &dataType,
                            const poplar::Target &, const poplar::OptionFlags &, PlanningCache *,
                            std::string)
    : rows_(params.isSparseDense() ? params.getM() : params.getK()),
      columns_(params.isSparseDense() ? params.getK() : params.getM()) {
  checkType(kOperation, dataType);
}

template <typename T>
SparsityDataImpl<T> Partitioner<T>::createSparsityDataImpl(const COOMatrix<T> &matrix) const {
  return inOrder<T>(matrix, rows_, columns_);
}
template <typename T>
SparsityDataImpl<T> Partitioner<T>::createSparsityDataImpl(const CSRMatrix<T> &matrix) const {
  return inOrder<T>(matrix, rows_, columns_);
}
template <typename T>
SparsityDataImpl<T> Partitioner<T>::createSparsityDataImpl(const CSCMatrix<T> &matrix) const {
  return inOrder<T>(matrix, rows_, columns_);
}

template class Partitioner<float>;
template class Partitioner<double>;

} // namespace static_
} // namespace popsparse
