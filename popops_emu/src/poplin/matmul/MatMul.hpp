// SPDX-License-Identifier: MIT
// What the public functions of products share: checks, and the way from arguments to a plan.
#pragma once

#include "matmul/Cache.hpp"

#include <poplar/Graph.hpp>
#include <poplar/Tensor.hpp>
#include <poplin/MatMul.hpp>

#include <string>
#include <vector>

namespace poplin {

using Shape = std::vector<std::size_t>;

/// Throws poplibs_error unless the shapes of rank 3 fit each other and the types are supported.
void checkProduct(const std::string &operation, const poplar::Type &inputType,
                  const poplar::Type &outputType, const Shape &aShape, const Shape &bShape);

/// Types of sums as documented: never smaller than the result.
Problem makeProblem(const poplar::Type &inputType, const poplar::Type &outputType,
                    const Shape &aShape, const Shape &bShape, const ProductOptions &options);

/// a [groups,m,k] times b [groups,k,n], written to `out` if it is valid, otherwise to a new tensor.
/// Quarters are made halves first.
poplar::Tensor product(poplar::Graph &graph, const poplar::Tensor &a, const poplar::Tensor &b,
                       const poplar::Tensor &out, const poplar::Type &outputType,
                       poplar::program::Sequence &prog, const poplar::DebugNameAndId &name,
                       const ProductOptions &options, PlanningCache *cache);

/// Puts a plan of each product into the cache.
void planMatMuls(const std::set<MatMulPlanParams> &matmuls, PlanningCache &cache);

} // namespace poplin
