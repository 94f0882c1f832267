// SPDX-License-Identifier: MIT
// Shapes of sparse products.
#ifndef POPSPARSE_MAT_MUL_PARAMS_HPP
#define POPSPARSE_MAT_MUL_PARAMS_HPP

#include <poplar_emu/Export.hpp>
#include <popsparse/SparsityParams.hpp>

#include <cstddef>
#include <ostream>

namespace popsparse {
namespace dynamic {

/// A product of a sparse [groups, m, k] and a dense [groups, k, n]. The pattern of the sparse
/// matrix is data: only the largest number of non-zero values is part of the program. groups is 1.
class POPLAR_EMU_EXPORT MatMulParams {
 public:
  /// `nzRatio` of m * k values are not zero. Throws poputil::poplibs_error unless it is in (0, 1],
  /// and for m or k that the blocks do not divide.
  static MatMulParams createWithNzRatio(const SparsityParams &sparsityParams, double nzRatio,
                                        std::size_t groups, std::size_t m, std::size_t k,
                                        std::size_t n);
  /// At most `numNonZeroElems` single values, whole blocks of them, are not zero.
  static MatMulParams createWithNumNonZeroValues(const SparsityParams &sparsityParams,
                                                 std::size_t numNonZeroElems, std::size_t groups,
                                                 std::size_t m, std::size_t k, std::size_t n);

  const SparsityParams &getSparsityParams() const { return sparsityParams_; }
  double getNzRatio() const { return nzRatio_; }
  std::size_t getNumNonZeroValues() const;
  std::size_t getNumGroups() const { return groups_; }
  std::size_t getM() const { return m_; }
  std::size_t getK() const { return k_; }
  std::size_t getN() const { return n_; }

 private:
  MatMulParams(const SparsityParams &sparsityParams, double nzRatio, std::size_t groups,
               std::size_t m, std::size_t k, std::size_t n);

  SparsityParams sparsityParams_;
  double nzRatio_;
  std::size_t groups_, m_, k_, n_;
};

POPLAR_EMU_EXPORT bool operator<(const MatMulParams &a, const MatMulParams &b);
POPLAR_EMU_EXPORT bool operator==(const MatMulParams &a, const MatMulParams &b);
POPLAR_EMU_EXPORT bool operator!=(const MatMulParams &a, const MatMulParams &b);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const MatMulParams &params);

} // namespace dynamic

namespace static_ {

/// A product of a sparse [m, k] and a dense [k, n], or of a dense [n, k] and a sparse [k, m]. The
/// pattern is part of the program. groups is 1.
class POPLAR_EMU_EXPORT MatMulParams {
 public:
  static MatMulParams createForSparseDense(std::size_t groups, std::size_t m, std::size_t k,
                                           std::size_t n);
  static MatMulParams createForDenseSparse(std::size_t groups, std::size_t n, std::size_t k,
                                           std::size_t m);

  bool isSparseDense() const { return sparseDense_; }
  bool isDenseSparse() const { return !sparseDense_; }
  std::size_t getNumGroups() const { return groups_; }
  std::size_t getM() const { return m_; }
  std::size_t getK() const { return k_; }
  std::size_t getN() const { return n_; }

 private:
  MatMulParams(bool sparseDense, std::size_t groups, std::size_t m, std::size_t k, std::size_t n);

  bool sparseDense_;
  std::size_t groups_, m_, k_, n_;
};

POPLAR_EMU_EXPORT bool operator<(const MatMulParams &a, const MatMulParams &b);
POPLAR_EMU_EXPORT bool operator==(const MatMulParams &a, const MatMulParams &b);
POPLAR_EMU_EXPORT bool operator!=(const MatMulParams &a, const MatMulParams &b);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const MatMulParams &params);

} // namespace static_
} // namespace popsparse

#endif
