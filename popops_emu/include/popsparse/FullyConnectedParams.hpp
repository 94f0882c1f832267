// SPDX-License-Identifier: MIT
// Sizes of fully connected layers whose weights are sparse.
#ifndef POPSPARSE_FULLY_CONNECTED_PARAMS_HPP
#define POPSPARSE_FULLY_CONNECTED_PARAMS_HPP

#include <poplar_emu/Export.hpp>
#include <popsparse/SparsityParams.hpp>

#include <cstddef>
#include <ostream>

namespace popsparse {
namespace dynamic {

/// Weights [outputChannels, inputChannels], of which a part is not zero. numGroups is 1.
class POPLAR_EMU_EXPORT FullyConnectedParams {
 public:
  /// Throws poputil::poplibs_error for a ratio outside (0, 1], for channels that the blocks do not
  /// divide, and for more than one group.
  static FullyConnectedParams createWithNzRatio(const SparsityParams &sparsityParams,
                                                double nzRatio, std::size_t batchSize,
                                                std::size_t numGroups, std::size_t inputChannels,
                                                std::size_t outputChannels);
  static FullyConnectedParams
  createWithNumNonZeroValues(const SparsityParams &sparsityParams, std::size_t numNonZeroElems,
                             std::size_t batchSize, std::size_t numGroups,
                             std::size_t inputChannels, std::size_t outputChannels);

  const SparsityParams &getSparsityParams() const { return sparsityParams_; }
  double getNzRatio() const { return nzRatio_; }
  std::size_t getNumNonZeroValues() const;
  std::size_t getBatchSize() const { return batchSize_; }
  std::size_t getNumGroups() const { return numGroups_; }
  std::size_t getInputChannels() const { return inputChannels_; }
  std::size_t getOutputChannels() const { return outputChannels_; }
  std::size_t getInputChannelsPerGroup() const { return inputChannels_; }
  std::size_t getOutputChannelsPerGroup() const { return outputChannels_; }

 private:
  FullyConnectedParams(const SparsityParams &sparsityParams, double nzRatio, std::size_t batchSize,
                       std::size_t numGroups, std::size_t inputChannels,
                       std::size_t outputChannels);

  SparsityParams sparsityParams_;
  double nzRatio_;
  std::size_t batchSize_, numGroups_, inputChannels_, outputChannels_;
};

POPLAR_EMU_EXPORT bool operator<(const FullyConnectedParams &a, const FullyConnectedParams &b);
POPLAR_EMU_EXPORT bool operator==(const FullyConnectedParams &a, const FullyConnectedParams &b);
POPLAR_EMU_EXPORT bool operator!=(const FullyConnectedParams &a, const FullyConnectedParams &b);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const FullyConnectedParams &params);

} // namespace dynamic
} // namespace popsparse

#endif
