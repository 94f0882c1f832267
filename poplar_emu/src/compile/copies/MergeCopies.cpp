// SPDX-License-Identifier: MIT
// Rewrites program trees from the leaves up, each shared node once.
#include "compile/copies/MergeCopies.hpp"

#include "compile/ProgramVisit.hpp"
#include "compile/copies/CopyPlaces.hpp"
#include "compile/copies/Footprint.hpp"
#include "compile/program/BlockFilters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

namespace poplar_emu::compile {
namespace {

using ir::ProgramNode;
using ir::ProgramRef;

const ir::Copy *copyOf(const ProgramRef &program) {
  return program ? std::get_if<ir::Copy>(&program->payload) : nullptr;
}

std::uint64_t bytesOf(const ir::Copy &copy) {
  return copy.source.view.numElements() * sizeInBytes(copy.source.type);
}

/// "north, south": no more than four names, each once.
std::string joinedName(const std::vector<ProgramRef> &copies) {
  constexpr std::size_t kMostNames = 4;
  std::vector<std::string> names;
  std::size_t others = 0;
  for (const ProgramRef &copy : copies) {
    if (copy->name.empty() || std::find(names.begin(), names.end(), copy->name) != names.end())
      continue;
    if (names.size() < kMostNames)
      names.push_back(copy->name);
    else
      ++others;
  }
  std::string joined = fmt::format("{}", fmt::join(names, ", "));
  if (others != 0) joined += fmt::format(" and {} more", others);
  return joined;
}

/// Calls f(ir::ProgramRef &) for each program below the node, as forEachChild does.
template <class F>
void replaceChildren(ProgramNode &node, F &&f) {
  std::visit(Overloaded{
                 [&](ir::Sequence &p) { std::for_each(p.steps.begin(), p.steps.end(), f); },
                 [&](ir::Repeat &p) { f(p.body); },
                 [&](ir::RepeatWhile &p) {
                   f(p.condition);
                   f(p.body);
                 },
                 [&](ir::Loop &p) { f(p.body); },
                 [&](ir::If &p) {
                   f(p.thenBranch);
                   f(p.elseBranch);
                 },
                 [&](ir::Switch &p) {
                   for (auto &[value, body] : p.cases)
                     f(body);
                   f(p.defaultCase);
                 },
                 [&](ir::Block &p) { f(p.body); },
                 [&](ir::Collective &p) { f(p.body); },
                 [](auto &) {},
             },
             node.payload);
}

class Merger {
 public:
  Merger(const Input &input, const StorageMap &storage, const std::vector<std::uint32_t> &ioTiles)
      : input_(input), filters_(input.options), places_(input, storage, ioTiles) {}

  void countUses(const ProgramRef &program) {
    if (!program || uses_[program.get()]++ > 0) return;
    forEachChild(*program, [this](const ProgramRef &child) { countUses(child); });
  }

  ProgramRef rewritten(const ProgramRef &program) {
    if (!program) return program;
    const auto known = rewritten_.find(program.get());
    if (known != rewritten_.end()) return known->second;
    ProgramRef result = std::holds_alternative<ir::Sequence>(program->payload)
                            ? rewrittenSequence(program)
                            : rewrittenOther(program);
    rewritten_.emplace(program.get(), result);
    return result;
  }

  bool joinsAny() const { return !joined_.empty(); }

 private:
  ProgramRef rewrittenOther(const ProgramRef &program) {
    bool changes = false;
    forEachChild(*program, [&](const ProgramRef &child) { changes |= rewritten(child) != child; });
    if (!changes) return program;
    auto node = std::make_shared<ProgramNode>(*program);
    replaceChildren(*node, [this](ProgramRef &child) { child = rewritten(child); });
    return node;
  }

  ProgramRef rewrittenSequence(const ProgramRef &program) {
    const auto &given = std::get<ir::Sequence>(program->payload).steps;
    std::vector<ProgramRef> flat, steps;
    flatten(given, flat);
    Run run;
    for (const ProgramRef &step : flat) {
      const ir::Copy *copy = filters_.encloses(step, input_.graph) ? nullptr : copyOf(step);
      if (copy && joins(*copy, run)) {
        run.copies.push_back(step);
        continue;
      }
      end(run, steps);
      if (copy)
        start(step, run);
      else
        steps.push_back(rewritten(step));
    }
    end(run, steps);
    if (steps == given) return program;
    auto node = std::make_shared<ProgramNode>(*program);
    node->payload = ir::Sequence{std::move(steps)};
    return node;
  }

  /// Sequences that only this one uses are nothing but a part of it.
  void flatten(const std::vector<ProgramRef> &steps, std::vector<ProgramRef> &into) {
    for (const ProgramRef &step : steps) {
      if (!step) continue;
      const auto *sequence = std::get_if<ir::Sequence>(&step->payload);
      if (sequence && uses_[step.get()] < 2 && !filters_.encloses(step, input_.graph))
        flatten(sequence->steps, into);
      else
        into.push_back(step);
    }
  }

  /// Copies that are executed together.
  struct Run {
    std::vector<ProgramRef> copies;
    std::uint64_t bytes = 0;
    bool open = false;              ///< the first copy may be joined
    std::optional<CopyPlace> place; ///< known from the second copy on
  };

  void start(const ProgramRef &copy, Run &run) {
    run.copies = {copy};
    run.bytes = bytesOf(*copyOf(copy));
    run.open = run.bytes <= input_.options.maxMergedBytes;
  }

  bool joins(const ir::Copy &copy, Run &run) {
    if (!run.open || bytesOf(copy) > input_.options.maxMergedBytes - run.bytes) return false;
    if (!run.place) {
      const ir::Copy &first = *copyOf(run.copies.front());
      run.place = places_.of(first);
      run.open = run.place.has_value();
      if (!run.open) return false;
      footprint_.add(first);
    }
    if (places_.of(copy) != run.place || footprint_.conflictsWith(copy)) return false;
    footprint_.add(copy);
    run.bytes += bytesOf(copy);
    return true;
  }

  void end(Run &run, std::vector<ProgramRef> &steps) {
    if (!run.copies.empty()) steps.push_back(joined(run.copies));
    footprint_.reset();
    run = {};
  }

  ProgramRef joined(const std::vector<ProgramRef> &copies) {
    if (copies.size() == 1) return copies.front();
    std::vector<const ProgramNode *> key;
    for (const ProgramRef &copy : copies)
      key.push_back(copy.get());
    ProgramRef &known = joined_[std::move(key)];
    if (known) return known;
    auto node = std::make_shared<ProgramNode>(*copies.front());
    auto &all = std::get<ir::Copy>(node->payload);
    for (const ProgramRef &copy : std::span(copies).subspan(1))
      all.joined.emplace_back(copyOf(copy)->source, copyOf(copy)->destination);
    node->name = joinedName(copies);
    return known = std::move(node);
  }

  const Input &input_;
  BlockFilters filters_;
  CopyPlaces places_;
  Footprint footprint_; ///< of the run at hand
  std::unordered_map<const ProgramNode *, std::uint32_t> uses_;
  std::unordered_map<const ProgramNode *, ProgramRef> rewritten_;
  std::map<std::vector<const ProgramNode *>, ProgramRef> joined_;
};

} // namespace

std::optional<Input> mergeCopies(const Input &input, const Usage &usage, const StorageMap &storage,
                                 const std::vector<std::uint32_t> &ioTiles) {
  if (input.options.maxMergedBytes == 0) return std::nullopt;
  Input merged = input;
  Merger merger(input, storage, ioTiles);
  for (const ProgramRef &program : input.programs)
    merger.countUses(program);
  for (const FunctionId function : usage.functions)
    merger.countUses(bodyOf(input, function));
  for (ProgramRef &program : merged.programs)
    program = merger.rewritten(program);
  merged.functionBodies.resize(input.graph.functions.size());
  for (const FunctionId function : usage.functions)
    merged.functionBodies[function.index()] = merger.rewritten(bodyOf(input, function));
  if (!merger.joinsAny()) return std::nullopt;
  return merged;
}

} // namespace poplar_emu::compile
