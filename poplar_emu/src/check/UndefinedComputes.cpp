// SPDX-License-Identifier: MIT
// Supersteps on the shadow: gathers, vertices and scatters, tile by tile.
#include "check/UndefinedReads.hpp"

#include "plan/MoveWalk.hpp"
#include "plan/VertexPlace.hpp"
#include "support/Diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poplar_emu::check {

struct UndefinedReads::Work {
  const plan::ComputeStep &step;
  const plan::TileWork &work;
  Shadow &shadow;
  std::uint32_t replica;
};

void UndefinedReads::compute(const plan::ComputeStep &step) {
  // No two vertices touch what one of them writes, so any order of tiles tells the truth.
  for (std::uint32_t replica = 0; replica < shadows_.size(); ++replica)
    for (const plan::TileWork &work : step.work)
      runWork({step, work, shadows_[replica], replica});
  if (step.status != plan::kNoAddress) writeScalar(step.status, 1);
}

void UndefinedReads::runWork(const Work &work) {
  const auto copy = [&](std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
    work.shadow.copy(source, destination, bytes);
  };
  // Outputs are gathered too, so what is gathered may be undefined; what is read is not.
  plan::forEachPiece(work.step.gathers, work.work.gatherBegin, work.work.gatherEnd, copy);
  for (std::uint32_t b = work.work.batchBegin; b < work.work.batchEnd; ++b) {
    const plan::Batch &batch = work.step.batches[b];
    for (std::uint32_t i = 0; i < batch.count; ++i)
      checkVertex(work, batch, i);
  }
  plan::forEachPiece(work.step.scatters, work.work.scatterBegin, work.work.scatterEnd, copy);
}

void UndefinedReads::checkVertex(const Work &work, const plan::Batch &batch, std::uint32_t index) {
  const plan::VertexTypeUse &type = plan_.vertexTypes[batch.type];
  const plan::Address instance = batch.instances + std::uint64_t{index} * type.stride;
  const auto checkBounds = [&](plan::Address address, std::uint64_t bytes) {
    POPLAR_EMU_CHECK(address <= plan_.memory.bytes && bytes <= plan_.memory.bytes - address);
  };
  for (const plan::FieldUse &field : type.fields) {
    if (field.access == plan::FieldAccess::Write) continue;
    instances_.forEachOperand(instance, field, [&](plan::Address address, std::uint64_t bytes) {
      checkBounds(address, bytes);
      if (work.shadow.firstUndefined(address, bytes))
        report(work, batch, index, field, address, bytes);
    });
  }
  for (const plan::FieldUse &field : type.fields) {
    if (field.access == plan::FieldAccess::Read) continue;
    instances_.forEachOperand(instance, field, [&](plan::Address address, std::uint64_t bytes) {
      checkBounds(address, bytes);
      work.shadow.define(address, bytes);
    });
  }
}

void UndefinedReads::report(const Work &work, const plan::Batch &batch, std::uint32_t index,
                            const plan::FieldUse &field, plan::Address address,
                            std::uint64_t bytes) {
  ReadSummary summary(work.shadow);
  summary.add(address, bytes);
  std::string elements = names_.describe(summary.first(), summary.run());
  if (!names_.isVariable(summary.first())) {
    // A gathered operand: its elements are where they were gathered from.
    ReadSummary gathered(work.shadow);
    plan::forEachPiece(work.step.gathers, work.work.gatherBegin, work.work.gatherEnd,
                       [&](std::uint64_t source, std::uint64_t destination, std::uint64_t size) {
                         const std::uint64_t from = std::max(destination, summary.first());
                         const std::uint64_t to =
                             std::min(destination + size, summary.first() + summary.run());
                         if (from < to) gathered.add(source + (from - destination), to - from);
                       });
    if (gathered.undefined() != 0) elements = names_.describe(gathered.first(), gathered.run());
  }
  raiseUndefinedRead("a vertex of " + plan::computeSetName(work.step),
                     plan::describeVertex(plan_, work.step, batch, index, work.replica, field.name),
                     elements, summary);
}

} // namespace poplar_emu::check
