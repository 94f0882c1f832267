// SPDX-License-Identifier: MIT
// Checks of convolutions.
#include "conv/Problem.hpp"

#include "support/Errors.hpp"

namespace poplin {

using poplar::Tensor;
using popops::support::describe;
using popops::support::fail;
using popops::support::nameOf;

namespace {

void checkShape(const std::string &operation, const char *what, const Tensor &t,
                const poplar::Type &type, const Shape &shape) {
  if (t.shape() == shape && t.elementType() == type) return;
  std::string wanted = nameOf(type) + "[";
  for (std::size_t d = 0; d < shape.size(); ++d)
    wanted += (d == 0 ? "" : ", ") + std::to_string(shape[d]);
  fail(operation, std::string(what) + " is " + describe(t) + ", the parameters say " + wanted + "]",
       "make the parameters and the tensor agree");
}

Shape fieldShape(std::size_t first, std::size_t second, const Shape &field) {
  Shape shape = {first, second};
  shape.insert(shape.end(), field.begin(), field.end());
  return shape;
}

Problem forwardProblem(const ConvParams &params, const ConvSizes &sizes,
                       const ProductOptions &options) {
  return makeProblem(
      params.inputType, params.outputType, {params.numConvGroups, sizes.rows, sizes.depth},
      {params.numConvGroups, sizes.depth, params.outputChannelsPerConvGroup}, options);
}

} // namespace

Convolution::Convolution(const std::string &operation, const ConvParams &params_,
                         const poplar::OptionFlags &flags)
    : params(params_.canonicalize()), options(parseConvOptions(flags)), sizes(sizesOf(params)),
      problem(forwardProblem(params, sizes, options)) {
  checkProduct(operation, params.inputType, params.outputType,
               {params.numConvGroups, sizes.rows, sizes.depth},
               {params.numConvGroups, sizes.depth, params.outputChannelsPerConvGroup});
}

Problem weightProblem(const Convolution &c) {
  return makeProblem(c.params.inputType, c.params.outputType,
                     {c.params.numConvGroups, c.sizes.depth, c.sizes.rows},
                     {c.params.numConvGroups, c.sizes.rows, c.params.outputChannelsPerConvGroup},
                     c.options);
}

void checkInput(const std::string &operation, const ConvParams &params, const Tensor &in) {
  checkShape(operation, "the input", in, params.inputType,
             fieldShape(params.batchSize, params.getNumInputChans(), params.inputFieldShape));
}

void checkOutput(const std::string &operation, const ConvParams &params, const Tensor &out) {
  checkShape(
      operation, "the output", out, params.outputType,
      fieldShape(params.batchSize, params.getNumOutputChans(), params.getOutputFieldShape()));
}

Tensor checkedWeights(const std::string &operation, const ConvParams &params, const Tensor &weights,
                      bool transposeAndFlipWeights) {
  Tensor grouped = withGroups(params, weights);
  if (transposeAndFlipWeights && grouped.rank() == params.getNumFieldDims() + 3)
    grouped = transposeAndFlip(grouped);
  Shape shape = {params.numConvGroups, params.outputChannelsPerConvGroup,
                 params.inputChannelsPerConvGroup};
  shape.insert(shape.end(), params.kernelShape.begin(), params.kernelShape.end());
  checkShape(operation,
             transposeAndFlipWeights ? "the transposed weight tensor" : "the weight tensor",
             grouped, params.inputType, shape);
  return grouped;
}

} // namespace poplin
