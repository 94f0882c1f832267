// SPDX-License-Identifier: MIT
// Interval lists: merging and splitting.
#include <poputil/Util.hpp>
#include <poputil/exceptions.hpp>

#include <algorithm>

namespace poputil {

using poplar::Interval;
using Regions = std::vector<Interval>;

namespace {

std::size_t ceilDiv(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// Elements [begin, end) of the sequence, in regions of at most `maxPerRegion`. `cursor` and
/// `consumed` say where an earlier call stopped, so that taking all parts in turn walks the
/// sequence once.
class RegionReader {
 public:
  explicit RegionReader(const Regions &regions) : regions_(regions) {}

  Regions take(std::size_t count, std::size_t maxPerRegion) {
    Regions taken;
    while (count > 0) {
      const Interval &region = regions_[cursor_];
      const std::size_t n = std::min({count, region.size() - consumed_, maxPerRegion});
      const std::size_t begin = region.begin() + consumed_;
      if (n > 0) taken.emplace_back(begin, begin + n);
      count -= n;
      consumed_ += n;
      if (consumed_ == region.size()) {
        ++cursor_;
        consumed_ = 0;
      }
    }
    return taken;
  }

 private:
  const Regions &regions_;
  std::size_t cursor_ = 0;
  std::size_t consumed_ = 0;
};

} // namespace

void mergeAdjacentRegions(Regions &regions) {
  std::sort(regions.begin(), regions.end());
  Regions merged;
  for (const Interval &region : regions) {
    if (region.size() == 0) continue;
    if (!merged.empty() && merged.back().end() >= region.begin())
      merged.back() = Interval(merged.back().begin(), std::max(merged.back().end(), region.end()));
    else
      merged.push_back(region);
  }
  regions = std::move(merged);
}

void mergeAdjacentRegions(std::vector<Regions> &mapping) {
  for (Regions &regions : mapping)
    mergeAdjacentRegions(regions);
}

Regions flattenIntervals(const std::vector<Regions> &intervals) {
  Regions all;
  for (const Regions &regions : intervals)
    all.insert(all.end(), regions.begin(), regions.end());
  return all;
}

std::size_t intervalSequenceNumElements(const Regions &sequence) {
  std::size_t count = 0;
  for (const Interval &region : sequence)
    count += region.size();
  return count;
}

std::vector<Regions> splitRegions(const Regions &regions, unsigned grainSize,
                                  unsigned maxPartitions, unsigned minElementsPerPartition,
                                  unsigned maxElementsPerPartition, unsigned maxElementsPerRegion) {
  if (grainSize == 0 || maxPartitions == 0)
    throw poplibs_error("splitRegions: grain size and number of partitions must not be zero");
  if (maxElementsPerPartition < grainSize)
    throw poplibs_error("splitRegions: a partition cannot be smaller than a grain");
  if (maxElementsPerRegion < grainSize)
    throw poplibs_error("splitRegions: a region cannot be smaller than a grain");

  const std::size_t total = intervalSequenceNumElements(regions);
  if (total == 0) return {};
  const std::size_t grains = ceilDiv(total, grainSize);
  std::size_t grainsPerPartition = ceilDiv(grains, maxPartitions);
  grainsPerPartition =
      std::min<std::size_t>(grainsPerPartition, maxElementsPerPartition / grainSize);
  if (minElementsPerPartition > 0) {
    const std::size_t minGrains = ceilDiv(minElementsPerPartition, grainSize);
    const std::size_t partitions = std::max<std::size_t>(1, grains / minGrains);
    grainsPerPartition = std::max(grainsPerPartition, ceilDiv(grains, partitions));
  }
  const std::size_t partitions = ceilDiv(grains, grainsPerPartition);

  // A region that is cut for its own maximum is cut at a grain.
  const std::size_t maxPerRegion =
      maxElementsPerRegion == UINT_MAX ? total : maxElementsPerRegion / grainSize * grainSize;
  std::vector<Regions> splits;
  splits.reserve(partitions);
  RegionReader reader(regions);
  std::size_t begin = 0;
  for (std::size_t p = 0; p < partitions; ++p) {
    const std::size_t end = std::min(total, (p + 1) * grains / partitions * grainSize);
    splits.push_back(reader.take(end - begin, maxPerRegion));
    begin = end;
  }
  return splits;
}

void splitRegions(const Regions &regions, std::vector<Regions> &splits, unsigned grainSize,
                  unsigned maxPartitions, unsigned minElementsPerPartition,
                  unsigned maxElementsPerPartition, unsigned maxElementsPerRegion) {
  splits = splitRegions(regions, grainSize, maxPartitions, minElementsPerPartition,
                        maxElementsPerPartition, maxElementsPerRegion);
}

std::vector<Regions> splitRegionsBetweenWorkers(const poplar::Target &target,
                                                const Regions &regions, unsigned grainSize,
                                                unsigned minElementsPerPartition,
                                                unsigned maxElementsPerPartition,
                                                unsigned maxElementsPerRegion) {
  return splitRegions(regions, grainSize, target.getNumWorkerContexts(), minElementsPerPartition,
                      maxElementsPerPartition, maxElementsPerRegion);
}

std::vector<std::vector<Regions>> splitRegions(const std::vector<Regions> &regions,
                                               unsigned grainSize, unsigned maxPartitions,
                                               unsigned minElementsPerPartition,
                                               unsigned maxElementsPerPartition,
                                               unsigned maxElementsPerRegion) {
  // Parts of the flat list; a part's regions then return to the sequences that they came from.
  const std::vector<Regions> parts =
      splitRegions(flattenIntervals(regions), grainSize, maxPartitions, minElementsPerPartition,
                   maxElementsPerPartition, maxElementsPerRegion);
  std::vector<std::vector<Regions>> splits;
  std::size_t sequence = 0, left = regions.empty() ? 0 : intervalSequenceNumElements(regions[0]);
  for (const Regions &part : parts) {
    splits.emplace_back();
    bool isNew = true;
    for (const Interval &region : part) {
      while (left == 0) {
        left = intervalSequenceNumElements(regions[++sequence]);
        isNew = true;
      }
      if (isNew) splits.back().emplace_back();
      isNew = false;
      splits.back().back().push_back(region);
      left -= region.size();
    }
  }
  return splits;
}

void splitRegions(const std::vector<Regions> &regions, std::vector<std::vector<Regions>> &splits,
                  unsigned grainSize, unsigned maxPartitions, unsigned minElementsPerPartition,
                  unsigned maxElementsPerPartition, unsigned maxElementsPerRegion) {
  splits = splitRegions(regions, grainSize, maxPartitions, minElementsPerPartition,
                        maxElementsPerPartition, maxElementsPerRegion);
}

std::vector<std::vector<Regions>>
splitRegionsBetweenWorkers(const poplar::Target &target, const std::vector<Regions> &regions,
                           unsigned grainSize, unsigned minElementsPerPartition,
                           unsigned maxElementsPerPartition, unsigned maxElementsPerRegion) {
  return splitRegions(regions, grainSize, target.getNumWorkerContexts(), minElementsPerPartition,
                      maxElementsPerPartition, maxElementsPerRegion);
}

Regions calculateUnshufflingIntervals(const Regions &intervals) {
  std::vector<std::pair<Interval, std::size_t>> places;
  std::size_t place = 0;
  for (const Interval &interval : intervals) {
    if (interval.size() > 0) places.emplace_back(interval, place);
    place += interval.size();
  }
  std::sort(places.begin(), places.end(),
            [](const auto &a, const auto &b) { return a.first.begin() < b.first.begin(); });
  Regions result;
  std::size_t expected = 0;
  for (const auto &[interval, from] : places) {
    if (interval.begin() != expected)
      throw poplibs_error(
          "calculateUnshufflingIntervals: the intervals are no permutation, element " +
          std::to_string(std::min(expected, interval.begin())) + " is missing or occurs twice");
    expected = interval.end();
    result.emplace_back(from, from + interval.size());
  }
  return result;
}

} // namespace poputil
