// SPDX-License-Identifier: MIT
// A plan with a stream, an exchange, a loop and a copy, and records of its steps.
#pragma once

#include "plan/Plan.hpp"
#include "plan/RunObserver.hpp"

namespace poplar_emu::profile::test {

/// read 'in'; repeat 3 { compute 'add' with remote operands; copy 'back' within tiles }; the same
/// compute once more. Two IPUs of two tiles.
inline plan::Plan smallPlan() {
  plan::Plan plan;
  plan.machine = {2, 2, 6, 1, 1024};
  plan.vertexTypes.push_back({"Add", 16, false, false, {}});
  plan.streams.push_back({"in"});
  plan.streamSteps.emplace_back().bytes = 64;

  plan::ComputeStep &add = plan.computes.emplace_back();
  add.name = "add";
  add.activeTiles = 2;
  add.vertices.resize(3);
  add.batches.push_back({0, 3, 0, TileId(1), 0});
  add.tileCycles = 100;
  add.threadCycles = 40;
  add.typeEstimates.push_back({0, 40});
  add.exchange.totalBytes = 32;
  plan.copies.emplace_back().name = "back";

  plan.sites = {"a.cpp:1", "a.cpp:2", "a.cpp:3"};
  plan.sequences.resize(2);
  plan.repeats.push_back({3, plan::SequenceId(1)});
  plan.sequences[0].name = "main";
  plan.sequences[0].steps = {{plan::StepKind::StreamRead, 0, 0},
                             {plan::StepKind::Repeat, 0, 1},
                             {plan::StepKind::Compute, 0, 2}};
  plan.sequences[1].steps = {{plan::StepKind::Compute, 0, 2}, {plan::StepKind::Copy, 0, 2}};
  plan.programs = {plan::SequenceId(0)};
  return plan;
}

inline plan::StepRecord record(plan::StepKind kind, const CycleParts &parts, std::uint64_t begin) {
  plan::StepRecord record;
  record.kind = kind;
  record.parts = parts;
  record.cycles = parts.total();
  record.begin = begin;
  return record;
}

/// Order: compute, exchange, globalExchange, host, sync, control.
inline const CycleParts kReadParts{0, 5, 0, 20, 30, 0};
inline const CycleParts kAddParts{60, 10, 0, 0, 7, 0};
inline const CycleParts kBackParts{4, 0, 0, 0, 7, 0};

} // namespace poplar_emu::profile::test
