// SPDX-License-Identifier: MIT
// Factors of dimensions and numbers, and conversions as the device does them.
#include <poplar/Half.hpp>
#include <poplar/MetadataCreation.hpp>
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

#include <cmath>

namespace poputil {

using poplar::Tensor;

std::vector<int> balancedPartition(int bound, int n) {
  if (bound < 1 || n < 1)
    throw poplibs_error("balancedPartition: cannot split " + std::to_string(bound) + " into " +
                        std::to_string(n) + " factors; both must be at least 1");
  std::vector<int> factors;
  for (; n > 0; --n) {
    int factor = static_cast<int>(std::ceil(std::pow(bound, 1.0 / n) - 1e-9));
    factors.push_back(factor < 1 ? 1 : factor);
    bound = (bound + factors.back() - 1) / factors.back();
  }
  return factors;
}

double castToDeviceHalfValue(const poplar::Target &, double input) {
  return poplar::Half(static_cast<float>(input));
}

bool checkAccuracyWhenCast(const poplar::Target &target, double input, poplar::Type inputType,
                           poplar::Type outputType, double tolerance) {
  if ((inputType != poplar::FLOAT && inputType != poplar::HALF) ||
      (outputType != poplar::FLOAT && outputType != poplar::HALF))
    throw poplibs_error("checkAccuracyWhenCast: types must be float or half, not " +
                        std::string(inputType.toString()) + " and " +
                        std::string(outputType.toString()));
  if (outputType == poplar::FLOAT || inputType == poplar::HALF) return true;
  const double rounded = castToDeviceHalfValue(target, input);
  return std::isfinite(rounded) && std::fabs(input - rounded) <= tolerance * std::fabs(input);
}

Tensor factorDims(const Tensor &t, const std::vector<std::size_t> &factors, unsigned startDim) {
  const unsigned n = static_cast<unsigned>(factors.size());
  if (startDim + n > t.rank())
    throw poplibs_error("factorDims: " + std::to_string(n) + " factors from dimension " +
                        std::to_string(startDim) + " on, but the tensor of shape " +
                        t.shapeToString() + " has " + std::to_string(t.rank()) + " dimensions");
  Tensor result = t;
  for (unsigned i = 0; i < n; ++i) {
    const std::size_t size = t.dim(startDim + i);
    if (factors[i] == 0 || size % factors[i] != 0)
      throw poplibs_error("factorDims: factor " + std::to_string(factors[i]) +
                          " does not divide dimension " + std::to_string(startDim + i) +
                          " of shape " + t.shapeToString());
    // The factors so far stand behind the dimensions not yet split.
    const unsigned d = startDim + i;
    result = result.reshapePartial(d, d + 1, {size / factors[i], factors[i]})
                 .dimRoll(d + 1, startDim + n + i);
  }
  return result;
}

Tensor unfactorDims(const Tensor &t, unsigned numDims, unsigned startDim) {
  if (startDim + 2 * numDims > t.rank())
    throw poplibs_error("unfactorDims: joining " + std::to_string(numDims) +
                        " dimensions needs twice as many from dimension " +
                        std::to_string(startDim) + " on; the shape is " + t.shapeToString());
  Tensor result = t;
  for (unsigned i = 0; i < numDims; ++i) {
    // The first factor that is left lies behind the quotients that are left and those joined.
    const unsigned d = startDim + i;
    result = result.dimRoll(startDim + numDims, d + 1).flatten(d, d + 2);
  }
  return result;
}

Tensor createConstantMetadataTensor(poplar::Graph &graph, poplar::QuarterMetadata::Format format,
                                    int scale) {
  return poplar::createConstantMetadataTensor(graph, format, scale);
}

Tensor createVariableMetadataTensor(poplar::Graph &graph, poplar::QuarterMetadata::Format format,
                                    int scale) {
  return poplar::createVariableMetadataTensor(graph, format, scale);
}

} // namespace poputil
