// SPDX-License-Identifier: MIT
// Dropout in both forms, and the seeds of workers.
#include "Limits.hpp"
#include "Vertices.hpp"
#include "support/Errors.hpp"
#include "support/Regions.hpp"
#include "support/Types.hpp"

#include <poprand/RandomGen.hpp>
#include <poputil/Broadcast.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

namespace poprand {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::VertexRef;
using poplar::program::Sequence;
using popops::support::describe;
using popops::support::fail;
using poputil::templateVertex;

namespace {

void checkInput(const std::string &operation, const Tensor &input) {
  if (popops::support::isReal(input.elementType())) return;
  fail(operation, "the input is " + describe(input), "use FLOAT or HALF");
}

} // namespace

Tensor dropout(Graph &graph, const Tensor *seed, std::uint32_t seedModifier, const Tensor &input,
               const Tensor &reference, double keepProbability, double scale, bool outputClonesRef,
               Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(seed, seedModifier, input, reference,
                                                       keepProbability, scale, outputClonesRef));
  const std::string operation = "poprand::dropout";
  checkSeed(operation, seed);
  checkInput(operation, input);
  if (input.shape() != reference.shape())
    fail(operation, "the input is " + describe(input) + " and the reference " + describe(reference),
         "give them one shape, or use shapedDropout");
  const std::uint32_t kept = of65536(operation, "keepProbability", keepProbability);
  const Tensor out =
      graph.clone(input.elementType(), outputClonesRef ? reference : input, {di, "out"});
  if (keepProbability == 1) {
    prog.add(poplar::program::Copy(input, out, false, {di}));
    return out;
  }
  // Elements are numbered as the reference lies, so that its masks are always the same.
  const Tensor order = outputClonesRef ? out : graph.clone(input.elementType(), reference);
  const Tensor written = outputClonesRef ? out : order;
  addRandomVertices(graph, templateVertex("poprand::Dropout", input.elementType()),
                    {seed, seedModifier}, written, {input},
                    [&](const VertexRef &vertex, const std::vector<Tensor> &parts) {
                      graph.connect(vertex["in"], parts[0]);
                      graph.setInitialValue(vertex["kept"], kept);
                      graph.setInitialValue(vertex["scale"], static_cast<float>(scale));
                    },
                    prog, {di});
  if (!outputClonesRef) prog.add(poplar::program::Copy(written, out, false, {di}));
  di.addOutput(out);
  return out;
}

Tensor dropout(Graph &graph, const Tensor *seed, std::uint32_t seedModifier, const Tensor &input,
               const Tensor &reference, double keepProbability, double scale, Sequence &prog,
               const DebugContext &debugContext) {
  return dropout(graph, seed, seedModifier, input, reference, keepProbability, scale, true, prog,
                 debugContext);
}

Tensor shapedDropout(Graph &graph, const Tensor *seed, std::uint32_t seedModifier,
                     const Tensor &input, const Tensor &reference, double keepProbability,
                     double scale, Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(
      debugContext, DI_ARGS(seed, seedModifier, input, reference, keepProbability, scale));
  const std::string operation = "poprand::shapedDropout";
  checkSeed(operation, seed);
  checkInput(operation, input);
  of65536(operation, "keepProbability", keepProbability);
  const Tensor out = graph.clone(input, {di, "out"});
  Tensor broadcast = reference;
  poputil::broadcastToMatch(broadcast, input.shape());
  if (keepProbability == 1) {
    prog.add(poplar::program::Copy(input, out, false, {di}));
    return out;
  }
  Tensor mask = bernoulli(graph, seed, seedModifier, reference, input.elementType(),
                          keepProbability, prog, {di, "mask"});
  poputil::broadcastToMatch(mask, input.shape());
  const poplar::ComputeSet cs = graph.addComputeSet({di, "ApplyMask"});
  const std::string type = templateVertex("poprand::ApplyMask", input.elementType());
  popops::support::forEachTile(
      graph, {out, input, mask}, [&](unsigned tile, std::vector<Tensor> &parts) {
        const VertexRef vertex =
            graph.addVertex(cs, type, {{"out", parts[0]}, {"in", parts[1]}, {"mask", parts[2]}});
        graph.setInitialValue(vertex["scale"], static_cast<float>(scale));
        graph.setTileMapping(vertex, tile);
      });
  prog.add(poplar::program::Execute(cs, {di}));
  di.addOutput(out);
  return out;
}

void setSeed(Graph &graph, const Tensor &masterSeed, std::uint32_t seedModifier, Sequence &prog,
             const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext, DI_ARGS(masterSeed, seedModifier));
  checkSeed("poprand::setSeed", &masterSeed);
  const poplar::ComputeSet cs = graph.addComputeSet({di, "SetSeed"});
  for (unsigned tile = 0; tile < graph.getTarget().getNumTiles(); ++tile) {
    const VertexRef vertex = graph.addVertex(cs, "poprand::SetSeed", {{"seed", masterSeed}});
    graph.setInitialValue(vertex["modifier"], seedModifier);
    graph.setInitialValue(vertex["tile"], tile);
    graph.setTileMapping(vertex, tile);
  }
  prog.add(poplar::program::Execute(cs, {di}));
}

} // namespace poprand
