// SPDX-License-Identifier: MIT
// What a graph and all virtual graphs made from it share.
#pragma once

#include "codelet/Registry.hpp"
#include "ir/Graph.hpp"

#include <poplar/PerfEstimateFunc.hpp>
#include <poplar/Target.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace poplar_emu::api {

struct TensorState;

/// A metadata tensor as data: the core owns no tensors, for tensors own the core.
struct MetadataView {
  view::View view;
};

/// The highest element of an indexed field that is connected. Tells in constant time that the next
/// element is a new one, which most are.
struct HighestEdge {
  VertexId vertex;
  std::uint32_t field = 0;
  std::uint32_t index = 0;
};

/// Queries read it from many threads at once; nothing in it is computed lazily.
struct GraphCore {
  ir::Graph graph;
  codelet::Registry registry;
  poplar::Target target;                                 ///< of one replica, all tiles
  poplar::Target deviceTarget;                           ///< of all replicas together
  std::unordered_map<VariableId, MetadataView> metadata; ///< of QUARTER variables
  std::map<std::string, poplar::PerfEstimateFunc, std::less<>> estimators;
  std::unordered_set<std::string> streamHandles, remoteBufferHandles, hostFunctionHandles,
      hostReadHandles, hostWriteHandles;
  std::array<HighestEdge, 4> highestEdges; ///< by field modulo 4, of the vertices connected last
  /// Variables behind edges that were given a value instead of a tensor; they go where the vertex
  /// goes.
  std::unordered_map<VertexId, std::vector<VariableId>> ownedVariables;
  std::vector<bool>
      evaluatedEstimates; ///< by vertex: the estimate came from a registered estimator
  std::vector<FunctionId> functionBuffers;
};

} // namespace poplar_emu::api
