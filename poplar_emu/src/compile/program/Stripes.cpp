// SPDX-License-Identifier: MIT
// Compares the stripes of what every step reads and writes.
#include "compile/program/Stripes.hpp"

#include "compile/ProgramVisit.hpp"
#include "compile/compute/instances/FieldLayout.hpp"
#include "view/Regions.hpp"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

namespace poplar_emu::compile {
namespace {

/// Of all replicas. Less stays in the caches anyhow.
constexpr std::uint64_t kLeastBytes = std::uint64_t{8} << 20;
/// Of all replicas in one stripe: with the buffers of the steps it stays in a second-level cache.
constexpr std::uint64_t kStripeBytes = std::uint64_t{512} << 10;
constexpr std::uint64_t kMostStripes = 256;

/// Elements in order, by stripe.
using StripeRuns = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

/// Whether the steps of one collective keep to their stripes.
class Checker {
 public:
  Checker(const Input &input, const StorageMap &storage, Stripes stripes)
      : input_(input), table_(input.graph.vertexTable), layouts_(input.types), storage_(storage),
        stripes_(stripes) {}

  bool keepToStripes(const ir::ProgramRef &body) {
    if (!collect(body)) return false;
    for (const ir::ProgramNode *step : steps_)
      noteWritten(*step);
    return std::all_of(steps_.begin(), steps_.end(), [this](const ir::ProgramNode *step) {
      const auto *execute = std::get_if<ir::Execute>(&step->payload);
      return execute ? staysWithin(execute->computeSet) : movesWithin(*step);
    });
  }

  std::vector<ComputeSetId> computeSets() const {
    std::vector<ComputeSetId> ids;
    for (const ir::ProgramNode *step : steps_)
      if (const auto *execute = std::get_if<ir::Execute>(&step->payload))
        ids.push_back(execute->computeSet);
    return ids;
  }

 private:
  bool collect(const ir::ProgramRef &program) {
    if (!program) return true;
    if (const auto *sequence = std::get_if<ir::Sequence>(&program->payload))
      return std::all_of(sequence->steps.begin(), sequence->steps.end(),
                         [this](const ir::ProgramRef &step) { return collect(step); });
    const auto *execute = std::get_if<ir::Execute>(&program->payload);
    const bool isKnown = (execute && !execute->status) ||
                         std::holds_alternative<ir::Copy>(program->payload) ||
                         std::holds_alternative<ir::CrossReplicaCopy>(program->payload);
    if (isKnown) steps_.push_back(program.get());
    return isKnown;
  }

  void noteWritten(const ir::ProgramNode &step) {
    forEachOperand(step, [this](const ir::Operand &operand, Access access) {
      if (access == Access::Read) return;
      for (const VariableId variable : view::variables(operand.view))
        written_.insert(variable);
    });
    if (const auto *execute = std::get_if<ir::Execute>(&step.payload))
      forEachEdge(execute->computeSet, [this](const ir::Vertex &vertex, const ir::Edge &edge) {
        if (!layouts_[vertex.type].fields[edge.field].written()) return true;
        for (const ir::Region &region : regionsOf(edge))
          written_.insert(region.variable);
        return true;
      });
  }

  bool movesWithin(const ir::ProgramNode &step) {
    std::vector<StripeRuns> read, written;
    forEachOperand(step, [&](const ir::Operand &operand, Access access) {
      (access == Access::Read ? read : written).push_back(stripesOf(operand.view));
    });
    return read == written;
  }

  bool staysWithin(ComputeSetId id) {
    return forEachEdge(id, [this](const ir::Vertex &vertex, const ir::Edge &edge) {
      const std::uint32_t own = stripes_.of(vertex.tile);
      bool within = true;
      for (const ir::Region &region : regionsOf(edge))
        if (written_.contains(region.variable))
          storage_.forEachTile(region, [&](std::uint64_t, TileId tile) {
            within = within && stripes_.of(tile) == own;
          });
      return within;
    });
  }

  StripeRuns stripesOf(const view::View &view) const {
    StripeRuns result;
    for (const view::Run &run : view::runs(view))
      view::forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
        const StorageMap::Layout &layout = storage_.layout(run.variable);
        const std::uint64_t end = begin + length;
        for (std::size_t s = layout.find(begin); begin < end; ++s) {
          const std::uint64_t next = std::min(end, layout.spans[s].end);
          const std::uint32_t stripe = stripes_.of(layout.spans[s].tile);
          if (result.empty() || result.back().first != stripe) result.push_back({stripe, 0});
          result.back().second += next - begin;
          begin = next;
        }
      });
    return result;
  }

  std::span<const ir::Region> regionsOf(const ir::Edge &edge) const {
    return std::span(table_.regions).subspan(edge.firstRegion, edge.numRegions);
  }

  /// Until f says no.
  template <class F>
  bool forEachEdge(ComputeSetId id, F &&f) const {
    for (const VertexId v : input_.graph.computeSets[id.index()].vertices) {
      const ir::Vertex &vertex = table_[v];
      for (std::uint32_t e = vertex.firstEdge; e != ir::kNone; e = table_.edges[e].next)
        if (!f(vertex, table_.edges[e])) return false;
    }
    return true;
  }

  const Input &input_;
  const ir::VertexTable &table_;
  TypeLayouts layouts_;
  const StorageMap &storage_;
  Stripes stripes_;
  std::vector<const ir::ProgramNode *> steps_;
  std::unordered_set<VariableId> written_;
};

class Finder {
 public:
  Finder(const Input &input, const StorageMap &storage) : input_(input), storage_(storage) {}

  void visit(const ir::ProgramRef &program) {
    if (!program || !seen_.insert(program.get()).second) return;
    if (const auto *collective = std::get_if<ir::Collective>(&program->payload))
      return add(*program, *collective);
    forEachChild(*program, [this](const ir::ProgramRef &child) { visit(child); });
  }

  StripedCollectives take() && { return std::move(result_); }

 private:
  void add(const ir::ProgramNode &node, const ir::Collective &collective) {
    const std::uint64_t bytes = collective.source.view.numElements() *
                                sizeInBytes(collective.source.type) *
                                input_.graph.machine.replicationFactor;
    if (bytes < kLeastBytes) return;
    const auto numTiles = static_cast<std::uint32_t>(input_.graph.machine.numTiles());
    const Stripes stripes{static_cast<std::uint32_t>(std::min<std::uint64_t>(
                              {bytes / kStripeBytes, kMostStripes, numTiles})),
                          numTiles};
    Checker checker(input_, storage_, stripes);
    if (!checker.keepToStripes(collective.body)) return;
    result_.nodes.emplace(&node, stripes);
    for (const ComputeSetId id : checker.computeSets())
      result_.computeSets.emplace(id, stripes);
  }

  const Input &input_;
  const StorageMap &storage_;
  std::unordered_set<const ir::ProgramNode *> seen_;
  StripedCollectives result_;
};

} // namespace

StripedCollectives findStripes(const Input &input, const Usage &usage, const StorageMap &storage) {
  Finder finder(input, storage);
  if (input.options.exchange == Exchange::Copy) {
    for (const ir::ProgramRef &program : input.programs)
      finder.visit(program);
    for (const FunctionId function : usage.functions)
      finder.visit(bodyOf(input, function));
  }
  return std::move(finder).take();
}

std::vector<GroupStart> stripeStarts(std::span<const view::View *const> views,
                                     const Stripes &stripes, const StorageMap &storage) {
  std::vector<GroupStart> starts;
  for (const view::View *view : views)
    for (const VariableId variable : view::variables(*view)) {
      const StorageMap::Layout &layout = storage.layout(variable);
      for (const StorageMap::TileSpan &span : layout.spans)
        starts.push_back({layout.address + span.packed * layout.width, stripes.of(span.tile)});
    }
  std::sort(starts.begin(), starts.end(),
            [](const GroupStart &a, const GroupStart &b) { return a.destination < b.destination; });
  const auto last =
      std::unique(starts.begin(), starts.end(),
                  [](const GroupStart &a, const GroupStart &b) { return a.group == b.group; });
  starts.erase(last, starts.end());
  return starts;
}

} // namespace poplar_emu::compile
