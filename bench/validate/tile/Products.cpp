// SPDX-License-Identifier: MIT
// Library vertices on all tiles: products of halves on Bow, scaled sums on Mk2. What each table
// leaves over the estimates is the launch of a compute set, for which the model has one constant:
// the tables check one another.
#include "Program.hpp"
#include "Row.hpp"

#include <poplin/codelets.hpp>
#include <popops/ScaledAdd.hpp>
#include <popops/codelets.hpp>

#include <utility>

namespace validate {
namespace {

using Measured = std::pair<unsigned, double>;

/// Without the 45 cycles of the counter.
const std::vector<Measured> kProducts = {
    {16, 402},    {32, 461},    {48, 524},    {64, 584},   {80, 653},    {96, 716},
    {112, 776},   {128, 845},   {160, 968},   {192, 1100}, {256, 1352},  {320, 1613},
    {464, 2189},  {512, 2381},  {720, 3212},  {976, 4232}, {1024, 4424}, {1232, 5261},
    {1488, 6284}, {1744, 7304}, {2000, 8333}, {2048, 8525}};
const std::vector<Measured> kScaledAdds = {{64, 330}, {128, 422}, {256, 620}, {512, 998}};

/// [n, 16] x [16, 16] on each tile.
double product(unsigned n) {
  poplar::IPUModel bow("ipu2");
  bow.tileClockFrequency = 1.85e9;
  Program p(bow);
  poplin::addCodelets(p.graph);
  const poplar::ComputeSet set = p.graph.addComputeSet("product");
  for (unsigned tile = 0; tile < p.graph.getTarget().getNumTiles(); ++tile) {
    const poplar::VertexRef v = p.graph.addVertex(set, "poplin::MatMulBlock<half,half,half,false>",
                                                  {{"a", p.add(poplar::HALF, n * 16, tile)},
                                                   {"b", p.add(poplar::HALF, 16 * 16, tile)},
                                                   {"c", p.add(poplar::HALF, n * 16, tile)}});
    p.graph.setInitialValue(v["m"], n);
    p.graph.setInitialValue(v["n"], 16U);
    p.graph.setInitialValue(v["k"], 16U);
    p.graph.setTileMapping(v, tile);
  }
  p.sequence.add(poplar::program::Execute(set));
  return static_cast<double>(p.run(Constants::Hardware).compute);
}

double scaledAdd(unsigned n) {
  Program p("ipu2");
  popops::addCodelets(p.graph);
  popops::scaledAddTo(p.graph, p.add(poplar::FLOAT, n, 0), p.add(poplar::FLOAT, n, 0), 0.5F,
                      p.sequence);
  return static_cast<double>(p.run(Constants::Hardware).compute);
}

} // namespace

void addProducts(Rows &rows) {
  for (const auto &[n, cycles] : kProducts)
    judge(rows, "V09 N=" + std::to_string(n), cycles, product(n), 3);
  for (const auto &[n, cycles] : kScaledAdds)
    judge(rows, "V10 n=" + std::to_string(n), cycles, scaledAdd(n), 3);
}

} // namespace validate
