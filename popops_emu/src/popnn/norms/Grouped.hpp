// SPDX-License-Identifier: MIT
// All normalisations as one of channels: groups of one input become the channels of a single one.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <string>
#include <utility>

namespace popnn {

enum class NormKind { Batch, Group, Layer, Instance };

struct Norm {
  NormKind kind;
  unsigned numGroups; ///< of NormKind::Group
};

/// Throws poplar::invalid_option.
void checkOptions(const poplar::OptionFlags &options);

std::pair<poplar::Tensor, poplar::Tensor>
statistics(const std::string &operation, poplar::Graph &graph, const Norm &norm,
           const poplar::Tensor &acts, float eps, poplar::program::Sequence &prog, bool unbiased,
           bool stable, const poplar::Type &partialsType, const poplar::DebugContext &debugContext,
           const poplar::OptionFlags &options);

// The number of groups is that of the statistics.

poplar::Tensor whiten(const std::string &operation, poplar::Graph &graph, NormKind kind,
                      const poplar::Tensor &acts, const poplar::Tensor &mean,
                      const poplar::Tensor &invStdDev, poplar::program::Sequence &prog,
                      const poplar::DebugContext &debugContext, const poplar::OptionFlags &options);
poplar::Tensor gradients(const std::string &operation, poplar::Graph &graph, NormKind kind,
                         const poplar::Tensor &actsWhitened, const poplar::Tensor &gradsIn,
                         const poplar::Tensor &invStdDev, const poplar::Tensor &gamma,
                         poplar::program::Sequence &prog, const poplar::Type &partialsType,
                         const poplar::DebugContext &debugContext,
                         const poplar::OptionFlags &options);

} // namespace popnn
