// SPDX-License-Identifier: MIT
// Sequences, loops and branches.
#include "compile/program/ProgramLowerer.hpp"

#include "compile/ProgramVisit.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <bit>

namespace poplar_emu::compile {
namespace {

/// A sequence that several programs share is copied into them up to this length, and called beyond.
constexpr std::size_t kInlineSteps = 8;

} // namespace

ProgramLowerer::ProgramLowerer(const Input &input, const Usage &usage, Transfers &transfers,
                               plan::Plan &plan)
    : input_(input), filters_(input.options), transfers_(transfers), plan_(plan),
      computeIndex_(input.graph.computeSets.size(), plan::kNone),
      computeTaken_(usage.computeSets.size()) {
  POPLAR_EMU_CHECK(plan.computes.size() == usage.computeSets.size());
  for (std::uint32_t i = 0; i < usage.computeSets.size(); ++i)
    computeIndex_[usage.computeSets[i].index()] = i;
  for (const ir::ProgramRef &program : input.programs)
    countUses(program);
  for (const FunctionId function : usage.functions)
    countUses(bodyOf(input, function));
}

void ProgramLowerer::countUses(const ir::ProgramRef &program) {
  if (!program || uses_[program.get()]++ > 0) return;
  forEachChild(*program, [this](const ir::ProgramRef &child) { countUses(child); });
}

plan::SequenceId ProgramLowerer::sequenceOf(const ir::ProgramRef &program) {
  if (!filters_.encloses(program, input_.graph)) return bareSequenceOf(program);
  const auto known = sequences_.find(program.get());
  if (known != sequences_.end()) return known->second;
  plan::Sequence sequence;
  sequence.steps.push_back(implicitBlock(program));
  const plan::SequenceId id(plan_.sequences.size());
  plan_.sequences.push_back(std::move(sequence));
  sequences_.emplace(program.get(), id);
  return id;
}

plan::Step ProgramLowerer::implicitBlock(const ir::ProgramRef &program) {
  const auto known = implicitBlocks_.find(program.get());
  if (known != implicitBlocks_.end()) return known->second;
  const plan::SequenceId body = bareSequenceOf(program);
  const Step step{plan::StepKind::Block,
                  addRow(plan_.blocks, plan::BlockStep{nameOf(*program, input_.graph), body, true}),
                  siteIndex(program->site)};
  implicitBlocks_.emplace(program.get(), step);
  return step;
}

plan::SequenceId ProgramLowerer::bareSequenceOf(const ir::ProgramRef &program) {
  const auto known = bareSequences_.find(program.get());
  if (known != bareSequences_.end()) return known->second;
  plan::Sequence sequence;
  if (program) {
    sequence.name = program->name;
    if (const auto *children = std::get_if<ir::Sequence>(&program->payload))
      for (const ir::ProgramRef &child : children->steps)
        append(child, sequence.steps);
    else
      appendBare(program, sequence.steps);
  }
  const plan::SequenceId id(plan_.sequences.size());
  plan_.sequences.push_back(std::move(sequence));
  bareSequences_.emplace(program.get(), id);
  return id;
}

void ProgramLowerer::append(const ir::ProgramRef &program, std::vector<Step> &steps) {
  if (filters_.encloses(program, input_.graph))
    steps.push_back(implicitBlock(program));
  else
    appendBare(program, steps);
}

void ProgramLowerer::appendBare(const ir::ProgramRef &program, std::vector<Step> &steps) {
  if (!program) return;
  const auto *sequence = std::get_if<ir::Sequence>(&program->payload);
  if (!sequence) {
    if (const std::optional<Step> step = stepOf(*program)) steps.push_back(*step);
    return;
  }
  if (uses_[program.get()] < 2) {
    for (const ir::ProgramRef &child : sequence->steps)
      append(child, steps);
    return;
  }
  const std::vector<Step> &shared = plan_.sequences[bareSequenceOf(program).index()].steps;
  if (shared.size() <= kInlineSteps) {
    steps.insert(steps.end(), shared.begin(), shared.end());
  } else if (const std::optional<Step> step = stepOf(*program)) {
    steps.push_back(*step);
  }
}

std::optional<plan::Step> ProgramLowerer::stepOf(const ir::ProgramNode &node) {
  const auto known = steps_.find(&node);
  if (known != steps_.end()) return known->second;
  std::optional<Step> step =
      std::visit([&](const auto &payload) { return lower(node, payload); }, node.payload);
  if (step) step->site = siteIndex(node.site);
  steps_.emplace(&node, step);
  return step;
}

std::uint32_t ProgramLowerer::siteIndex(SiteId site) {
  if (!site.valid()) return plan::kNone;
  const auto [entry, isNew] = sites_.try_emplace(site.value, 0);
  if (isNew) entry->second = addRow(plan_.sites, describe(site));
  return entry->second;
}

/// Reached only for a shared sequence, which is in the table already.
std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &node, const ir::Sequence &) {
  return Step{plan::StepKind::Call, addRow(plan_.calls, plan::CallStep{bareSequences_.at(&node)})};
}

std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::Repeat &repeat) {
  const plan::SequenceId body = sequenceOf(repeat.body);
  if (repeat.count == 0 || plan_.sequences[body.index()].steps.empty()) return std::nullopt;
  return Step{plan::StepKind::Repeat, addRow(plan_.repeats, plan::RepeatStep{repeat.count, body})};
}

std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                                const ir::RepeatWhile &loop) {
  const plan::SequenceId condition = sequenceOf(loop.condition);
  const plan::SequenceId body = sequenceOf(loop.body);
  return Step{
      plan::StepKind::RepeatWhile,
      addRow(plan_.repeatWhiles, plan::RepeatWhileStep{condition, transfers_.scalar(loop.predicate),
                                                       loop.continueOn, body, node.name})};
}

std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::Loop &loop) {
  const plan::SequenceId body = sequenceOf(loop.body);
  return Step{plan::StepKind::Loop, addRow(plan_.loops, plan::LoopStep{body})};
}

std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &node, const ir::If &branch) {
  const plan::SequenceId thenBranch = sequenceOf(branch.thenBranch);
  const plan::SequenceId elseBranch = sequenceOf(branch.elseBranch);
  return Step{plan::StepKind::If,
              addRow(plan_.ifs, plan::IfStep{transfers_.scalar(branch.predicate), thenBranch,
                                             elseBranch, node.name})};
}

std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                                const ir::Switch &choice) {
  plan::SwitchStep step;
  step.name = node.name;
  step.control = transfers_.scalar(choice.control);
  for (const auto &[value, body] : choice.cases)
    step.cases.emplace_back(value, sequenceOf(body));
  std::sort(step.cases.begin(), step.cases.end());
  switch (choice.onDefault) {
  case ir::SwitchDefault::Program:
    step.onDefault = plan::SwitchDefault::Sequence;
    step.defaultCase = sequenceOf(choice.defaultCase);
    break;
  case ir::SwitchDefault::Error:
    step.onDefault = plan::SwitchDefault::Error;
    break;
  case ir::SwitchDefault::Unreachable:
    step.onDefault = plan::SwitchDefault::Unreachable;
    break;
  }
  return Step{plan::StepKind::Switch, addRow(plan_.switches, std::move(step))};
}

std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::Call &call) {
  const plan::SequenceId body = sequenceOf(bodyOf(input_, call.function));
  if (plan_.sequences[body.index()].steps.empty()) return std::nullopt;
  return Step{plan::StepKind::Call, addRow(plan_.calls, plan::CallStep{body})};
}

std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                                const ir::Block &block) {
  const plan::SequenceId body = sequenceOf(block.body);
  return Step{plan::StepKind::Block,
              addRow(plan_.blocks, plan::BlockStep{node.name, body, filters_.records(node.name)})};
}

/// Where the pass is not wanted, or not the same, the steps are executed.
std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &node,
                                                const ir::Collective &collective) {
  const plan::SequenceId steps = sequenceOf(collective.body);
  std::optional<std::vector<plan::MoveList>> moves;
  if (!input_.options.executesCollectiveSteps) moves = transfers_.collective(collective);
  if (!moves)
    return Step{plan::StepKind::Block, addRow(plan_.blocks, plan::BlockStep{node.name, steps})};
  plan::CollectiveStep step;
  step.name = node.name;
  step.steps = steps;
  step.form = collective.form;
  step.combine = collective.combine;
  step.type = collective.source.type;
  step.scaleBits = std::bit_cast<std::uint32_t>(collective.scale);
  step.staged = input_.options.exchange == Exchange::Copy;
  step.groups = collective.groups;
  for (std::size_t i = 0; i < moves->size(); ++i)
    step.pieces.push_back(
        {std::move((*moves)[i]), collective.pieces[i].chains, collective.pieces[i].receivers});
  return Step{plan::StepKind::Collective, addRow(plan_.collectives, std::move(step))};
}

std::optional<plan::Step> ProgramLowerer::lower(const ir::ProgramNode &, const ir::Sync &sync) {
  return Step{plan::StepKind::Sync,
              addRow(plan_.syncs, plan::SyncStep{static_cast<std::uint8_t>(sync.kind)})};
}

} // namespace poplar_emu::compile
