// SPDX-License-Identifier: MIT
// Construction of graphs, and what they tell about themselves.
#include "api/graph/GraphNeed.hpp"

#include <atomic>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

std::uint64_t nextGraphId() {
  static std::atomic<std::uint64_t> next{1}; // 0 means "no graph" in programs
  return next++;
}

Target targetOfReplica(const Target &target, unsigned replicas, const SourceLocation &loc) {
  const unsigned numIpus = target.getNumIPUs();
  if (replicas == 0 || numIpus % replicas != 0) {
    Diagnostic(Code::PE0220, "{} IPUs cannot be divided into {} replicas", numIpus, replicas)
        .at(siteOf(loc))
        .fix("use a replication factor that divides the number of IPUs")
        .raise();
  }
  return replicas == 1 ? target
                       : target.createVirtualTarget(numIpus / replicas, target.getTilesPerIPU());
}

} // namespace

Graph::Graph() = default;
Graph::Graph(Graph &&) noexcept = default;
Graph &Graph::operator=(Graph &&) noexcept = default;
Graph::~Graph() = default;

Graph::Graph(const Target &target, replication_factor replicationFactor, SourceLocation loc) {
  auto core = std::make_shared<GraphCore>();
  core->target = targetOfReplica(target, replicationFactor.value, loc);
  core->deviceTarget = target;
  core->graph.id = nextGraphId();
  ir::Machine &machine = core->graph.machine;
  machine.numIpus = core->target.getNumIPUs();
  machine.tilesPerIpu = core->target.getTilesPerIPU();
  machine.numWorkers = core->target.getNumWorkerContexts();
  machine.bytesPerTile = core->target.getBytesPerTile();
  machine.replicationFactor = replicationFactor.value;
  VirtualTiles tiles(machine.numIpus, machine.tilesPerIpu);
  Target ownTarget = core->target;
  state_ = std::make_shared<GraphState>(
      GraphState{std::move(core), std::move(tiles), std::move(ownTarget)});
}

Graph::Graph(const Device &device, replication_factor replicationFactor, SourceLocation loc)
    : Graph(device.getTarget(), replicationFactor, loc) {}

const Target &Graph::getTarget() const {
  return need(*this, "getTarget")->target;
}

unsigned Graph::getReplicationFactor() const {
  return need(*this, "getReplicationFactor")->core->graph.machine.replicationFactor;
}

unsigned Graph::getNumVertices() const {
  return static_cast<unsigned>(
      need(*this, "getNumVertices")->core->graph.vertexTable.vertices.size());
}

} // namespace poplar
