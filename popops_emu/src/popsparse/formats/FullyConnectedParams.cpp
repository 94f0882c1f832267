// SPDX-License-Identifier: MIT
// Parameters of layers: checked as those of the product behind them.
#include "matmul/Buckets.hpp"

#include <tuple>

namespace popsparse::dynamic {

namespace {

auto fields(const FullyConnectedParams &p) {
  return std::make_tuple(p.getSparsityParams(), p.getNzRatio(), p.getBatchSize(), p.getNumGroups(),
                         p.getInputChannels(), p.getOutputChannels());
}

} // namespace

MatMulParams asMatMul(const FullyConnectedParams &p) {
  return MatMulParams::createWithNzRatio(p.getSparsityParams(), p.getNzRatio(), p.getNumGroups(),
                                         p.getOutputChannels(), p.getInputChannels(),
                                         p.getBatchSize());
}

FullyConnectedParams::FullyConnectedParams(const SparsityParams &sparsityParams, double nzRatio,
                                           std::size_t batchSize, std::size_t numGroups,
                                           std::size_t inputChannels, std::size_t outputChannels)
    : sparsityParams_(sparsityParams), nzRatio_(nzRatio), batchSize_(batchSize),
      numGroups_(numGroups), inputChannels_(inputChannels), outputChannels_(outputChannels) {
  asMatMul(*this);
}

FullyConnectedParams FullyConnectedParams::createWithNzRatio(const SparsityParams &sparsityParams,
                                                             double nzRatio, std::size_t batchSize,
                                                             std::size_t numGroups,
                                                             std::size_t inputChannels,
                                                             std::size_t outputChannels) {
  return {sparsityParams, nzRatio, batchSize, numGroups, inputChannels, outputChannels};
}

FullyConnectedParams FullyConnectedParams::createWithNumNonZeroValues(
    const SparsityParams &sparsityParams, std::size_t numNonZeroElems, std::size_t batchSize,
    std::size_t numGroups, std::size_t inputChannels, std::size_t outputChannels) {
  const MatMulParams product = MatMulParams::createWithNumNonZeroValues(
      sparsityParams, numNonZeroElems, numGroups, outputChannels, inputChannels, batchSize);
  return {sparsityParams, product.getNzRatio(), batchSize,
          numGroups,      inputChannels,        outputChannels};
}

std::size_t FullyConnectedParams::getNumNonZeroValues() const {
  return asMatMul(*this).getNumNonZeroValues();
}

bool operator<(const FullyConnectedParams &a, const FullyConnectedParams &b) {
  return fields(a) < fields(b);
}
bool operator==(const FullyConnectedParams &a, const FullyConnectedParams &b) {
  return fields(a) == fields(b);
}
bool operator!=(const FullyConnectedParams &a, const FullyConnectedParams &b) {
  return !(a == b);
}
std::ostream &operator<<(std::ostream &out, const FullyConnectedParams &p) {
  return out << "{sparsity: " << p.getSparsityParams() << ", nzRatio: " << p.getNzRatio()
             << ", batch: " << p.getBatchSize() << ", groups: " << p.getNumGroups()
             << ", input channels: " << p.getInputChannels()
             << ", output channels: " << p.getOutputChannels() << "}";
}

} // namespace popsparse::dynamic
