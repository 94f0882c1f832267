// SPDX-License-Identifier: MIT
// Sparse matrices on the device.
#ifndef POPSPARSE_SPARSE_TENSOR_HPP
#define POPSPARSE_SPARSE_TENSOR_HPP

#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <memory>
#include <utility>

namespace popsparse {
namespace dynamic {

struct OpMetaData;

/// Where the non-zeros are and what they are; both are written by the host with what a Partitioner
/// made of a matrix, in one step, any number of times.
class POPLAR_EMU_EXPORT SparseTensor {
 public:
  SparseTensor() = default;
  SparseTensor(const poplar::Tensor &metaInfo, const poplar::Tensor &nzValues,
               std::shared_ptr<const OpMetaData> opMetaData = {})
      : metaInfo_(metaInfo), nzValues_(nzValues), opMetaData_(std::move(opMetaData)) {}

  /// Rank 1, UNSIGNED_SHORT (UNSIGNED_INT for 65536 rows or columns of blocks and more).
  const poplar::Tensor &getMetaInfoTensor() const { return metaInfo_; }
  /// Rank 1, of the type of the values.
  const poplar::Tensor &getNzValuesTensor() const { return nzValues_; }
  /// How the operation that the matrix was created for is spread over tiles.
  const std::shared_ptr<const OpMetaData> &getOpMetaData() const { return opMetaData_; }

 private:
  poplar::Tensor metaInfo_;
  poplar::Tensor nzValues_;
  std::shared_ptr<const OpMetaData> opMetaData_;
};

} // namespace dynamic

namespace static_ {

struct OpMetaData;

/// The values of a matrix whose pattern is part of the program, row by row and in each row by
/// column; blocks row-major.
class POPLAR_EMU_EXPORT SparseTensor {
 public:
  SparseTensor() = default;
  SparseTensor(const poplar::Tensor &nzValues, std::shared_ptr<const OpMetaData> opMetaData = {})
      : nzValues_(nzValues), opMetaData_(std::move(opMetaData)) {}

  const poplar::Tensor &getNzValuesTensor() const { return nzValues_; }
  const std::shared_ptr<const OpMetaData> &getOpMetaData() const { return opMetaData_; }

 private:
  poplar::Tensor nzValues_;
  std::shared_ptr<const OpMetaData> opMetaData_;
};

} // namespace static_
} // namespace popsparse

#endif
