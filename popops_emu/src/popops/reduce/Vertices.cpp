// SPDX-License-Identifier: MIT
// Outputs that one job alone makes are written at once; others are combined from partial results,
// which lie on the tiles of their jobs.
#include "reduce/Vertices.hpp"

#include "reduce/Operations.hpp"
#include "support/Arithmetic.hpp"

#include <popops/OperationDefUtil.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/Util.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace popops::reduce_detail {

using poplar::ComputeSet;
using poplar::Graph;
using poplar::Interval;
using poplar::Tensor;
using Regions = std::vector<Interval>;

namespace {

// So many partial results are combined in two steps.
constexpr std::size_t kTreeRows = 128;
// Narrower parts of many partial results make more exchange than they spread work.
constexpr unsigned kMinOutputsPerTile = 32;

/// Partial results of equal outputs: {rows, size}, each row on the tile of its job.
struct Group {
  std::size_t begin, end;
  Tensor partials;
};

class Reducer {
 public:
  Reducer(Graph &graph, Operation op, const std::vector<Job> &jobs, const Tensor &out,
          Stages &stages, const poputil::PoplibsOpDebugInfo &info)
      : graph_(graph), op_(op), jobs_(jobs), out_(out), stages_(stages), info_(info),
        partialType_(partialType(op, jobs[0].data.elementType())) {}

  std::size_t run() {
    findAlone();
    mapOutputs();
    makeGroups();
    for (std::size_t j = 0; j < jobs_.size(); ++j)
      addJob(j);
    if (groups_.empty()) return 1;
    combine();
    return usesTree_ ? 3 : 2;
  }

 private:
  /// alone_[j]: no other job contributes to the outputs of job j.
  void findAlone() {
    std::map<std::size_t, long> changes;
    for (const Job &job : jobs_)
      for (const Contribution &c : job.contributions) {
        changes[c.begin] += static_cast<long>(c.repeats);
        changes[c.end()] -= static_cast<long>(c.repeats);
      }
    // At each border, whether several contribute from there on.
    std::map<std::size_t, bool> shared;
    long count = 0;
    for (const auto &[at, change] : changes) {
      count += change;
      shared[at] = count > 1;
    }
    for (const Job &job : jobs_) {
      bool alone = true;
      for (const Contribution &c : job.contributions)
        for (auto it = shared.find(c.begin); it->first < c.end() && alone; ++it)
          alone = !it->second;
      alone_.push_back(alone);
    }
  }

  /// Elements without a tile: with the job that makes them alone; the result of a row with one of
  /// those that reduce a part of it, in turn, since many rows may lie on the same tiles; columns,
  /// which many tiles have parts of, are spread over all tiles.
  void mapOutputs() {
    bool isComplete = false;
    graph_.getTileMapping(out_, &isComplete);
    if (isComplete) return;
    Regions rest;
    std::vector<Interval> done;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<unsigned>> candidates;
    for (std::size_t j = 0; j < jobs_.size(); ++j)
      if (alone_[j] || jobs_[j].kind == Job::Kind::Rows)
        for (const Contribution &c : jobs_[j].contributions)
          candidates[{c.begin, c.end()}].push_back(jobs_[j].tile);
    for (const auto &[range, tiles] : candidates) {
      graph_.setTileMapping(out_.slice(range.first, range.second),
                            tiles[range.first % tiles.size()]);
      done.emplace_back(range.first, range.second);
    }
    poputil::mergeAdjacentRegions(done);
    std::size_t at = 0;
    for (const Interval &interval : done) {
      if (at < interval.begin()) rest.emplace_back(at, interval.begin());
      at = interval.end();
    }
    if (at < out_.numElements()) rest.emplace_back(at, out_.numElements());
    const auto &target = graph_.getTarget();
    const auto parts = poputil::splitRegions(rest, target.getVectorWidth(out_.elementType()),
                                             target.getNumTiles(), kMinOutputsPerTile);
    for (unsigned p = 0; p < parts.size(); ++p)
      for (const Interval &region : parts[p])
        graph_.setTileMapping(out_.slice(region), p);
  }

  void makeGroups() {
    std::map<std::pair<std::size_t, std::size_t>, std::vector<unsigned>> rows;
    for (std::size_t j = 0; j < jobs_.size(); ++j)
      if (!alone_[j])
        for (const Contribution &c : jobs_[j].contributions)
          rows[{c.begin, c.end()}].insert(rows[{c.begin, c.end()}].end(), c.repeats, jobs_[j].tile);
    for (const auto &[range, tiles] : rows) {
      const Tensor partials = graph_.addVariable(
          partialType_, {tiles.size(), range.second - range.first}, {info_, "partials"});
      for (std::size_t row = 0; row < tiles.size(); ++row)
        graph_.setTileMapping(partials[row], tiles[row]);
      groupOf_[range] = groups_.size();
      groups_.push_back({range.first, range.second, partials});
    }
    nextRow_.assign(groups_.size(), 0);
  }

  /// Where the results of a job go, in the order of its vertex.
  Tensor resultsOf(std::size_t j) {
    std::vector<Tensor> results;
    for (const Contribution &c : jobs_[j].contributions) {
      if (alone_[j]) {
        results.push_back(out_.slice(c.begin, c.end()));
        continue;
      }
      const std::size_t group = groupOf_.at({c.begin, c.end()});
      const std::size_t row = nextRow_[group];
      nextRow_[group] += c.repeats;
      results.push_back(groups_[group].partials.slice(row, row + c.repeats).flatten());
    }
    return results.size() == 1 ? results[0] : concat(results);
  }

  void addJob(std::size_t j) {
    const Job &job = jobs_[j];
    const Tensor results = resultsOf(j);
    if (job.kind == Job::Kind::Columns) {
      addColumns(op_, job.data, results, job.start, job.tile, stages_.at(0));
      return;
    }
    const poplar::VertexRef vertex =
        graph_.addVertex(stages_.at(0),
                         poputil::templateVertex("popops::ReduceRows", op_, job.data.elementType(),
                                                 results.elementType()),
                         {{"in", job.data}, {"out", results}});
    graph_.setInitialValue(vertex["first"], job.first);
    graph_.setInitialValue(vertex["length"], job.length);
    graph_.setTileMapping(vertex, job.tile);
  }

  void addColumns(Operation op, const Tensor &data, const Tensor &results, std::size_t start,
                  unsigned tile, ComputeSet cs) {
    const poplar::VertexRef vertex =
        graph_.addVertex(cs,
                         poputil::templateVertex("popops::ReduceColumns", op, data.elementType(),
                                                 results.elementType()),
                         {{"in", data}, {"out", results}});
    graph_.setInitialValue(vertex["start"], start);
    graph_.setTileMapping(vertex, tile);
  }

  /// Rows of partial results. Long ones are read where they lie, if there is a vertex for that; the
  /// gathering of short ones costs less than an edge for each.
  void addCombination(const Tensor &rows, const Tensor &results, unsigned tile, ComputeSet cs) {
    const std::string name = poputil::templateVertex("popops::ReduceTogether", combining(op_),
                                                     rows.elementType(), results.elementType());
    if (rows.dim(1) < kMinOutputsPerTile || !graph_.hasCodelet(name)) {
      addColumns(combining(op_), rows.flatten(), results, 0, tile, cs);
      return;
    }
    std::vector<Tensor> edges;
    for (std::size_t row = 0; row < rows.dim(0); ++row)
      edges.push_back(rows[row]);
    const poplar::VertexRef vertex = graph_.addVertex(cs, name, {{"in", edges}, {"out", results}});
    graph_.setTileMapping(vertex, tile);
  }

  /// Ranges of outputs between the borders of groups, each with the groups that cover it.
  void combine() {
    std::vector<std::size_t> borders;
    for (const Group &group : groups_) {
      borders.push_back(group.begin);
      borders.push_back(group.end);
    }
    std::sort(borders.begin(), borders.end());
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    // Groups are sorted by their begins.
    std::vector<std::pair<Interval, Tensor>> ranges;
    std::vector<std::size_t> active;
    std::size_t next = 0;
    for (std::size_t b = 0; b + 1 < borders.size(); ++b) {
      const Interval range(borders[b], borders[b + 1]);
      while (next < groups_.size() && groups_[next].begin <= range.begin())
        active.push_back(next++);
      active.erase(std::remove_if(active.begin(), active.end(),
                                  [&](std::size_t g) { return groups_[g].end <= range.begin(); }),
                   active.end());
      if (active.empty()) continue;
      std::vector<Tensor> rows;
      for (const std::size_t g : active)
        rows.push_back(groups_[g].partials.slice(range.begin() - groups_[g].begin,
                                                 range.end() - groups_[g].begin, 1));
      ranges.emplace_back(range, rows.size() == 1 ? rows[0] : concat(rows, 0));
    }
    for (auto &[range, rows] : ranges)
      if (rows.dim(0) > kTreeRows) usesTree_ = true;
    for (auto &[range, rows] : ranges) {
      if (rows.dim(0) > kTreeRows) rows = rootOf(rows);
      finish(range, rows);
    }
  }

  /// About twice the square root of as many rows, each made of parts of columns so that all tiles
  /// work on long runs.
  Tensor rootOf(const Tensor &rows) {
    const std::size_t count = rows.dim(0), width = rows.dim(1);
    const auto each = static_cast<std::size_t>(std::sqrt(static_cast<double>(count))) / 2;
    const std::size_t groups = support::divideUp(count, each);
    const std::size_t tiles = graph_.getTarget().getNumTiles();
    const auto parts = poputil::splitRegions(
        Regions{Interval(0, width)}, graph_.getTarget().getVectorWidth(partialType_),
        static_cast<unsigned>(std::max<std::size_t>(1, tiles / groups)), kMinOutputsPerTile);
    const Tensor fewer = graph_.addVariable(partialType_, {groups, width}, {info_, "partials"});
    for (std::size_t g = 0; g < groups; ++g) {
      const Tensor group = rows.slice(g * each, std::min(count, (g + 1) * each));
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const Interval &columns = parts[p][0];
        const std::size_t place = g * parts.size() + p, places = groups * parts.size();
        const auto tile = static_cast<unsigned>(place * tiles / places);
        const Tensor results = fewer[g].slice(columns);
        graph_.setTileMapping(results, tile);
        addCombination(group.slice(columns, 1), results, tile, stages_.at(1));
      }
    }
    return fewer;
  }

  void finish(const Interval &range, const Tensor &rows) {
    const Tensor results = out_.slice(range);
    const auto mapping = graph_.getTileMapping(results);
    for (unsigned tile = 0; tile < mapping.size(); ++tile)
      for (const Interval &part : mapping[tile])
        addCombination(rows.slice(part, 1), results.slice(part), tile,
                       stages_.at(usesTree_ ? 2 : 1));
  }

  Graph &graph_;
  const Operation op_;
  const std::vector<Job> &jobs_;
  const Tensor &out_;
  Stages &stages_;
  const poputil::PoplibsOpDebugInfo &info_;
  const poplar::Type partialType_;
  std::vector<bool> alone_;
  std::vector<Group> groups_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> groupOf_;
  std::vector<std::size_t> nextRow_;
  bool usesTree_ = false;
};

} // namespace

std::size_t addReduction(Graph &graph, Operation op, const std::vector<Job> &jobs,
                         const Tensor &out, Stages &stages,
                         const poputil::PoplibsOpDebugInfo &info) {
  return Reducer(graph, op, jobs, out, stages, info).run();
}

} // namespace popops::reduce_detail
