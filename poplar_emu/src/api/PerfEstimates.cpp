// SPDX-License-Identifier: MIT
// Estimates set by users, and estimators registered for types.
#include "api/PerfEstimates.hpp"

#include "api/graph/GraphNeed.hpp"
#include "api/vertex/Introspection.hpp"

namespace poplar_emu::api {
namespace {

/// The estimator of a type, under its canonical name or another spelling.
const poplar::PerfEstimateFunc *estimatorOf(const GraphCore &core, VertexTypeId type) {
  const auto exact = core.estimators.find(core.registry.type(type).name);
  if (exact != core.estimators.end()) return &exact->second;
  for (const auto &[name, estimator] : core.estimators)
    if (core.registry.find(name) == type) return &estimator;
  return nullptr;
}

ir::PerfEstimate evaluate(const GraphCore &core, VertexId vertex,
                          const poplar::PerfEstimateFunc &estimator) {
  const poplar::VertexIntrospector introspector = Access::introspector(
      std::make_unique<VertexIntrospectorState>(VertexIntrospectorState{&core, vertex}));
  const poplar::VertexPerfEstimate estimate = estimator(introspector, core.target);
  return {estimate.cycles, estimate.flops};
}

/// Nothing for a vertex that lacks what its estimator asks for: whether it may run is checked, and
/// told better, where it is used.
std::optional<ir::PerfEstimate> evaluateIfComplete(const GraphCore &core, VertexId vertex,
                                                   const poplar::PerfEstimateFunc &estimator) {
  try {
    return evaluate(core, vertex, estimator);
  } catch (const poplar::no_size_specified &) {
    return std::nullopt;
  } catch (const poplar::graph_connection_error &) {
    return std::nullopt;
  }
}

bool isSet(const std::vector<bool> &flags, VertexId vertex) {
  return vertex.index() < flags.size() && flags[vertex.index()];
}

void store(ir::VertexTable &table, VertexId vertex, ir::PerfEstimate estimate) {
  if (vertex.index() >= table.estimates.size()) {
    table.estimates.resize(vertex.index() + 1);
    table.hasEstimate.resize(vertex.index() + 1);
  }
  table.estimates[vertex.index()] = estimate;
  table.hasEstimate[vertex.index()] = true;
}

void markEvaluated(GraphCore &core, VertexId vertex) {
  if (vertex.index() >= core.evaluatedEstimates.size())
    core.evaluatedEstimates.resize(vertex.index() + 1);
  core.evaluatedEstimates[vertex.index()] = true;
}

} // namespace

std::optional<ir::PerfEstimate> estimateOf(const GraphCore &core, VertexId vertex) {
  const ir::VertexTable &table = core.graph.vertexTable;
  if (isSet(table.hasEstimate, vertex) && !isSet(core.evaluatedEstimates, vertex))
    return table.estimates[vertex.index()];
  const poplar::PerfEstimateFunc *estimator = estimatorOf(core, table[vertex].type);
  if (!estimator) return std::nullopt;
  return evaluate(core, vertex, *estimator);
}

void evaluateEstimates(const poplar::Graph &graph) {
  GraphCore &core = *need(graph, "estimates")->core;
  if (core.estimators.empty()) return;
  std::vector<const poplar::PerfEstimateFunc *> byType;
  for (std::size_t type = 0; type < core.registry.numTypes(); ++type)
    byType.push_back(estimatorOf(core, VertexTypeId(type)));
  ir::VertexTable &table = core.graph.vertexTable;
  for (std::size_t v = 0; v < table.vertices.size(); ++v) {
    const VertexId vertex(v);
    if (isSet(table.hasEstimate, vertex) && !isSet(core.evaluatedEstimates, vertex)) continue;
    const poplar::PerfEstimateFunc *estimator = byType[table[vertex].type.index()];
    if (!estimator) continue;
    const std::optional<ir::PerfEstimate> estimate = evaluateIfComplete(core, vertex, *estimator);
    if (!estimate) continue;
    store(table, vertex, *estimate);
    markEvaluated(core, vertex);
  }
}

} // namespace poplar_emu::api

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {

void Graph::setPerfEstimate(const VertexRef &vertex, std::uint64_t cycles, std::uint64_t flops,
                            SourceLocation loc) {
  GraphCore &core = *need(*this, "setPerfEstimate", loc)->core;
  const VertexId id = needVertex(core, vertex, "setPerfEstimate", loc);
  store(core.graph.vertexTable, id, {cycles, flops});
  if (isSet(core.evaluatedEstimates, id)) core.evaluatedEstimates[id.index()] = false;
}

void Graph::setPerfEstimate(const VertexRef &vertex, const VertexPerfEstimate &estimate,
                            SourceLocation loc) {
  setPerfEstimate(vertex, estimate.cycles, estimate.flops, loc);
}

VertexPerfEstimate Graph::getPerfEstimate(const VertexRef &vertex) const {
  const GraphCore &core = *need(*this, "getPerfEstimate")->core;
  const VertexId id = needVertex(core, vertex, "getPerfEstimate");
  const std::optional<ir::PerfEstimate> estimate = estimateOf(core, id);
  if (!estimate) {
    const ir::Vertex &record = core.graph.vertexTable[id];
    const std::string &type = core.registry.type(record.type).name;
    Diagnostic(Code::PE0219, "{}#{} has no performance estimate", type, id.value)
        .at(record.site, "the vertex is made here")
        .fix("call setPerfEstimate for it, or registerPerfEstimator for '{}'", type)
        .raise();
  }
  return {estimate->cycles, estimate->flops};
}

void Graph::registerPerfEstimator(StringRef vertexTypeName, PerfEstimateFunc estimator,
                                  SourceLocation loc) {
  GraphCore &core = *need(*this, "registerPerfEstimator", loc)->core;
  if (!estimator) {
    Diagnostic(Code::PE0511, "registerPerfEstimator('{}') without a function", text(vertexTypeName))
        .at(siteOf(loc))
        .raise();
  }
  core.estimators[vertexTypeName.cloneAsString()] = std::move(estimator);
}

void Graph::setCycleEstimate(const VertexRef &vertex, std::uint64_t cycles, SourceLocation loc) {
  setPerfEstimate(vertex, cycles, 0, loc);
}

std::uint64_t Graph::getCycleEstimate(const VertexRef &vertex) const {
  return getPerfEstimate(vertex).cycles;
}

void Graph::registerCycleEstimator(StringRef vertexTypeName, CycleEstimateFunc estimator,
                                   SourceLocation loc) {
  PerfEstimateFunc function;
  if (estimator) {
    function = [estimator = std::move(estimator)](const VertexIntrospector &vertex,
                                                  const Target &target) {
      return VertexPerfEstimate(estimator(vertex, target));
    };
  }
  registerPerfEstimator(vertexTypeName, std::move(function), loc);
}

} // namespace poplar
