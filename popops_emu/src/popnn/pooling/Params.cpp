// SPDX-License-Identifier: MIT
// Parameters of pooling: sizes, text, and the work that they mean.
#include "support/Arithmetic.hpp"

#include <popnn/Pooling.hpp>

#include <ostream>
#include <utility>

namespace popnn {
namespace pooling {

using popops::support::volume;

namespace {

template <class T>
void print(std::ostream &out, const char *name, const std::vector<T> &values) {
  out << name << " {";
  for (std::size_t i = 0; i < values.size(); ++i)
    out << (i == 0 ? "" : ",") << values[i];
  out << "}\n";
}

/// Operations that the vector units of all tiles do in a cycle: two floats or four halves a tile.
double perCycle(const poplar::Graph &graph, const PoolParams &params) {
  const poplar::Target &target = graph.getTarget();
  return static_cast<double>(target.getNumTiles()) * target.getVectorWidth(params.dType);
}

} // namespace

PoolParams::PoolParams(PoolingType poolingType_, std::vector<std::size_t> inputFieldShape_,
                       std::vector<std::size_t> kernelShape_, std::vector<unsigned> stride_,
                       std::vector<int> lower, std::vector<int> upper, std::size_t numChannels_,
                       std::size_t batchSize_, poplar::Type dType_)
    : poolingType(poolingType_), inputFieldShape(std::move(inputFieldShape_)),
      kernelShape(std::move(kernelShape_)), stride(std::move(stride_)),
      inputTruncationOrPaddingLower(std::move(lower)),
      inputTruncationOrPaddingUpper(std::move(upper)), numChannels(numChannels_),
      batchSize(batchSize_), dType(dType_) {}

std::vector<std::size_t> PoolParams::getOutputFieldShape() const {
  std::vector<std::size_t> shape;
  for (std::size_t d = 0; d < inputFieldShape.size(); ++d) {
    const long windows = static_cast<long>(inputFieldShape[d]) + inputTruncationOrPaddingLower[d] +
                         inputTruncationOrPaddingUpper[d] - static_cast<long>(kernelShape[d]) + 1;
    shape.push_back(windows <= 0 ? 0
                                 : (static_cast<std::size_t>(windows) + stride[d] - 1) / stride[d]);
  }
  return shape;
}

std::ostream &operator<<(std::ostream &out, const PoolParams &params) {
  out << "Params:\n"
      << "  poolingType " << asString(params.poolingType) << "\n"
      << "  batchSize " << params.batchSize << "\n"
      << "  numChannels " << params.numChannels << "\n"
      << "  dType " << params.dType << "\n";
  print(out, "  inputFieldShape", params.inputFieldShape);
  print(out, "  kernelShape", params.kernelShape);
  print(out, "  stride", params.stride);
  print(out, "  inputTruncationOrPaddingLower", params.inputTruncationOrPaddingLower);
  print(out, "  inputTruncationOrPaddingUpper", params.inputTruncationOrPaddingUpper);
  return out;
}

const char *asString(const PoolingType &type) {
  return type == PoolingType::MAX ? "max" : type == PoolingType::AVG ? "avg" : "sum";
}

std::vector<std::size_t> getOutputFieldShape(const PoolParams &params) {
  return params.getOutputFieldShape();
}

std::uint64_t getFwdFlops(const PoolParams &params) {
  const std::uint64_t outputs =
      volume(params.getOutputFieldShape()) * params.batchSize * params.numChannels;
  return outputs * (volume(params.kernelShape) + (params.poolingType == PoolingType::AVG));
}

std::uint64_t getBwdFlops(const PoolParams &params) {
  return params.poolingType == PoolingType::MAX ? 0 : getFwdFlops(params);
}

double getFwdPerfectCycleCount(const poplar::Graph &graph, const PoolParams &params) {
  return static_cast<double>(getFwdFlops(params)) / perCycle(graph, params);
}

double getBwdPerfectCycleCount(const poplar::Graph &graph, const PoolParams &params) {
  return getFwdPerfectCycleCount(graph, params) * 2;
}

} // namespace pooling
} // namespace popnn
