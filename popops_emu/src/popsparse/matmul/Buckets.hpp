// SPDX-License-Identifier: MIT
// Buckets of non-zeros on tiles.
#pragma once

#include "matmul/Dense.hpp"

#include <popsparse/FullyConnectedParams.hpp>

namespace popsparse::dynamic {

/// Buckets as rows.
struct Buckets {
  poplar::Tensor meta, values;

  Bucket operator[](std::size_t i) const { return {meta[i], values[i]}; }
};

/// Views of the tensors of a sparse matrix; `values` may be invalid.
Buckets bucketsOf(const poplar::Tensor &metaInfo, const poplar::Tensor &values,
                  const OpMetaData &plan);

/// The product behind a layer: weights times the transposed activations.
MatMulParams asMatMul(const FullyConnectedParams &params);

} // namespace popsparse::dynamic
