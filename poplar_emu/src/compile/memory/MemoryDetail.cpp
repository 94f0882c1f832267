// SPDX-License-Identifier: MIT
// Gathers what lies on a tile, places it, and writes it down.
#include "compile/memory/MemoryDetail.hpp"

#include "compile/memory/MemorySteps.hpp"
#include "compile/memory/Placement.hpp"

#include <algorithm>

namespace poplar_emu::compile {
namespace {

/// What the fields that a variable is connected to ask for.
struct Wish {
  std::uint32_t align = 8; ///< loads and stores of 64 bits
  bool interleaved = false;
};

/// Bytes of a variable on one tile.
struct Part {
  std::uint32_t variable = 0;
  std::uint64_t bytes = 0;
};

bool isCode(MemoryCategory category) {
  switch (category) {
  case MemoryCategory::VertexCode:
  case MemoryCategory::ControlCode:
  case MemoryCategory::InternalExchangeCode:
  case MemoryCategory::GlobalExchangeCode:
  case MemoryCategory::HostExchangeCode:
    return true;
  default:
    return false;
  }
}

/// Whether the places go into the plan.
enum class Keep { No, Yes };

class TilePlacer {
 public:
  TilePlacer(const Input &input, const Usage &usage, const StorageMap &storage,
             const MemoryCount &count, plan::TileMemory &memory)
      : input_(input), usage_(usage), storage_(storage), count_(count), memory_(memory),
        onTile_(memory.tiles.size()), hulls_(input.graph.variables.size()),
        wishes_(input.graph.variables.size()), buffersOn_(memory.tiles.size()) {
    findWishes();
    for (const LiveRange &range : count.liveness.ranges) {
      auto &[first, last] = hulls_[range.variable.index()];
      first = std::min(first, range.first);
      last = std::max(last, range.last);
    }
  }

  /// The parts of variables and the buffers of all tiles, or of one.
  void gather(std::size_t firstTile, std::size_t endTile);
  void place(std::size_t tile, Keep keep);

 private:
  struct Hull {
    Position first = ~Position{0}, last = 0;
  };
  struct Buffer {
    std::uint64_t bytes = 0;
    Hull hull;
  };

  void findWishes();

  const Input &input_;
  const Usage &usage_;
  const StorageMap &storage_;
  const MemoryCount &count_;
  plan::TileMemory &memory_;
  std::vector<std::vector<Part>> onTile_;
  std::vector<Hull> hulls_; ///< of variables: all their ranges, since they have one address
  std::vector<Wish> wishes_;
  std::vector<std::vector<Buffer>> buffersOn_; ///< by tile
};

void TilePlacer::findWishes() {
  const ir::VertexTable &table = input_.graph.vertexTable;
  for (const ComputeSetId id : usage_.computeSets)
    for (const VertexId vertex : input_.graph.computeSets[id.index()].vertices) {
      const ir::VertexType &type = input_.types.type(table[vertex].type);
      table.forEachEdge(vertex, [&](const ir::Edge &edge) {
        const ir::FieldInfo &field = type.fields[edge.field];
        for (std::uint32_t r = 0; r < edge.numRegions; ++r) {
          Wish &wish = wishes_[table.regions[edge.firstRegion + r].variable.index()];
          wish.align = std::max(wish.align, field.minAlign);
          wish.interleaved = wish.interleaved || field.interleaved;
        }
      });
    }
}

void TilePlacer::gather(std::size_t firstTile, std::size_t endTile) {
  for (std::size_t v = 0; v < usage_.variables.size(); ++v) {
    if (!usage_.variables[v]) continue;
    const StorageMap::Layout &layout = storage_.layout(VariableId(v));
    for (const StorageMap::TileSpan &span : layout.spans) {
      const std::size_t tile = span.tile.index();
      if (tile < firstTile || tile >= endTile) continue;
      std::vector<Part> &parts = onTile_[tile];
      if (parts.empty() || parts.back().variable != v)
        parts.push_back({static_cast<std::uint32_t>(v), 0});
      parts.back().bytes += (span.end - span.begin) * layout.width;
    }
  }
  if (count_.buffers.empty()) return;
  std::vector<Hull> executed(count_.buffers.size());
  for (const Execution &execution : count_.liveness.executions) {
    Hull &hull = executed[execution.computeSet.index()];
    hull.first = std::min(hull.first, execution.position);
    hull.last = std::max(hull.last, execution.position);
  }
  for (std::size_t c = 0; c < count_.buffers.size(); ++c)
    for (const OperandBuffer &buffer : count_.buffers[c])
      if (buffer.tile.index() >= firstTile && buffer.tile.index() < endTile)
        buffersOn_[buffer.tile.index()].push_back({buffer.bytes, executed[c]});
}

void TilePlacer::place(std::size_t tile, Keep keep) {
  plan::TileBytes &bytes = memory_.tiles[tile];
  std::vector<MemoryPiece> pieces;
  std::vector<plan::PlacedMemory> placed;
  const auto add = [&](std::uint64_t size, MemoryCategory category, const Wish &wish, Region region,
                       bool alwaysLive, const Hull &hull, std::uint32_t variable) {
    pieces.push_back({size, wish.align, region, alwaysLive, hull.first, hull.last, 0});
    placed.push_back({variable, static_cast<std::uint32_t>(tile), 0, size, category, alwaysLive,
                      alwaysLive ? 0 : hull.first, alwaysLive ? 0 : hull.last});
  };
  for (std::size_t c = 0; c < kNumMemoryCategories; ++c) {
    const auto category = static_cast<MemoryCategory>(c);
    if (bytes.bytes[c] == 0 || category == MemoryCategory::Variable ||
        category == MemoryCategory::Constant || category == MemoryCategory::Rearrangement)
      continue;
    add(bytes.bytes[c], category, {}, isCode(category) ? Region::Executable : Region::Anywhere,
        true, {}, plan::kNone);
  }
  for (const Part &part : onTile_[tile]) {
    const ir::Variable &variable = input_.graph.variables[part.variable];
    const Wish &wish = wishes_[part.variable];
    const bool alwaysLive = count_.liveness.alwaysLive[part.variable];
    const Hull &hull = hulls_[part.variable];
    if (!alwaysLive && hull.first > hull.last) continue; // no program uses it
    add(part.bytes, variable.isConstant() ? MemoryCategory::Constant : MemoryCategory::Variable,
        wish, wish.interleaved ? Region::Interleaved : Region::Anywhere, alwaysLive, hull,
        part.variable);
  }
  for (const Buffer &buffer : buffersOn_[tile])
    add(buffer.bytes, MemoryCategory::Rearrangement, {}, Region::Anywhere, false, buffer.hull,
        plan::kNone);

  const std::uint64_t end = placePieces(pieces, input_.options.interleavedFrom);
  bytes.gaps = end - bytes.excludingGaps();
  if (keep == Keep::No) return;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    placed[i].offset = pieces[i].offset;
  std::sort(placed.begin(), placed.end(),
            [](const plan::PlacedMemory &a, const plan::PlacedMemory &b) {
              return std::pair(a.offset, a.firstStep) < std::pair(b.offset, b.firstStep);
            });
  memory_.placed.insert(memory_.placed.end(), placed.begin(), placed.end());
}

} // namespace

std::size_t fullestTile(const plan::TileMemory &memory) {
  return static_cast<std::size_t>(
      std::max_element(memory.tiles.begin(), memory.tiles.end(),
                       [](const plan::TileBytes &a, const plan::TileBytes &b) {
                         return a.excludingGaps() < b.excludingGaps();
                       }) -
      memory.tiles.begin());
}

void addMemoryDetail(const Input &input, const Usage &usage, const StorageMap &storage,
                     const MemoryCount &count, const StepOfNode &steps, plan::Plan &plan) {
  plan::TileMemory &memory = plan.tileMemory;
  if (plan.memory.variables.empty()) plan.memory.variables = storage.storage();
  addMemorySteps(input, storage, count, steps, memory);

  TilePlacer placer(input, usage, storage, count, memory);
  const std::size_t fullest = fullestTile(memory);
  if (input.options.memoryDetail == MemoryDetail::Totals) {
    placer.gather(fullest, fullest + 1);
    placer.place(fullest, Keep::Yes);
    return;
  }
  placer.gather(0, memory.tiles.size());
  const bool all = input.options.memoryDetail == MemoryDetail::AllTiles;
  for (std::size_t t = 0; t < memory.tiles.size(); ++t)
    placer.place(t, all || t == fullest ? Keep::Yes : Keep::No);
}

} // namespace poplar_emu::compile
