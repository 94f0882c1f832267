// SPDX-License-Identifier: MIT
// Partitioners: what goes in comes out in every format, and bad matrices are refused.
#include "Sparse.hpp"

#include <poplar/IPUModel.hpp>
#include <poplar/exceptions.hpp>
#include <popsparse/SparsePartitioner.hpp>

#include <sstream>

namespace {

using namespace popsparse_test;
using popsparse::COOMatrix;
using popsparse::CSRMatrix;
using popsparse::dynamic::MatMulParams;
using popsparse::dynamic::SparsityParams;
using popsparse::dynamic::SparsityStructure;
using popsparse::dynamic::SparsityType;
using Partitioner = popsparse::dynamic::Partitioner<float>;

poplar::Target target(unsigned tiles) {
  poplar::IPUModel model;
  model.tilesPerIPU = tiles;
  return model.createDevice().getTarget();
}

SparsityParams sparsity(const std::array<std::size_t, 2> &block) {
  return {SparsityType::Element, SparsityStructure::Unstructured, block};
}

Partitioner makePartitioner(const Matrix &m, const poplar::OptionFlags &options = {}) {
  return {MatMulParams::createWithNumNonZeroValues(sparsity(m.block),
                                                   std::max(m.nonZeros(), m.block[0] * m.block[1]),
                                                   1, m.rows, m.columns, 7),
          poplar::FLOAT, target(8), options};
}

TEST(Partitioner, RoundTripsOfAllFormats) {
  for (const std::array<std::size_t, 2> block :
       std::vector<std::array<std::size_t, 2>>{{1, 1}, {2, 3}, {4, 1}})
    for (const unsigned percent : {0, 10, 60, 100})
      for (const char *room : {"0", "1.5"}) {
        const Matrix m = makeMatrix(24, 18, block, percent, percent + 1);
        const Partitioner partitioner =
            makePartitioner(m, {{"metaInfoBucketOversizeProportion", room}});
        const auto csr = asCSR<float>(m);
        const auto data = partitioner.createSparsityDataImpl(csr);
        EXPECT_EQ(data.metaInfo, partitioner.createSparsityDataImpl(asCOO<float>(m)).metaInfo);
        EXPECT_EQ(data.nzValues, partitioner.createSparsityDataImpl(asCSC<float>(m)).nzValues);
        const auto back = partitioner.sparsityDataImplToCSRMatrix(data);
        EXPECT_EQ(back.nzValues, csr.nzValues);
        EXPECT_EQ(back.rowIndices, csr.rowIndices);
        EXPECT_EQ(back.columnIndices, csr.columnIndices);
        const auto csc = asCSC<float>(m), columns = partitioner.sparsityDataImplToCSCMatrix(data);
        EXPECT_EQ(columns.nzValues, csc.nzValues);
        EXPECT_EQ(columns.rowIndices, csc.rowIndices);
        EXPECT_EQ(columns.columnIndices, csc.columnIndices);
        const auto list = partitioner.sparsityDataImplToCOOMatrix(data);
        EXPECT_EQ(list.nzValues, csr.nzValues);
        EXPECT_EQ(list.columnIndices, csr.columnIndices);
        EXPECT_EQ(list.numRows, 24u);
        EXPECT_EQ(list.getNumColumnsInBlock(), block[1]);
      }
}

TEST(Partitioner, AllNonZerosInOneRow) {
  Matrix m = makeMatrix(32, 32, {1, 1}, 0, 1);
  for (std::size_t j = 0; j < 32; ++j) {
    m.pattern[5][j] = true;
    m.values[5 * 32 + j] = static_cast<float>(j + 1);
  }
  const Partitioner partitioner = makePartitioner(m);
  const auto data = partitioner.createSparsityDataImpl(asCSR<float>(m));
  EXPECT_GT(data.metaInfo[0], 1u);
  EXPECT_EQ(partitioner.sparsityDataImplToCSRMatrix(data).nzValues, asCSR<float>(m).nzValues);
}

TEST(Partitioner, BadMatrices) {
  const Matrix m = makeMatrix(8, 8, {2, 2}, 50, 3);
  const Partitioner partitioner = makePartitioner(m);
  const auto good = asCSR<float>(m);
  const auto refuses = [&](const std::function<void(CSRMatrix<float> &)> &spoil) {
    auto bad = good;
    spoil(bad);
    EXPECT_THROW(partitioner.createSparsityDataImpl(bad), poputil::poplibs_error);
  };
  EXPECT_NO_THROW(partitioner.createSparsityDataImpl(good));
  refuses([](auto &bad) { bad.columnIndices[0] = 8; });
  refuses([](auto &bad) { bad.columnIndices[0] = 1; });
  refuses([](auto &bad) { bad.columnIndices.pop_back(); });
  refuses([](auto &bad) { bad.rowIndices.pop_back(); });
  refuses([](auto &bad) { bad.rowIndices.back() += 4; });
  refuses([](auto &bad) { bad.rowIndices[0] = 4; });
  refuses([](auto &bad) { bad.nzValues.push_back(1); });
  refuses(
      [](auto &bad) { bad = CSRMatrix<float>(bad.nzValues, bad.columnIndices, bad.rowIndices); });
  const COOMatrix<float> twice({1, 2, 3, 4, 5, 6, 7, 8}, {0, 0}, {2, 2}, {2, 2});
  EXPECT_THROW(partitioner.createSparsityDataImpl(twice), poputil::poplibs_error);
  const Matrix full = makeMatrix(8, 8, {2, 2}, 100, 3);
  EXPECT_THROW(
      Partitioner(MatMulParams::createWithNumNonZeroValues(sparsity({2, 2}), 4, 1, 8, 8, 1),
                  poplar::FLOAT, target(8), {})
          .createSparsityDataImpl(asCSR<float>(full)),
      poputil::poplibs_error);
}

TEST(Partitioner, BadParameters) {
  EXPECT_THROW(MatMulParams::createWithNzRatio(sparsity({1, 1}), 0.0, 1, 4, 4, 4),
               poputil::poplibs_error);
  EXPECT_THROW(MatMulParams::createWithNzRatio(sparsity({1, 1}), 1.5, 1, 4, 4, 4),
               poputil::poplibs_error);
  EXPECT_THROW(MatMulParams::createWithNzRatio(sparsity({3, 1}), 0.5, 1, 4, 4, 4),
               poputil::poplibs_error);
  EXPECT_THROW(MatMulParams::createWithNzRatio(sparsity({1, 1}), 0.5, 2, 4, 4, 4),
               poputil::poplibs_error);
  const auto params = MatMulParams::createWithNzRatio(sparsity({1, 1}), 0.5, 1, 4, 4, 4);
  EXPECT_THROW(Partitioner(params, poplar::INT, target(2), {}), poputil::poplibs_error);
  EXPECT_THROW(Partitioner(params, poplar::FLOAT, target(2), {{"metaInfo", "1"}}),
               poplar::invalid_option);
}

TEST(SparsityParams, TypeOrderAndText) {
  EXPECT_EQ(sparsity({1, 1}).type, SparsityType::Element);
  EXPECT_EQ(sparsity({4, 4}).type, SparsityType::Block);
  EXPECT_TRUE(sparsity({1, 1}) != sparsity({4, 4}));
  const auto a = MatMulParams::createWithNumNonZeroValues(sparsity({2, 2}), 12, 1, 4, 8, 5);
  const auto b = MatMulParams::createWithNumNonZeroValues(sparsity({2, 2}), 12, 1, 4, 8, 6);
  EXPECT_EQ(a.getNumNonZeroValues(), 12u);
  EXPECT_TRUE(a < b && a != b && !(b < a));
  std::ostringstream text;
  text << a;
  EXPECT_EQ(text.str(),
            "{sparsity: {type: Block, structure: Unstructured, block: {2, 2}}, nzRatio: "
            "0.375, groups: 1, m 4, k 8, n 5}");
}

TEST(StorageFormats, RoomForValues) {
  const CSRMatrix<float> csr(8, 6, {2, 2});
  EXPECT_EQ(csr.rowIndices.size(), 4u);
  EXPECT_EQ(csr.columnIndices.size(), 2u);
  const COOMatrix<double> coo(8, {2, 2});
  EXPECT_EQ(coo.rowIndices.size(), 2u);
  EXPECT_EQ(popsparse::CSCMatrix<float>(8, 6).columnIndices.size(), 7u);
  EXPECT_EQ(COOMatrix<float>().getBlockSize(), 1u);
}

} // namespace
