// SPDX-License-Identifier: MIT
// Slabs of dense matrices, and one superstep of a sparse product.
#include "matmul/Dense.hpp"

#include "support/Errors.hpp"

#include <popops/Cast.hpp>
#include <popops/Zero.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>

namespace popsparse {

using poplar::Graph;
using poplar::Tensor;

Tensor createSlabs(Graph &graph, const poplar::Type &type, std::size_t rows, std::size_t n,
                   std::size_t slabs, const poplar::DebugNameAndId &name) {
  std::vector<Tensor> pieces;
  for (std::size_t j = 0; j < slabs; ++j) {
    const Tensor slab = graph.addVariable(type, {1, rows, partOf(n, slabs, j).size()}, {name});
    poputil::mapTensorLinearlyWithOffset(
        graph, slab, static_cast<unsigned>(j * graph.getTarget().getNumTiles() / slabs));
    pieces.push_back(slab);
  }
  return concat(pieces, 2);
}

void checkDense(const std::string &operation, const Tensor &dense, std::size_t rows,
                const poplar::Type &type, const std::string &sparse) {
  const std::string what = "the sparse operand is " + popops::support::nameOf(type) + sparse +
                           " and the dense one " + popops::support::describe(dense);
  if (dense.rank() != 3 || dense.dim(0) != 1 || dense.dim(1) != rows)
    popops::support::fail(operation, what,
                          "give the dense operand one group and the inner size of the sparse one, "
                          "or transpose one of them");
  if (dense.elementType() != type)
    popops::support::fail(operation, what, "give both one type; popops::cast converts");
}

Job makeJob(Graph &graph, const MatrixShape &shape, bool swap, std::vector<Range> parts,
            const Tensor &x, const poplar::DebugNameAndId &name) {
  Job job{shape, swap, std::move(parts), x, {}};
  const std::size_t n = x.dim(1);
  const std::size_t slabs =
      slabsOf(graph.getTarget(), x.elementType(), x.dim(0), n, job.parts.size());
  const std::size_t tiles = graph.getTarget().getNumTiles();
  for (std::size_t i = 0; i < job.parts.size(); ++i) {
    job.y.emplace_back();
    for (std::size_t j = 0; j < slabs; ++j) {
      const std::size_t size = job.parts[i].size() * job.rowsInBlock() * partOf(n, slabs, j).size();
      job.y[i].push_back(graph.addVariable(poplar::FLOAT, {size}, {name, "sums"}));
      graph.setTileMapping(job.y[i][j], static_cast<unsigned>((i + j * job.parts.size()) % tiles));
    }
  }
  return job;
}

void clear(Graph &graph, const Job &job, poplar::program::Sequence &prog,
           const poplar::DebugNameAndId &name) {
  std::vector<Tensor> all;
  for (const auto &slabs : job.y)
    all.insert(all.end(), slabs.begin(), slabs.end());
  popops::zero(graph, concat(all), prog, {name, "Clear"});
}

void addStep(Graph &graph, const Job &job, const std::function<Bucket(std::size_t)> &bucket,
             poplar::program::Sequence &prog, const poplar::DebugNameAndId &name) {
  const poplar::ComputeSet cs = graph.addComputeSet({name, "SparseDense"});
  const std::size_t n = job.x.dim(1), tiles = graph.getTarget().getNumTiles();
  for (std::size_t i = 0; i < job.parts.size(); ++i) {
    const Bucket operands = bucket(i);
    const std::string type = poputil::templateVertex(
        "popsparse::SparseDenseMatMul", job.x.elementType(), operands.meta.elementType());
    for (std::size_t j = 0; j < job.y[i].size(); ++j) {
      if (job.y[i][j].numElements() == 0) continue;
      const Range columns = partOf(n, job.y[i].size(), j);
      const poplar::VertexRef vertex =
          graph.addVertex(cs, type,
                          {{"meta", operands.meta},
                           {"values", operands.values},
                           {"x", job.x.slice(columns.begin, columns.end, 1).flatten()},
                           {"y", job.y[i][j]}});
      graph.setInitialValue(vertex["firstRow"], static_cast<unsigned>(job.parts[i].begin));
      graph.setInitialValue(vertex["endRow"], static_cast<unsigned>(job.parts[i].end));
      graph.setInitialValue(vertex["width"], static_cast<unsigned>(columns.size()));
      graph.setInitialValue(vertex["blockRows"], static_cast<unsigned>(job.shape.block[0]));
      graph.setInitialValue(vertex["blockColumns"], static_cast<unsigned>(job.shape.block[1]));
      graph.setInitialValue(vertex["swap"], job.swap);
      graph.setTileMapping(vertex, static_cast<unsigned>((i + j * job.parts.size()) % tiles));
    }
  }
  prog.add(poplar::program::Execute(cs, {name}));
}

Tensor resultOf(Graph &graph, const Job &job, poplar::program::Sequence &prog,
                const poplar::DebugNameAndId &name) {
  const std::size_t n = job.x.dim(1);
  std::vector<Tensor> rows;
  for (std::size_t i = 0; i < job.parts.size(); ++i) {
    const std::size_t height = job.parts[i].size() * job.rowsInBlock();
    std::vector<Tensor> slabs;
    for (std::size_t j = 0; j < job.y[i].size(); ++j)
      slabs.push_back(job.y[i][j].reshape({height, partOf(n, job.y[i].size(), j).size()}));
    rows.push_back(concat(slabs, 1));
  }
  const Tensor sums = concat(rows).expand({0});
  return job.x.elementType() == poplar::FLOAT
             ? sums
             : popops::cast(graph, sums, job.x.elementType(), prog, {name, "Round"});
}

} // namespace popsparse
