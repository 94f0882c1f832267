// SPDX-License-Identifier: MIT
// Lowers program trees: control flow to sequences, every other node to one step.
#pragma once

#include "compile/ProgramLowering.hpp"
#include "compile/Usage.hpp"
#include "compile/program/BlockFilters.hpp"
#include "compile/program/Transfers.hpp"
#include "plan/Plan.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace poplar_emu::compile {

/// Appends a row to a table of the plan; returns its index.
template <class T>
std::uint32_t addRow(std::vector<T> &table, T row) {
  table.push_back(std::move(row));
  return static_cast<std::uint32_t>(table.size() - 1);
}

/// Every node is lowered once, however many programs share it.
class ProgramLowerer {
 public:
  ProgramLowerer(const Input &input, const Usage &usage, Transfers &transfers, plan::Plan &plan);

  /// The sequence that executes a program; null is the empty program.
  plan::SequenceId sequenceOf(const ir::ProgramRef &program);
  StepOfNode steps() && { return std::move(steps_); }

 private:
  using Step = plan::Step;

  void countUses(const ir::ProgramRef &program);
  void append(const ir::ProgramRef &program, std::vector<Step> &steps);
  void appendBare(const ir::ProgramRef &program, std::vector<Step> &steps);
  /// Without the block that a filter puts around the program.
  plan::SequenceId bareSequenceOf(const ir::ProgramRef &program);
  Step implicitBlock(const ir::ProgramRef &program);
  /// Nothing for nodes that have nothing to do.
  std::optional<Step> stepOf(const ir::ProgramNode &node);

  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Sequence &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Execute &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Copy &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::StreamRead &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::StreamWrite &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::RemoteRead &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::RemoteWrite &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Repeat &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::RepeatWhile &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Loop &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::If &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Switch &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Call &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::HostCall &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::CrossReplicaCopy &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Collective &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::WriteUndef &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::AssumeEqualAcrossReplicas &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Block &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Sync &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Print &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::Abort &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::CycleStamp &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::HwSeeds &);
  std::optional<Step> lower(const ir::ProgramNode &node, const ir::FpControl &);

  std::uint32_t siteIndex(SiteId site);
  std::uint32_t addPrint(const std::string &title, const ir::Operand &operand,
                         const ir::PrintFormat &format);
  std::optional<std::uint8_t> metadataOf(const ir::Operand &operand) const;
  plan::RemoteStep remoteStep(const ir::ProgramNode &node, RemoteBufferId buffer,
                              const std::optional<ir::Operand> &rows, plan::HostArgument transfer);
  ir::Rearranges rearranges(RemoteBufferId buffer) const;
  /// Of a transfer with the host, if lightweight profiling records it.
  std::vector<std::uint32_t> recordedTiles(const ir::Operand &operand) const;

  const Input &input_;
  BlockFilters filters_;
  Transfers &transfers_;
  plan::Plan &plan_;
  std::vector<std::uint32_t> computeIndex_; ///< by ComputeSetId: position in usage.computeSets
  /// (position, status address): index into plan.computes.
  std::map<std::pair<std::uint32_t, plan::Address>, std::uint32_t> executes_;
  std::vector<bool> computeTaken_;
  std::unordered_map<const ir::ProgramNode *, std::uint32_t> uses_;
  StepOfNode steps_;
  std::unordered_map<const ir::ProgramNode *, plan::SequenceId> sequences_, bareSequences_;
  std::unordered_map<const ir::ProgramNode *, Step> implicitBlocks_;
  std::unordered_map<std::uint32_t, std::uint32_t> sites_; ///< by SiteId: index into plan.sites
};

} // namespace poplar_emu::compile
