// SPDX-License-Identifier: MIT
// Groups of elements that are neighbours in memory, and partitioned variables.
#include <poputil/Util.hpp>
#include <poputil/VarStructure.hpp>
#include <poputil/exceptions.hpp>

#include <algorithm>
#include <numeric>

namespace poputil {

using poplar::Graph;
using poplar::Interval;
using poplar::Tensor;
using Shape = std::vector<std::size_t>;

namespace {

void refuseScalar(const char *function, const Tensor &t) {
  if (t.rank() == 0)
    throw poplibs_error(std::string(function) + ": a tensor of rank 0 has no dimensions to group");
}

/// Elements [i * ceil(d / n), ...) of a dimension of size d.
Interval partition(std::size_t size, std::size_t partitions, std::size_t i) {
  const std::size_t each = (size + partitions - 1) / partitions;
  return Interval(std::min(size, i * each), std::min(size, (i + 1) * each));
}

void checkPartitions(const char *function, const Shape &shape, const Shape &nPartitions) {
  if (shape.size() != nPartitions.size())
    throw poplibs_error(std::string(function) + ": the shape has " + std::to_string(shape.size()) +
                        " dimensions, but there are " + std::to_string(nPartitions.size()) +
                        " numbers of partitions; fix: give one a dimension");
  if (std::count(nPartitions.begin(), nPartitions.end(), std::size_t{0}) > 0)
    throw poplibs_error(std::string(function) + ": a dimension cannot have 0 partitions");
}

std::size_t volume(const Shape &shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

/// Takes the partitions below index prefix `at` from the front of `flat`, in row-major order.
Tensor assemble(const Tensor &flat, std::size_t &used, const Shape &shape, const Shape &nPartitions,
                Shape &extents, unsigned dim) {
  if (dim == shape.size()) {
    const std::size_t begin = used;
    used += volume(extents);
    return flat.slice(begin, used).reshape(extents);
  }
  std::vector<Tensor> parts;
  for (std::size_t i = 0; i < nPartitions[dim]; ++i) {
    extents[dim] = partition(shape[dim], nPartitions[dim], i).size();
    parts.push_back(assemble(flat, used, shape, nPartitions, extents, dim + 1));
  }
  return concat(parts, dim);
}

} // namespace

unsigned detectInnermostGrouping(const Graph &, const Tensor &t) {
  refuseScalar("detectInnermostGrouping", t);
  if (t.numElements() == 0) return 1;
  Tensor line = t;
  while (line.rank() > 1)
    line = line[0];
  std::size_t group = line.numElements();
  for (const Interval &region : line.getContiguousRegions())
    group = std::gcd(group, region.begin());
  return static_cast<unsigned>(group);
}

std::vector<GroupingInfo> detectDimGroupings(const Graph &graph, const Tensor &t) {
  refuseScalar("detectDimGroupings", t);
  std::vector<GroupingInfo> groupings;
  if (t.numElements() == 0) return groupings;
  // The groups found so far are taken out of their dimensions and lie, flattened, in the last one.
  Tensor rest = t.expand({t.rank()});
  const unsigned rank = t.rank();
  for (bool found = true; found;) {
    found = false;
    for (unsigned d = rank; d-- > 0 && !found;) {
      if (rest.dim(d) == 1) continue;
      const Tensor lines = rest.dimRoll(d, rank - 1).flatten(rank - 1, rank + 1);
      const std::size_t block = rest.dim(rank);
      const std::size_t group = std::gcd<std::size_t, std::size_t>(
          detectInnermostGrouping(graph, lines) / block, rest.dim(d));
      if (group <= 1) continue;
      groupings.emplace_back(d, static_cast<unsigned>(group));
      rest = rest.reshapePartial(d, d + 1, {rest.dim(d) / group, group})
                 .dimRoll(d + 1, rank)
                 .flatten(rank, rank + 2);
      found = true;
    }
  }
  return groupings;
}

Tensor createPartitionableTensor(Graph &graph, const poplar::Type &type, const Shape &shape,
                                 const Shape &nPartitions,
                                 const poplar::DebugContext &debugContext) {
  checkPartitions("createPartitionableTensor", shape, nPartitions);
  const Tensor flat = graph.addVariable(type, {volume(shape)}, debugContext);
  std::size_t used = 0;
  Shape extents(shape.size());
  return assemble(flat, used, shape, nPartitions, extents, 0);
}

void iterateTensorPartitions(const Tensor &t, const Shape &nPartitions,
                             const std::function<void(const Shape &i, const Tensor &s)> &f) {
  checkPartitions("iterateTensorPartitions", t.shape(), nPartitions);
  const std::size_t count = volume(nPartitions);
  for (std::size_t p = 0; p < count; ++p) {
    const Shape index = unflattenIndex(nPartitions, p);
    Tensor part = t;
    for (unsigned d = 0; d < index.size(); ++d)
      part = part.slice(partition(t.dim(d), nPartitions[d], index[d]), d);
    f(index, part);
  }
}

} // namespace poputil
