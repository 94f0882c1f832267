// SPDX-License-Identifier: MIT
// From sparse matrices on the host to the contents of sparse tensors, and back.
#ifndef POPSPARSE_SPARSE_PARTITIONER_HPP
#define POPSPARSE_SPARSE_PARTITIONER_HPP

#include <poplar/OptionFlags.hpp>
#include <poplar/Target.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <popsparse/FullyConnectedParams.hpp>
#include <popsparse/MatMulParams.hpp>
#include <popsparse/PlanningCache.hpp>
#include <popsparse/SparseStorageFormats.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace popsparse {
namespace dynamic {

struct OpMetaData;

/// What the host writes to the two tensors of a SparseTensor, element by element.
template <typename T>
struct SparsityDataImpl {
  std::vector<std::size_t> metaInfo;
  std::vector<T> nzValues;
};

/// For matrices of float or double. The parameters are those that the tensors were created with;
/// the options too.
///
/// Matrices with other blocks, indices outside the matrix, or more non-zeros than the parameters
/// allow throw poputil::poplibs_error.
template <typename T>
class POPLAR_EMU_EXPORT Partitioner {
 public:
  Partitioner(const MatMulParams &params, const poplar::Type &dataType,
              const poplar::Target &target, const poplar::OptionFlags &options,
              PlanningCache *cache = {}, std::string name = "");

  Partitioner(const FullyConnectedParams &params, const poplar::Type &dataType,
              const poplar::Target &target, const poplar::OptionFlags &options,
              PlanningCache *cache = {}, std::string name = "");

  SparsityDataImpl<T> createSparsityDataImpl(const COOMatrix<T> &matrix) const;
  SparsityDataImpl<T> createSparsityDataImpl(const CSRMatrix<T> &matrix) const;
  SparsityDataImpl<T> createSparsityDataImpl(const CSCMatrix<T> &matrix) const;

  /// Rows in order, and columns in order within a row.
  COOMatrix<T> sparsityDataImplToCOOMatrix(const SparsityDataImpl<T> &data) const;
  CSRMatrix<T> sparsityDataImplToCSRMatrix(const SparsityDataImpl<T> &data) const;
  CSCMatrix<T> sparsityDataImplToCSCMatrix(const SparsityDataImpl<T> &data) const;

 private:
  std::shared_ptr<const OpMetaData> plan_;
  std::string name_;
};

} // namespace dynamic

namespace static_ {

template <typename T>
struct SparsityDataImpl {
  std::vector<T> nzValues;
};

/// For matrices of float or double whose pattern is that of the tensor.
template <typename T>
class POPLAR_EMU_EXPORT Partitioner {
 public:
  Partitioner(const MatMulParams &params, const poplar::Type &dataType,
              const poplar::Target &target, const poplar::OptionFlags &options,
              PlanningCache *cache = {}, std::string name = "");

  /// The values in the order of the tensor.
  SparsityDataImpl<T> createSparsityDataImpl(const COOMatrix<T> &matrix) const;
  SparsityDataImpl<T> createSparsityDataImpl(const CSRMatrix<T> &matrix) const;
  SparsityDataImpl<T> createSparsityDataImpl(const CSCMatrix<T> &matrix) const;

 private:
  std::size_t rows_, columns_;
};

} // namespace static_
} // namespace popsparse

#endif
