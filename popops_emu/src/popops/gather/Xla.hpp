// SPDX-License-Identifier: MIT
// What gather and scatter share: XLA's dimension numbers.
#pragma once

#include <poplar/Tensor.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace popops::slice {

/// Fails unless the dims are below the rank and different.
void checkDims(const std::string &operation, const std::string &name,
               const std::vector<std::size_t> &dims, std::size_t rank);

void requireUnsigned(const std::string &operation, const poplar::Tensor &indices);

struct IndexVectors {
  poplar::Tensor offsets; ///< [lookups, length]
  std::vector<std::size_t> batchShape;
};
/// The vectors along one dimension of the indices, which must have the given length.
IndexVectors indexVectors(const std::string &operation, const poplar::Tensor &indices,
                          std::size_t indexVectorDim, std::size_t length);

/// Slices start at 0 in the dimensions that are not indexed: cuts those to the slice's size.
poplar::Tensor firstParts(const poplar::Tensor &t, const std::vector<std::size_t> &sliceSizes,
                          const std::vector<unsigned> &indexedDims);

} // namespace popops::slice
