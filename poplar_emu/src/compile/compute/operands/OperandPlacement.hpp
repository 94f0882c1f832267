// SPDX-License-Identifier: MIT
// Decides for each operand of a vertex whether it is used where it lies or gathered into scratch.
#pragma once

#include "compile/ComputeLowering.hpp"
#include "compile/Pipeline.hpp"
#include "compile/compute/operands/GatherMoves.hpp"
#include "compile/compute/operands/Rearrangement.hpp"
#include "compile/compute/operands/RemoteParts.hpp"
#include "compile/compute/operands/SentParts.hpp"
#include "compile/exchange/ExchangeCounter.hpp"
#include "compile/moves/MoveListBuilder.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poplar_emu::compile {

/// One region list that a vertex wants as consecutive, aligned bytes.
struct OperandRequest {
  std::span<const ir::Region> regions;
  std::uint64_t numElements = 0;
  std::uint32_t elementBytes = 0;
  std::uint32_t align = 1;
  ir::Direction direction = ir::Direction::In;
  bool snapshot = false; ///< must not be used in place
};

/// Scratch of one step: the tiles of a chunk run one after the other on one thread and share one
/// range, so it stays in that core's cache. Chunks are apart by a cache line.
///
///     | chunk 0: tile 0, 1, 2 all start here | gap | chunk 1: ... | gap |
///
/// Equal regions wanted on one tile are gathered once. Regions that are written are filled with the
/// current contents before and scattered after.
class OperandPlacement {
 public:
  /// Addresses that an operand without elements points to.
  static constexpr plan::Address kEmptyOperand = 0;

  /// Code and details of exchanges go to `plan`.
  OperandPlacement(const Input &input, const StorageMap &storage, plan::Address scratch,
                   plan::Plan &plan);

  void beginStep();
  void beginTile(TileId tile);
  /// The tile's gathers and scatters stand in the lists: before, numGathers() does not count them.
  void endTile();
  void endChunk();
  /// The step's exchange, its gathers and scatters; the object is ready for the next step.
  plan::ExchangeSummary endStep(plan::MoveList &gathers, plan::MoveList &scatters);

  plan::Address place(const OperandRequest &request);

  /// What each tile of the step keeps of others' data, by tile; read before the next step begins.
  const std::vector<OperandBuffer> &buffers() const { return buffers_; }
  std::uint32_t numGathers() const { return gathers_.numMoves(); }
  std::uint32_t numScatters() const { return scatters_.numMoves(); }
  /// End of the scratch that any step so far uses.
  plan::Address scratchEnd() const { return highWater_; }

 private:
  struct Gathered {
    std::uint64_t hash;
    std::uint32_t firstKey, numKeys;
    plan::Address address;
    bool scattered;
  };

  bool countExchange(const OperandRequest &request);
  void countReceived(std::span<const ir::Region> regions);
  void countRearrangement(const OperandRequest &request);
  void keepBuffer();
  plan::Address gather(const OperandRequest &request);
  Gathered *find(const OperandRequest &request, std::uint64_t hash);
  plan::Address allocate(std::uint64_t bytes, std::uint32_t align);

  const StorageMap &storage_;
  const Exchange mode_;
  const plan::Address scratch_;
  RemoteParts remoteParts_;
  Rearrangement rearrangement_;
  SeenOperands seen_, seenInStep_, rearranged_;
  SentParts sent_;
  ExchangeCounter counter_;
  MoveListBuilder gathers_, scatters_;
  PackedRuns toGather_, toScatter_; ///< of the tile

  TileId tile_;
  std::vector<OperandBuffer> buffers_; ///< of the step's tiles so far
  plan::Address chunkBegin_ = 0, chunkEnd_ = 0, tileEnd_ = 0, highWater_ = 0;
  std::vector<Gathered> gathered_;   ///< of the tile
  std::vector<std::uint32_t> slots_; ///< hash table of indices into gathered_, plus 1
  std::vector<std::uint32_t> usedSlots_;
  std::vector<ir::Region> keys_;
  std::vector<ByteRun> runs_; ///< of the request at hand, if translated
  std::vector<RemoteParts::Part> parts_;
};

} // namespace poplar_emu::compile
