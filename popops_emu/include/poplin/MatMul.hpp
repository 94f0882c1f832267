// SPDX-License-Identifier: MIT
// Products of matrices, one or a group of them at a time.
#ifndef POPLIN_MAT_MUL_HPP
#define POPLIN_MAT_MUL_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Target.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <poplin/Convolution.hpp>
#include <poplin/PlanningCache.hpp>

#include <cstddef>
#include <iosfwd>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace poplin {

// Shapes: A [M,K], B [K,N], C and results [M,N]; the Grouped forms have a leading dimension G and
// compute G independent products.
//
// Types: FLOAT, HALF or QUARTER; A and B are of one type. QUARTER operands need a HALF result.
// Products of HALF are exact and summed in partialsType; results are rounded once.
//
// Options [default]:
//   partialsType [float]                half, float: type of the sums; never smaller than the
//   result availableMemoryProportion [0.6]     part of a tile's memory for operands and sums, at
//   least 0 fullyConnectedPass [NONE]           NONE, INFERENCE_FWD, TRAINING_FWD, TRAINING_BWD,
//   TRAINING_WU inputRHSIsPreArranged [false], use128BitConvUnitLoad [false],
//   enableMultiStageReduce [true], enableFastReduce [false], remapOutputTensor [true],
//   planConstraints [""], gatherOutput [false], disableSRForAMPVertices [false]     accepted;
//   results do not depend on them
//
// Errors: poputil::poplibs_error for wrong ranks, sizes that do not match and types that are not
// supported; poplar::invalid_option for unknown options and values. A dimension of size 0 is legal:
// a product over K = 0 is zero.
//
// Cost: one superstep of blocks (more if the operands of a block do not fit a tile), one for the
// sums of blocks if K is split over tiles, and one copy of each operand that is not laid out as
// createMatMulInput* does it; a row-major A needs no copy as long as K is not split.

/// A * B. The result has type `outputType`, by default that of A.
POPLAR_EMU_EXPORT poplar::Tensor matMul(poplar::Graph &graph, const poplar::Tensor &A,
                                        const poplar::Tensor &B, poplar::program::Sequence &prog,
                                        const poplar::Type &outputType,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {},
                                        PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor matMul(poplar::Graph &graph, const poplar::Tensor &A,
                                        const poplar::Tensor &B, poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {},
                                        PlanningCache *cache = nullptr);
/// Writes A * B to `out`, whose type is that of the result. Read the result through `out` after the
/// call.
POPLAR_EMU_EXPORT void matMulWithOutput(poplar::Graph &graph, const poplar::Tensor &A,
                                        const poplar::Tensor &B, poplar::Tensor &out,
                                        poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {},
                                        PlanningCache *cache = nullptr);

POPLAR_EMU_EXPORT poplar::Tensor
matMulGrouped(poplar::Graph &graph, const poplar::Tensor &A, const poplar::Tensor &B,
              poplar::program::Sequence &prog, const poplar::Type &outputType,
              const poplar::DebugContext &debugContext = {},
              const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void matMulGroupedWithOutput(poplar::Graph &graph, const poplar::Tensor &A,
                                               const poplar::Tensor &B, poplar::Tensor &out,
                                               poplar::program::Sequence &prog,
                                               const poplar::DebugContext &debugContext = {},
                                               const poplar::OptionFlags &options = {},
                                               PlanningCache *cache = nullptr);

/// C += k * A * B. The product has C's type. A tensor k has one element of A's type. C must have
/// distinct elements that are not constant.
POPLAR_EMU_EXPORT void matMulAcc(poplar::Graph &graph, const poplar::Tensor &C, float k,
                                 const poplar::Tensor &A, const poplar::Tensor &B,
                                 poplar::program::Sequence &prog,
                                 const poplar::DebugContext &debugContext = {},
                                 const poplar::OptionFlags &options = {},
                                 PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void matMulAcc(poplar::Graph &graph, const poplar::Tensor &C,
                                 const poplar::Tensor &k, const poplar::Tensor &A,
                                 const poplar::Tensor &B, poplar::program::Sequence &prog,
                                 const poplar::DebugContext &debugContext = {},
                                 const poplar::OptionFlags &options = {},
                                 PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void matMulGroupedAcc(poplar::Graph &graph, const poplar::Tensor &C, float k,
                                        const poplar::Tensor &A, const poplar::Tensor &B,
                                        poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {},
                                        PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void matMulGroupedAcc(poplar::Graph &graph, const poplar::Tensor &C,
                                        const poplar::Tensor &k, const poplar::Tensor &A,
                                        const poplar::Tensor &B, poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {},
                                        const poplar::OptionFlags &options = {},
                                        PlanningCache *cache = nullptr);

/// Variables of the shape of an operand, of the input type, laid out and mapped so that the product
/// of matrices of these shapes, types and options uses them in place. An ordinary tensor works as
/// operand as well. A QUARTER operand has metadata of format F143 and scale 0.
POPLAR_EMU_EXPORT poplar::Tensor
createMatMulInputLHS(poplar::Graph &graph, const poplar::Type &inputType,
                     const poplar::Type &outputType, const std::vector<std::size_t> &aShape,
                     const std::vector<std::size_t> &bShape,
                     const poplar::DebugContext &debugContext,
                     const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor
createMatMulInputLHS(poplar::Graph &graph, const poplar::Type &dataType,
                     const std::vector<std::size_t> &aShape, const std::vector<std::size_t> &bShape,
                     const poplar::DebugContext &debugContext,
                     const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor createMatMulGroupedInputLHS(
    poplar::Graph &graph, const poplar::Type &inputType, const poplar::Type &outputType,
    const std::vector<std::size_t> &aShape, const std::vector<std::size_t> &bShape,
    const poplar::DebugContext &debugContext, const poplar::OptionFlags &options = {},
    PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor
createMatMulInputRHS(poplar::Graph &graph, const poplar::Type &inputType,
                     const poplar::Type &outputType, const std::vector<std::size_t> &aShape,
                     const std::vector<std::size_t> &bShape,
                     const poplar::DebugContext &debugContext,
                     const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor
createMatMulInputRHS(poplar::Graph &graph, const poplar::Type &dataType,
                     const std::vector<std::size_t> &aShape, const std::vector<std::size_t> &bShape,
                     const poplar::DebugContext &debugContext,
                     const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor createMatMulGroupedInputRHS(
    poplar::Graph &graph, const poplar::Type &inputType, const poplar::Type &outputType,
    const std::vector<std::size_t> &aShape, const std::vector<std::size_t> &bShape,
    const poplar::DebugContext &debugContext, const poplar::OptionFlags &options = {},
    PlanningCache *cache = nullptr);
/// A variable for the result, of the output type.
POPLAR_EMU_EXPORT poplar::Tensor
createMatMulOutput(poplar::Graph &graph, const poplar::Type &inputType,
                   const poplar::Type &outputType, const std::vector<std::size_t> &aShape,
                   const std::vector<std::size_t> &bShape, const poplar::DebugContext &debugContext,
                   const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor
createMatMulOutput(poplar::Graph &graph, const poplar::Type &dataType,
                   const std::vector<std::size_t> &aShape, const std::vector<std::size_t> &bShape,
                   const poplar::DebugContext &debugContext,
                   const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor
createMatMulGroupedOutput(poplar::Graph &graph, const poplar::Type &inputType,
                          const poplar::Type &outputType, const std::vector<std::size_t> &aShape,
                          const std::vector<std::size_t> &bShape,
                          const poplar::DebugContext &debugContext,
                          const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);

/// B, or a copy of it laid out for products with matrices of shape `aShape`. Without both options
/// inputRHSIsPreArranged=true and fullyConnectedPass=TRAINING_BWD it is B itself.
POPLAR_EMU_EXPORT poplar::Tensor
preArrangeMatMulInputRHS(poplar::Graph &graph, const std::vector<std::size_t> &aShape,
                         const poplar::Tensor &B, poplar::program::Sequence &prog,
                         const poplar::Type &outputType,
                         const poplar::DebugContext &debugContext = {},
                         const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor
preArrangeMatMulInputRHS(poplar::Graph &graph, const std::vector<std::size_t> &aShape,
                         const poplar::Tensor &B, poplar::program::Sequence &prog,
                         const poplar::DebugContext &debugContext = {},
                         const poplar::OptionFlags &options = {}, PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT poplar::Tensor preArrangeMatMulGroupedInputRHS(
    poplar::Graph &graph, const std::vector<std::size_t> &aShape, const poplar::Tensor &B,
    poplar::program::Sequence &prog, const poplar::Type &outputType,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {},
    PlanningCache *cache = nullptr);

/// [G,a,b] to [G,b,a]; a view. Throws poplibs_error for another rank.
POPLAR_EMU_EXPORT poplar::Tensor transposeGroupedMatrix(const poplar::Tensor &A);

/// Writes, for people, how a product is spread over tiles.
POPLAR_EMU_EXPORT void
matMulReportPlan(std::ostream &out, const poplar::Graph &graph, const poplar::Type &inputType,
                 const poplar::Type &outputType, const std::vector<std::size_t> &aShape,
                 const std::vector<std::size_t> &bShape, const poplar::OptionFlags &options = {},
                 PlanningCache *cache = nullptr);
POPLAR_EMU_EXPORT void matMulGroupedReportPlan(std::ostream &out, const poplar::Graph &graph,
                                               const poplar::Type &inputType,
                                               const poplar::Type &outputType,
                                               const std::vector<std::size_t> &aShape,
                                               const std::vector<std::size_t> &bShape,
                                               const poplar::OptionFlags &options = {},
                                               PlanningCache *cache = nullptr);

/// Throws poplar::invalid_option for what matMul would refuse.
POPLAR_EMU_EXPORT void matmulValidateOptions(const poplar::OptionFlags &options);

/// One product; shapes are those of the grouped form, of rank 3.
struct MatMulParams {
  poplar::Type inputType;
  poplar::Type outputType;
  std::vector<std::size_t> aShape;
  std::vector<std::size_t> bShape;
};
POPLAR_EMU_EXPORT bool operator<(const MatMulParams &a, const MatMulParams &b);

using MatMulPlanParams =
    std::tuple<const poplar::Target *, const MatMulParams, const poplar::OptionFlags *>;
using MatMulToConvOptions = std::unordered_map<const poplar::OptionFlags *, poplar::OptionFlags>;

/// The convolutions that equal the products, with their options, which live in
/// `matmulOptsToConvOpts`.
POPLAR_EMU_EXPORT std::set<ConvPlanParams>
matMulGetConvPlanParams(const std::set<MatMulPlanParams> &matmuls,
                        MatMulToConvOptions &matmulOptsToConvOpts);
/// Makes plans ahead of their use.
POPLAR_EMU_EXPORT void preplanMatMuls(const std::set<MatMulPlanParams> &matmuls,
                                      matmul::PlanningCache &cache);

} // namespace poplin

#endif
