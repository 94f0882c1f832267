// SPDX-License-Identifier: MIT
// Nodes that do something: supersteps, copies, transfers, host calls, control registers.
#include "compile/program/ProgramLowerer.hpp"

namespace poplar_emu::compile {
namespace {

using plan::Step;
using plan::StepKind;

plan::PrintFormat planned(const ir::PrintFormat &format) {
  return {format.summariseThreshold,
          format.edgeItems,
          format.maxLineWidth,
          format.digits,
          static_cast<std::uint8_t>(format.floatFormat),
          format.separator,
          format.open,
          format.close,
          format.formatting};
}

} // namespace

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::Execute &execute) {
  const std::uint32_t position = computeIndex_[execute.computeSet.index()];
  const plan::Address status =
      execute.status ? transfers_.scalar(*execute.status).address : plan::kNoAddress;
  const auto [entry, isNew] = executes_.try_emplace({position, status}, position);
  if (isNew) {
    // The status address is part of the step: a compute set that reports to several places needs a
    // step for each.
    if (computeTaken_[position]) {
      plan::ComputeStep twin = plan_.computes[position];
      entry->second = addRow(plan_.computes, std::move(twin));
    }
    computeTaken_[position] = true;
    plan_.computes[entry->second].status = status;
  }
  return Step{StepKind::Compute, entry->second};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &node, const ir::Copy &copy) {
  std::optional<plan::CopyStep> step = transfers_.copy(copy);
  if (!step) return std::nullopt;
  step->name = node.name;
  return Step{StepKind::Copy, addRow(plan_.copies, std::move(*step))};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &node, const ir::StreamRead &read) {
  plan::StreamStep step;
  step.name = node.name;
  step.stream = read.stream.value;
  plan::HostArgument transfer = transfers_.fromHost(read.destination);
  step.moves = std::move(transfer.moves);
  step.bytes = transfer.bytes;
  step.exchange = transfers_.hostExchange(read.destination, HostIs::Source, read.rearranges);
  step.tiles = recordedTiles(read.destination);
  return Step{StepKind::StreamRead, addRow(plan_.streamSteps, std::move(step))};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                          const ir::StreamWrite &write) {
  plan::StreamStep step;
  step.name = node.name;
  step.stream = write.stream.value;
  plan::HostArgument transfer = transfers_.toHost(write.source);
  step.moves = std::move(transfer.moves);
  step.bytes = transfer.bytes;
  step.exchange = transfers_.hostExchange(write.source, HostIs::Destination, write.rearranges);
  step.tiles = recordedTiles(write.source);
  return Step{StepKind::StreamWrite, addRow(plan_.streamSteps, std::move(step))};
}

std::vector<std::uint32_t> ProgramLowerer::recordedTiles(const ir::Operand &operand) const {
  if (!filters_.any() || !input_.options.instrumentsExternalExchange) return {};
  return transfers_.tilesOf(operand);
}

plan::RemoteStep ProgramLowerer::remoteStep(const ir::ProgramNode &node, RemoteBufferId buffer,
                                            const std::optional<ir::Operand> &rows,
                                            plan::HostArgument transfer) {
  plan::RemoteStep step;
  step.name = node.name;
  step.buffer = buffer.value;
  step.moves = std::move(transfer.moves);
  if (rows) {
    step.rows = rows->view.numElements();
    step.rowIndices = transfers_.addresses(*rows);
  }
  return step;
}

ir::Rearranges ProgramLowerer::rearranges(RemoteBufferId buffer) const {
  return input_.graph.remoteBuffers[buffer.index()].rearranges;
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &node, const ir::RemoteRead &read) {
  if (read.destination.view.numElements() == 0) return std::nullopt;
  plan::RemoteStep step =
      remoteStep(node, read.buffer, read.rows, transfers_.fromHost(read.destination));
  step.exchange =
      transfers_.hostExchange(read.destination, HostIs::Source, rearranges(read.buffer));
  step.tiles = recordedTiles(read.destination);
  return Step{StepKind::RemoteRead, addRow(plan_.remoteSteps, std::move(step))};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                          const ir::RemoteWrite &write) {
  if (write.source.view.numElements() == 0) return std::nullopt;
  plan::RemoteStep step =
      remoteStep(node, write.buffer, write.rows, transfers_.toHost(write.source));
  step.exchange =
      transfers_.hostExchange(write.source, HostIs::Destination, rearranges(write.buffer));
  step.tiles = recordedTiles(write.source);
  return Step{StepKind::RemoteWrite, addRow(plan_.remoteSteps, std::move(step))};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::HostCall &call) {
  plan::HostCallStep step;
  step.function = call.function.value;
  for (const ir::Operand &input : call.inputs)
    step.inputs.push_back(transfers_.toHost(input));
  for (const ir::Operand &output : call.outputs)
    step.outputs.push_back(transfers_.fromHost(output));
  return Step{StepKind::HostCall, addRow(plan_.hostCalls, std::move(step))};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                          const ir::CrossReplicaCopy &copy) {
  if (copy.source.view.numElements() == 0) return std::nullopt;
  plan::CrossReplicaCopyStep step = transfers_.acrossReplicas(copy);
  step.name = node.name;
  return Step{StepKind::CrossReplicaCopy, addRow(plan_.crossReplicaCopies, std::move(step))};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                          const ir::WriteUndef &write) {
  if (write.operand.view.numElements() == 0) return std::nullopt;
  return Step{
      StepKind::Undefine,
      addRow(plan_.undefines, plan::UndefineStep{node.name, transfers_.toHost(write.operand)})};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                          const ir::AssumeEqualAcrossReplicas &assume) {
  return Step{
      StepKind::AssumeEqual,
      addRow(plan_.assumeEquals, plan::AssumeEqualStep{node.name, transfers_.toHost(assume.operand),
                                                       assume.operand.type})};
}

std::optional<std::uint8_t> ProgramLowerer::metadataOf(const ir::Operand &operand) const {
  if (operand.type != ElementType::Quarter || operand.view.pieces().empty()) return std::nullopt;
  const ir::Variable &variable = input_.graph.variable(operand.view.pieces().front().variable);
  if (!variable.metadata.valid()) return std::nullopt;
  const ir::Variable &metadata = input_.graph.variable(variable.metadata);
  if (metadata.kind != ir::VariableKind::Constant || metadata.constant.bytes.empty())
    return std::nullopt;
  return static_cast<std::uint8_t>(metadata.constant.bytes.front());
}

std::uint32_t ProgramLowerer::addPrint(const std::string &title, const ir::Operand &operand,
                                       const ir::PrintFormat &format) {
  plan::PrintStep step;
  step.title = title;
  step.type = operand.type;
  step.shape.assign(operand.view.shape().begin(), operand.view.shape().end());
  step.quarterMetadata = metadataOf(operand);
  step.value = transfers_.toHost(operand);
  step.format = planned(format);
  return addRow(plan_.prints, std::move(step));
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::Print &print) {
  return Step{StepKind::Print, addPrint(print.title, print.operand, print.format)};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::Abort &abort) {
  plan::AbortStep step;
  step.message = abort.message;
  if (abort.printed) step.print = addPrint({}, *abort.printed, {});
  if (abort.condition) step.condition = transfers_.scalar(*abort.condition);
  return Step{StepKind::Abort, addRow(plan_.aborts, std::move(step))};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::CycleStamp &stamp) {
  return Step{StepKind::CycleStamp,
              addRow(plan_.cycleStamps,
                     plan::CycleStampStep{stamp.tile, stamp.sync != ir::SyncKind::Internal,
                                          transfers_.fromHost(stamp.destination)})};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::HwSeeds &seeds) {
  plan::HwSeedsStep step;
  step.write = seeds.write;
  step.seeds = seeds.write ? transfers_.toHost(seeds.seeds) : transfers_.fromHost(seeds.seeds);
  step.tiles = seeds.tiles;
  return Step{StepKind::HwSeeds, addRow(plan_.hwSeeds, std::move(step))};
}

std::optional<Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::FpControl &control) {
  plan::FpControlStep step;
  step.clear = control.clear;
  step.set = control.set;
  if (control.load) step.load = transfers_.scalar(*control.load).address;
  if (control.store) step.store = transfers_.scalar(*control.store).address;
  step.tiles = control.tiles;
  return Step{StepKind::FpControl, addRow(plan_.fpControls, std::move(step))};
}

} // namespace poplar_emu::compile
