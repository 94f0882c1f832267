// SPDX-License-Identifier: MIT
// From a model to a program: place, schedule, trace, assemble.
#include <gcl/pipeline/Pipeline.hpp>

#include "pipeline/Anchors.hpp"
#include "pipeline/Assemble.hpp"
#include "pipeline/Errors.hpp"
#include "pipeline/Machine.hpp"
#include "pipeline/Tracer.hpp"
#include "pipeline/Values.hpp"
#include "pipeline/schedule/Positions.hpp"
#include "pipeline/weights/Weights.hpp"

#include <popops/codelets.hpp>

namespace gcl::pipeline {
namespace {

Placement place(const poplar::Graph &graph, const Model &model, ScheduleKind kind) {
  std::vector<std::string> inputs;
  for (const NamedTensor &input : model.inputs)
    inputs.push_back(input.name);
  return placeLayers({model.layers.begin(), model.layers.end()}, inputs, kind, numIpus(graph));
}

void checkOptions(const Options &options) {
  if (options.numIoTiles != 0 && options.schedule == ScheduleKind::Sequential)
    Complaint("I/O tiles with the sequential schedule, which overlaps nothing")
        .fix("set numIoTiles to 0, or use a pipelined schedule")
        .raise();
  if (options.stepsPerRun == 0)
    Complaint("a run of no steps").fix("set stepsPerRun to at least 1").raise();
}

} // namespace

Pipeline build(poplar::Graph &graph, const Model &model, const Options &options,
               const poplar::DebugContext &debugContext) {
  const poplar::DebugInfo node(debugContext, "gcl"); // errors name the user's line
  checkOptions(options);
  popops::addCodelets(graph);
  const Placement placement = place(graph, model, options.schedule);
  Pipeline pipeline;
  pipeline.schedule = makeSchedule(options.schedule, options.mode, placement.virtualGraphOfStage,
                                   options.microBatches);
  Machine machine(graph, options.numIoTiles);
  const Positions positions =
      makePositions(pipeline.schedule, placement, options.numIoTiles != 0 ? 1 : 0);
  Programs programs;
  programs.positions.resize(positions.count());
  Values values(machine, positions, programs, options.recompute);
  Weights weights(machine, positions, model, options);
  Tracer tracer(machine, positions, programs, values, weights, model, options);
  tracer.traceForward();
  if (options.mode == Mode::Training) tracer.traceBackward();
  for (const NamedAnchor &output : model.outputs)
    addAnchor(output, tracer.made(output.name), machine, positions, programs, values);
  weights.finish(programs);
  values.finish();

  pipeline.program = poplar::program::Repeat(options.stepsPerRun,
                                             assembleStep(machine, positions, programs), {"steps"});
  pipeline.weights = weights.tensors();
  pipeline.stashes = values.stashes();
  pipeline.copies = values.copies();
  return pipeline;
}

} // namespace gcl::pipeline
