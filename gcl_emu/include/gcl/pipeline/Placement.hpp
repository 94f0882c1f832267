// SPDX-License-Identifier: MIT
// Where and when the layers of a model run: PopART's rules for virtual graphs and pipeline stages.
#ifndef GCL_PIPELINE_PLACEMENT_HPP
#define GCL_PIPELINE_PLACEMENT_HPP

#include <gcl/pipeline/Schedule.hpp>
#include <poplar_emu/Export.hpp>

#include <string>
#include <vector>

namespace gcl {
namespace pipeline {

/// A layer as the rules see it. Names in `inputs` are outputs of layers before it, or inputs of the
/// model.
struct LayerInfo {
  std::string name;
  int virtualGraph = -1;  ///< where: an IPU of the replica; -1: not said
  int pipelineStage = -1; ///< when; -1: not said
  std::vector<std::string> inputs, outputs, weights;
};

struct Placement {
  std::vector<unsigned> stageOfLayer;        ///< index: layer
  std::vector<unsigned> virtualGraphOfStage; ///< index: forward stage
};

/// Applies and checks the rules:
///   * virtual graphs: all layers have one, or none (then all run on IPU 0); ids are below numIpus;
///   * stages: all layers have one, or none. Without, a layer's stage follows from its virtual
///     graph: its rank among the ids in use; for Sequential, one more whenever the IPU changes from
///     one layer to the next;
///   * stage numbers are 0, 1, ... without gaps, and each stage lies on one IPU (an IPU may own
///   many
///     stages);
///   * data flows to the same or a later stage; which IPUs those are is free;
///   * a weight is used on one IPU, in as many stages as one likes;
///   * pipelined kinds use more than one IPU.
/// Throws pipeline_error for each of them, and for names that are unknown or produced twice.
POPLAR_EMU_EXPORT Placement placeLayers(const std::vector<LayerInfo> &layers,
                                        const std::vector<std::string> &modelInputs,
                                        ScheduleKind kind, unsigned numIpus);

/// Virtual graphs for a list of layers split by counts, for instance {3, 3, -1, 4}: layers 0-2 on
/// IPU 0, 3-5 on IPU 1, the last 4 on IPU 3, and what remains (-1, possibly several times, shared
/// as evenly as possible) in between. Throws pipeline_error if the counts do not add up.
POPLAR_EMU_EXPORT std::vector<unsigned> virtualGraphsFromCounts(const std::vector<int> &counts,
                                                                unsigned numLayers);

} // namespace pipeline
} // namespace gcl

#endif
