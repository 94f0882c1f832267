// SPDX-License-Identifier: MIT
// matMul and its forms.
#include "matmul/MatMul.hpp"

#include "support/Errors.hpp"

#include <poplin/MatMul.hpp>
#include <popops/ScaledAdd.hpp>
#include <poputil/DebugInfo.hpp>

namespace poplin {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::Type;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;

namespace {

/// A matrix as a group of one.
Tensor asGroup(const std::string &operation, const Tensor &matrix, const char *operand) {
  if (matrix.rank() != 2)
    fail(operation, std::string(operand) + " is " + describe(matrix) + ", which is no matrix",
         "give it rank 2, or use the Grouped form for rank 3");
  return matrix.expand({0});
}

void checkOperands(const std::string &operation, const Tensor &a, const Tensor &b,
                   const Type &outputType) {
  if (a.elementType() != b.elementType())
    fail(operation, "A is " + describe(a) + " and B is " + describe(b) + ", of another type",
         "popops::cast one of them");
  checkProduct(operation, a.elementType(), outputType, a.shape(), b.shape());
}

void checkOut(const std::string &operation, const Tensor &a, const Tensor &b, const Tensor &out) {
  const Shape shape = {a.dim(0), a.dim(1), b.dim(2)};
  if (out.shape() != shape)
    fail(operation,
         "the product of " + describe(a) + " and " + describe(b) + " does not fit " + describe(out),
         "give out the rows of A and the columns of B");
  popops::support::requireWriteable(operation, out);
}

Tensor multiplyOperands(const std::string &operation, Graph &graph, const Tensor &a,
                        const Tensor &b, const Type &outputType, Sequence &prog,
                        const poplar::DebugNameAndId &name, const OptionFlags &options,
                        PlanningCache *cache) {
  checkOperands(operation, a, b, outputType);
  return product(graph, a, b, {}, outputType, prog, name, parseMatMulOptions(options), cache);
}

void multiplyInto(const std::string &operation, Graph &graph, const Tensor &a, const Tensor &b,
                  const Tensor &out, Sequence &prog, const poplar::DebugNameAndId &name,
                  const OptionFlags &options, PlanningCache *cache) {
  checkOperands(operation, a, b, out.elementType());
  checkOut(operation, a, b, out);
  if (out.intersectsWith(a) || out.intersectsWith(b)) {
    const Tensor result =
        product(graph, a, b, {}, out.elementType(), prog, name, parseMatMulOptions(options), cache);
    prog.add(poplar::program::Copy(result, out, false, {name}));
    return;
  }
  product(graph, a, b, out, out.elementType(), prog, name, parseMatMulOptions(options), cache);
}

template <class Scale>
void accumulate(const std::string &operation, Graph &graph, const Tensor &c, const Scale &k,
                const Tensor &a, const Tensor &b, Sequence &prog,
                const poplar::DebugNameAndId &name, const OptionFlags &options,
                PlanningCache *cache) {
  checkOperands(operation, a, b, c.elementType());
  checkOut(operation, a, b, c);
  const Tensor result =
      product(graph, a, b, {}, c.elementType(), prog, name, parseMatMulOptions(options), cache);
  popops::scaledAddTo(graph, c, result, k, prog, {name, "Accumulate"});
}

void checkFactor(const std::string &operation, const Tensor &k, const Tensor &a) {
  if (k.numElements() != 1 || k.elementType() != a.elementType())
    fail(operation, "the factor k is " + describe(k) + " and A is " + describe(a),
         "give k one element of A's type");
}

} // namespace

Tensor matMul(Graph &graph, const Tensor &A, const Tensor &B, Sequence &prog,
              const Type &outputType, const DebugContext &debugContext, const OptionFlags &options,
              PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(A, B, outputType, options));
  Tensor c = multiplyOperands("poplin::matMul", graph, asGroup("poplin::matMul", A, "A"),
                              asGroup("poplin::matMul", B, "B"), outputType, prog, {di}, options,
                              cache)[0];
  di.addOutput(c);
  return c;
}

Tensor matMul(Graph &graph, const Tensor &A, const Tensor &B, Sequence &prog,
              const DebugContext &debugContext, const OptionFlags &options, PlanningCache *cache) {
  return matMul(graph, A, B, prog, A.elementType(), debugContext, options, cache);
}

void matMulWithOutput(Graph &graph, const Tensor &A, const Tensor &B, Tensor &out, Sequence &prog,
                      const DebugContext &debugContext, const OptionFlags &options,
                      PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(A, B, out, options));
  const std::string operation = "poplin::matMulWithOutput";
  multiplyInto(operation, graph, asGroup(operation, A, "A"), asGroup(operation, B, "B"),
               asGroup(operation, out, "out"), prog, {di}, options, cache);
}

Tensor matMulGrouped(Graph &graph, const Tensor &A, const Tensor &B, Sequence &prog,
                     const Type &outputType, const DebugContext &debugContext,
                     const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(A, B, outputType, options));
  Tensor c = multiplyOperands("poplin::matMulGrouped", graph, A, B, outputType, prog, {di}, options,
                              cache);
  di.addOutput(c);
  return c;
}

void matMulGroupedWithOutput(Graph &graph, const Tensor &A, const Tensor &B, Tensor &out,
                             Sequence &prog, const DebugContext &debugContext,
                             const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(A, B, out, options));
  multiplyInto("poplin::matMulGroupedWithOutput", graph, A, B, out, prog, {di}, options, cache);
}

void matMulAcc(Graph &graph, const Tensor &C, float k, const Tensor &A, const Tensor &B,
               Sequence &prog, const DebugContext &debugContext, const OptionFlags &options,
               PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(C, k, A, B, options));
  const std::string operation = "poplin::matMulAcc";
  accumulate(operation, graph, asGroup(operation, C, "C"), k, asGroup(operation, A, "A"),
             asGroup(operation, B, "B"), prog, {di}, options, cache);
}

void matMulAcc(Graph &graph, const Tensor &C, const Tensor &k, const Tensor &A, const Tensor &B,
               Sequence &prog, const DebugContext &debugContext, const OptionFlags &options,
               PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(C, k, A, B, options));
  const std::string operation = "poplin::matMulAcc";
  checkFactor(operation, k, A);
  accumulate(operation, graph, asGroup(operation, C, "C"), k, asGroup(operation, A, "A"),
             asGroup(operation, B, "B"), prog, {di}, options, cache);
}

void matMulGroupedAcc(Graph &graph, const Tensor &C, float k, const Tensor &A, const Tensor &B,
                      Sequence &prog, const DebugContext &debugContext, const OptionFlags &options,
                      PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(C, k, A, B, options));
  accumulate("poplin::matMulGroupedAcc", graph, C, k, A, B, prog, {di}, options, cache);
}

void matMulGroupedAcc(Graph &graph, const Tensor &C, const Tensor &k, const Tensor &A,
                      const Tensor &B, Sequence &prog, const DebugContext &debugContext,
                      const OptionFlags &options, PlanningCache *cache) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(C, k, A, B, options));
  checkFactor("poplin::matMulGroupedAcc", k, A);
  accumulate("poplin::matMulGroupedAcc", graph, C, k, A, B, prog, {di}, options, cache);
}

Tensor transposeGroupedMatrix(const Tensor &A) {
  if (A.rank() != 3)
    fail("poplin::transposeGroupedMatrix", "the tensor is " + describe(A),
         "give it rank 3: matrices [G,a,b]");
  return A.dimShuffle({0, 2, 1});
}

void matmulValidateOptions(const OptionFlags &options) {
  parseMatMulOptions(options);
}

} // namespace poplin
