// SPDX-License-Identifier: MIT
// Intervals of a mapping to jobs.
#include "reduce/Plan.hpp"
#include "support/Arithmetic.hpp"

#include <algorithm>
#include <map>

namespace popops::reduce_detail {

using poplar::Graph;
using poplar::Interval;
using poplar::Tensor;

namespace {

// A part of a row must be worth a worker's start.
constexpr std::size_t kMinElementsPerPart = 64;

class RowPlanner {
 public:
  RowPlanner(const Tensor &flat, std::size_t length, unsigned workers, std::vector<Job> &jobs)
      : flat_(flat), length_(length), workers_(workers), jobs_(jobs) {}

  void addTile(unsigned tile, const std::vector<Interval> &intervals) {
    for (const Interval &interval : intervals) {
      std::size_t at = interval.begin();
      const std::size_t end = interval.end();
      if (at % length_ != 0) {
        const std::size_t stop = std::min(end, (at / length_ + 1) * length_);
        addPart(at, stop);
        at = stop;
      }
      const std::size_t whole = (end - at) / length_;
      if (whole == 1) addPart(at, at + length_);
      if (whole > 1) addRows(tile, at / length_, whole);
      at += whole * length_;
      if (at < end) addPart(at, end);
    }
    for (const auto &[size, begins] : parts_)
      addParts(tile, size, begins);
    parts_.clear();
  }

 private:
  /// A part of one row; those of equal size share a vertex.
  void addPart(std::size_t begin, std::size_t end) { parts_[end - begin].push_back(begin); }

  void addRows(unsigned tile, std::size_t row, std::size_t count) {
    Job job{tile, Job::Kind::Rows, flat_.slice(row * length_, (row + count) * length_)};
    job.first = job.length = length_;
    job.contributions.push_back({row, count});
    jobs_.push_back(std::move(job));
  }

  void addParts(unsigned tile, std::size_t size, const std::vector<std::size_t> &begins) {
    const std::size_t split = std::max<std::size_t>(
        1, std::min<std::size_t>(workers_ / begins.size(), size / kMinElementsPerPart));
    if (split > 1) {
      for (const std::size_t begin : begins) {
        Job job{tile, Job::Kind::Rows, flat_.slice(begin, begin + size)};
        job.first = job.length = support::divideUp(size, split);
        job.contributions.push_back({begin / length_, 1, support::divideUp(size, job.length)});
        jobs_.push_back(std::move(job));
      }
      return;
    }
    std::vector<Tensor> data;
    Job job{tile, Job::Kind::Rows, {}};
    for (const std::size_t begin : begins) {
      data.push_back(flat_.slice(begin, begin + size));
      job.contributions.push_back({begin / length_, 1});
    }
    job.data = concat(data);
    job.first = job.length = size;
    jobs_.push_back(std::move(job));
  }

  const Tensor &flat_;
  const std::size_t length_;
  const unsigned workers_;
  std::vector<Job> &jobs_;
  std::map<std::size_t, std::vector<std::size_t>> parts_;
};

} // namespace

std::vector<Job> planRows(const Graph &graph, const Tensor &rows, unsigned workers) {
  std::vector<Job> jobs;
  const Tensor flat = rows.flatten();
  const auto mapping = graph.getTileMapping(flat);
  RowPlanner planner(flat, rows.dim(1), workers, jobs);
  for (unsigned tile = 0; tile < mapping.size(); ++tile)
    planner.addTile(tile, mapping[tile]);
  return jobs;
}

std::vector<Job> planColumns(const Graph &graph, const Tensor &columns) {
  std::vector<Job> jobs;
  const Tensor flat = columns.flatten();
  const std::size_t width = columns.dim(1);
  const auto mapping = graph.getTileMapping(flat);
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    // Parts of rows by the columns that they cover.
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Tensor>> blocks;
    const auto addPart = [&](std::size_t begin, std::size_t end) {
      blocks[{begin % width, end - begin}].push_back(flat.slice(begin, end));
    };
    for (const Interval &interval : mapping[tile]) {
      const std::size_t border = (interval.begin() / width + 1) * width;
      if (interval.size() >= width) {
        Job job{tile, Job::Kind::Columns, flat.slice(interval)};
        job.start = interval.begin() % width;
        job.contributions.push_back({0, width});
        jobs.push_back(std::move(job));
      } else if (interval.end() > border) {
        addPart(interval.begin(), border);
        addPart(border, interval.end());
      } else {
        addPart(interval.begin(), interval.end());
      }
    }
    for (const auto &[block, data] : blocks) {
      Job job{tile, Job::Kind::Columns, concat(data)};
      job.contributions.push_back({block.first, block.second});
      jobs.push_back(std::move(job));
    }
  }
  return jobs;
}

} // namespace popops::reduce_detail
