// SPDX-License-Identifier: MIT
// Checks of dimension numbers, and index vectors brought into one shape.
#include "gather/Xla.hpp"

#include "slice/Geometry.hpp"
#include "support/Errors.hpp"

#include <algorithm>

namespace popops::slice {

using poplar::Tensor;

void checkDims(const std::string &operation, const std::string &name, const Shape &dims,
               std::size_t rank) {
  Shape sorted = dims;
  std::sort(sorted.begin(), sorted.end());
  const bool isRepeated = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  if (!isRepeated && (sorted.empty() || sorted.back() < rank)) return;
  support::fail(operation,
                name + " is " + describeShape(dims) + " for rank " + std::to_string(rank),
                "name dimensions below the rank, each once");
}

void requireUnsigned(const std::string &operation, const Tensor &indices) {
  if (indices.elementType() == poplar::UNSIGNED_INT) return;
  support::fail(operation, "the indices are " + support::describe(indices),
                "use unsigned int, see Tensor::reinterpret");
}

IndexVectors indexVectors(const std::string &operation, const Tensor &indices,
                          std::size_t indexVectorDim, std::size_t length) {
  if (indexVectorDim > indices.rank())
    support::fail(operation,
                  "indexVectorDim " + std::to_string(indexVectorDim) + " of indices " +
                      support::describe(indices),
                  "name a dimension of the indices, or their rank for scalar indices");
  const unsigned rank = indices.rank();
  Tensor vectors = indexVectorDim == rank
                       ? indices.expand({rank})
                       : indices.dimRoll(static_cast<unsigned>(indexVectorDim), rank - 1);
  const std::size_t found = vectors.dim(vectors.rank() - 1);
  if (found != length || length == 0)
    support::fail(operation,
                  "index vectors of length " + std::to_string(found) + " for " +
                      std::to_string(length) + " indexed dimensions",
                  "there must be an indexed dimension for each element of a vector");
  IndexVectors result;
  result.batchShape = vectors.shape();
  result.batchShape.pop_back();
  result.offsets = vectors.reshape({vectors.numElements() / length, length});
  return result;
}

Tensor firstParts(const Tensor &t, const Shape &sliceSizes,
                  const std::vector<unsigned> &indexedDims) {
  Tensor result = t;
  for (unsigned d = 0; d < sliceSizes.size(); ++d)
    if (std::count(indexedDims.begin(), indexedDims.end(), d) == 0)
      result = result.slice(0, sliceSizes[d], d);
  return result;
}

} // namespace popops::slice
