// SPDX-License-Identifier: MIT
// Counts the exchange of a copy as if it was made, and keeps who takes part.
#include "compile/copies/CopyPlaces.hpp"

#include "compile/program/NestMoves.hpp"

namespace poplar_emu::compile {

CopyPlaces::CopyPlaces(const Input &input, const StorageMap &storage,
                       const std::vector<std::uint32_t> &ioTiles)
    : storage_(storage) {
  const ir::Machine &machine = input.graph.machine;
  if (machine.numIpus == 1 && ioTiles.empty()) return;
  noPlan_.ioTiles = ioTiles;
  counter_.emplace(machine, input.options.exchangeModel, Detail::Sums, noPlan_);
}

std::optional<CopyPlace> CopyPlaces::of(const ir::Copy &copy) {
  if (!counter_) return CopyPlace{};
  const NestMoves lowering(storage_, sizeInBytes(copy.source.type));
  for (const view::Nest &nest : view::joint(copy.source.view, copy.destination.view))
    lowering.count(nest, *counter_, sent_);
  sent_.flush(*counter_);
  plan::ExchangeSummary exchange = counter_->summary();
  if (exchange.interIpuBytes != 0) return std::nullopt;
  return CopyPlace{std::move(exchange.ipus), std::move(exchange.sides)};
}

} // namespace poplar_emu::compile
