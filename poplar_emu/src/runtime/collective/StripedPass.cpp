// SPDX-License-Identifier: MIT
// Stripe after stripe, step after step.
#include "runtime/collective/StripedPass.hpp"

#include "support/Diagnostic.hpp"

namespace poplar_emu::runtime {

void StripedPass::run(const plan::BlockStep &block) {
  pool_.forEachChunk(block.stripes, [&](std::uint32_t stripe) {
    for (const plan::Step &step : plan_.sequences[block.body.index()].steps)
      runStripe(step, stripe);
  });
}

void StripedPass::runStripe(const plan::Step &step, std::uint32_t stripe) {
  switch (step.kind) {
  case plan::StepKind::Compute:
    return compute_.runStripe(step.payload, stripe);
  case plan::StepKind::Copy:
    return move(plan_.copies[step.payload].phases.front(), stripe, replicas_.within());
  case plan::StepKind::CrossReplicaCopy: {
    const plan::CrossReplicaCopyStep &copy = plan_.crossReplicaCopies[step.payload];
    return move(copy.moves, stripe, replicas_.across(copy.sourceToDestination));
  }
  default:
    POPLAR_EMU_CHECK(false);
  }
}

void StripedPass::move(const plan::MoveList &list, std::uint32_t stripe,
                       std::span<const MoveBases> bases) {
  for (const MoveBases &replica : bases)
    executeMoves(list, list.chunks[stripe], list.chunks[stripe + 1], replica, Stores::Cached);
}

} // namespace poplar_emu::runtime
