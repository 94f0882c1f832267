// SPDX-License-Identifier: MIT
// Seeds, reads and writes the states of tiles.
#include "runtime/compute/TileStates.hpp"

#include "support/Diagnostic.hpp"

#include <algorithm>
#include <cstring>

namespace poplar_emu::runtime {

TileStates::TileStates(const plan::Plan &plan, const StaticsCode &statics,
                       const RuntimeSettings &settings, const Replicas &replicas)
    : staticsCode_(&statics), firstReplica_(replicas.first()), numReplicas_(replicas.count()),
      numTiles_(plan.machine.numIpus * plan.machine.tilesPerIpu),
      numWorkers_(plan.machine.numWorkers), seed_(settings.prngSeed),
      initialFpState_(settings.initialFpState),
      usesPrng_(!plan.hwSeeds.empty() ||
                std::any_of(plan.vertexTypes.begin(), plan.vertexTypes.end(),
                            [](const plan::VertexTypeUse &type) { return type.usesContext; })) {}

void TileStates::load() {
  const std::size_t numTiles = static_cast<std::size_t>(numReplicas_) * numTiles_;
  fp_.assign(numTiles, initialFpState_);
  mayTrap_ = (initialFpState_ & kFpExceptionBits) != 0;
  statics_.clear();
  if (staticsCode_->bytes != 0) {
    POPLAR_EMU_CHECK(staticsCode_->alignment <= 64);
    statics_.resize(numTiles);
  }
  if (!usesPrng_) return;
  prng_.resize(numTiles * numWorkers_);
  std::size_t next = 0;
  for (std::uint32_t replica = 0; replica < numReplicas_; ++replica)
    for (std::uint32_t tile = 0; tile < numTiles_; ++tile)
      for (std::uint32_t worker = 0; worker < numWorkers_; ++worker)
        poplar_emu_seedPrng(&prng_[next++], seed_, firstReplica_ + replica, tile, worker);
}

void *TileStates::statics(std::uint32_t replica, TileId tile) {
  if (statics_.empty()) return nullptr;
  HostBuffer &image = statics_[index(replica, tile)];
  if (!image) {
    image = HostBuffer(staticsCode_->bytes);
    staticsCode_->initialise(image.data());
  }
  return image.data();
}

void TileStates::setFpState(std::uint32_t replica, TileId tile, std::uint32_t bits) {
  fp_[index(replica, tile)] = bits;
  if ((bits & kFpExceptionBits) != 0) mayTrap_ = true;
}

void TileStates::readSeeds(std::uint32_t replica, std::span<const TileId> tiles,
                           std::uint32_t *words) const {
  static_assert(sizeof(PrngState) == 16);
  const std::size_t tileBytes = sizeof(PrngState) * numWorkers_;
  auto *out = reinterpret_cast<std::byte *>(words);
  for (const TileId tile : tiles) {
    std::memcpy(out, &prng_[index(replica, tile) * numWorkers_], tileBytes);
    out += tileBytes;
  }
}

void TileStates::writeSeeds(std::uint32_t replica, std::span<const TileId> tiles,
                            const std::uint32_t *words) {
  const std::size_t tileBytes = sizeof(PrngState) * numWorkers_;
  const auto *in = reinterpret_cast<const std::byte *>(words);
  for (const TileId tile : tiles) {
    PrngState *states = &prng_[index(replica, tile) * numWorkers_];
    std::memcpy(states, in, tileBytes);
    in += tileBytes;
    // The generator never leaves the state of all zeros.
    for (std::uint32_t worker = 0; worker < numWorkers_; ++worker)
      if ((states[worker].s[0] | states[worker].s[1]) == 0) states[worker].s[1] = 1;
  }
}

} // namespace poplar_emu::runtime
