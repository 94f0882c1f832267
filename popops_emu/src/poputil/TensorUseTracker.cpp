// SPDX-License-Identifier: MIT
// Which tiles use which elements, and one owner for each.
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace poputil {

using poplar::Graph;
using poplar::Interval;
using poplar::Tensor;
using poplar::VariableRef;
using Regions = std::vector<Interval>;
using Tiles = std::vector<unsigned>;

namespace {

struct Use {
  Interval elements;
  unsigned tile;
};

/// Elements with the same set of users.
using UsersOfRegions = std::map<Tiles, Regions>;

UsersOfRegions groupByUsers(const std::vector<Use> &uses) {
  struct Event {
    std::size_t at;
    unsigned tile;
    bool begins;
  };
  std::vector<Event> events;
  for (const Use &use : uses) {
    events.push_back({use.elements.begin(), use.tile, true});
    events.push_back({use.elements.end(), use.tile, false});
  }
  std::sort(events.begin(), events.end(),
            [](const Event &a, const Event &b) { return a.at < b.at; });
  UsersOfRegions groups;
  std::multiset<unsigned> active;
  std::size_t position = 0;
  for (std::size_t i = 0; i < events.size();) {
    const std::size_t at = events[i].at;
    if (!active.empty() && position < at) {
      Tiles users;
      for (auto it = active.begin(); it != active.end(); it = active.upper_bound(*it))
        users.push_back(*it);
      groups[users].emplace_back(position, at);
    }
    for (; i < events.size() && events[i].at == at; ++i) {
      if (events[i].begins)
        active.insert(events[i].tile);
      else
        active.erase(active.find(events[i].tile));
    }
    position = at;
  }
  return groups;
}

/// Elements of [0, size) without a user go to the user before them, or else to the one after.
void extendToAll(std::vector<Use> &owned, std::size_t size) {
  if (owned.empty()) return;
  std::sort(owned.begin(), owned.end(),
            [](const Use &a, const Use &b) { return a.elements.begin() < b.elements.begin(); });
  std::size_t begin = 0;
  for (std::size_t i = 0; i < owned.size(); ++i) {
    Interval &elements = owned[i].elements;
    const std::size_t end = i + 1 < owned.size() ? owned[i + 1].elements.begin() : size;
    elements = Interval(i == 0 ? begin : elements.begin(), end);
  }
}

} // namespace

struct TensorUseTracker::State {
  unsigned numTiles, startTile;
  bool ascending;
  std::map<VariableRef, std::vector<Use>> uses;

  /// Users in the order in which they take turns.
  Tiles inTurn(Tiles users) const {
    std::sort(users.begin(), users.end(), [this](unsigned a, unsigned b) {
      return invTransformTileIndex(a, numTiles, startTile, ascending) <
             invTransformTileIndex(b, numTiles, startTile, ascending);
    });
    return users;
  }
};

TensorUseTracker::TensorUseTracker(unsigned numTiles, unsigned startTile,
                                   bool ascendingMappingOrder)
    : state_(new State{numTiles, startTile, ascendingMappingOrder, {}}) {}
TensorUseTracker::TensorUseTracker(const TensorUseTracker &other)
    : state_(new State(*other.state_)) {}
TensorUseTracker::TensorUseTracker(TensorUseTracker &&other) noexcept = default;
TensorUseTracker &TensorUseTracker::operator=(const TensorUseTracker &other) {
  state_.reset(new State(*other.state_));
  return *this;
}
TensorUseTracker &TensorUseTracker::operator=(TensorUseTracker &&other) noexcept = default;
TensorUseTracker::~TensorUseTracker() = default;

void TensorUseTracker::add(const Graph &, unsigned tile, const Tensor &t) {
  if (tile >= state_->numTiles)
    throw poplibs_error("TensorUseTracker::add: tile " + std::to_string(tile) +
                        " of a tracker of " + std::to_string(state_->numTiles) + " tiles");
  for (const poplar::VariableInterval &region : t.getVarRegions())
    if (region.interval.size() > 0) state_->uses[region.var].push_back({region.interval, tile});
}

void TensorUseTracker::add(TensorUseTracker other) {
  for (auto &[variable, uses] : other.state_->uses) {
    std::vector<Use> &own = state_->uses[variable];
    own.insert(own.end(), uses.begin(), uses.end());
  }
}

void TensorUseTracker::resolve(const Graph &graph, unsigned grainSize, unsigned minElementsPerTile,
                               bool extendPartialUsage, MappingMethod) {
  for (auto &[variable, uses] : state_->uses) {
    std::vector<Use> owned;
    for (const auto &[users, regions] : groupByUsers(uses)) {
      const Tiles tiles = state_->inTurn(users);
      const auto parts =
          splitRegions(regions, grainSize, static_cast<unsigned>(tiles.size()), minElementsPerTile);
      for (std::size_t p = 0; p < parts.size(); ++p)
        for (const Interval &part : parts[p])
          owned.push_back({part, tiles[p]});
    }
    if (extendPartialUsage) extendToAll(owned, graph.getVariable(variable).numElements());
    uses = std::move(owned);
  }
}

void TensorUseTracker::mapTensorsByUse(Graph &graph, unsigned grainSize,
                                       unsigned minElementsPerTile, bool extendPartialUsage,
                                       MappingMethod mappingMethod) {
  resolve(graph, grainSize, minElementsPerTile, extendPartialUsage, mappingMethod);
  for (const auto &[variable, uses] : state_->uses) {
    const Tensor flat = graph.getVariable(variable).flatten();
    std::vector<Regions> byTile(state_->numTiles);
    for (const Use &use : uses)
      byTile[use.tile].push_back(use.elements);
    mergeAdjacentRegions(byTile);
    for (unsigned tile = 0; tile < byTile.size(); ++tile)
      for (const Interval &region : byTile[tile])
        graph.setTileMapping(flat.slice(region), tile);
  }
}

bool TensorUseTracker::empty() const {
  return state_->uses.empty();
}

Tensor createBroadcastOperand(Graph &graph, const Tensor &fullTensor, const poplar::Type &type,
                              unsigned dim, bool ditherMapping,
                              const poplar::DebugContext &debugContext) {
  if (dim >= fullTensor.rank())
    throw poplibs_error("createBroadcastOperand: a tensor of shape " + fullTensor.shapeToString() +
                        " has no dimension " + std::to_string(dim));
  const std::size_t size = fullTensor.dim(dim);
  const Tensor operand = graph.addVariable(type, {size}, debugContext);
  if (fullTensor.numElements() == 0) {
    mapTensorLinearly(graph, operand);
    return operand;
  }
  const auto &target = graph.getTarget();
  const unsigned start =
      ditherMapping
          ? static_cast<unsigned>(chooseMappingOffset(target.getNumTiles(), fullTensor.shape()))
          : 0;
  TensorUseTracker tracker(target.getNumTiles(), start);
  const auto mapping = graph.getTileMapping(fullTensor.dimRoll(dim));
  const std::size_t inner = fullTensor.numElements() / size;
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    Regions indices;
    for (const Interval &region : mapping[tile])
      indices.emplace_back(region.begin() / inner, (region.end() + inner - 1) / inner);
    mergeAdjacentRegions(indices);
    for (const Interval &region : indices)
      tracker.add(graph, tile, operand.slice(region));
  }
  const unsigned grain = target.getVectorWidth(type);
  tracker.mapTensorsByUse(graph, grain, grain);
  return operand;
}

} // namespace poputil
