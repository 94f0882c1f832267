// SPDX-License-Identifier: MIT
// What a call on a tile of an ipu21 takes however little it does: a copy, and a product.
#include "Program.hpp"
#include "Row.hpp"

#include <poplin/codelets.hpp>

namespace validate {
namespace {

/// Of a straight line, from its values at 1 and 2.
double atZero(double one, double two) {
  return 2 * one - two;
}

/// Words from one place of a tile to another.
double copy(unsigned words) {
  Program p("ipu21");
  p.sequence.add(
      poplar::program::Copy(p.add(poplar::FLOAT, words, 0), p.add(poplar::FLOAT, words, 0)));
  return static_cast<double>(p.run(Constants::Hardware).compute);
}

/// Groups of 16 columns. The number of rows is not published; it moves the slope only.
double product(unsigned groups) {
  constexpr unsigned kRows = 24, kDepth = 16;
  const unsigned columns = 16 * groups;
  Program p("ipu21");
  poplin::addCodelets(p.graph);
  const poplar::ComputeSet set = p.graph.addComputeSet("product");
  const poplar::VertexRef v = p.graph.addVertex(set, "poplin::MatMulBlock<half,half,half,false>",
                                                {{"a", p.add(poplar::HALF, kRows * kDepth, 0)},
                                                 {"b", p.add(poplar::HALF, kDepth * columns, 0)},
                                                 {"c", p.add(poplar::HALF, kRows * columns, 0)}});
  p.graph.setInitialValue(v["m"], kRows);
  p.graph.setInitialValue(v["n"], columns);
  p.graph.setInitialValue(v["k"], kDepth);
  p.graph.setTileMapping(v, 0);
  p.sequence.add(poplar::program::Execute(set));
  return static_cast<double>(p.run(Constants::Hardware).compute);
}

} // namespace

void addCalls(Rows &rows) {
  report(rows, "V20 local copy, fixed part", 288, atZero(copy(256), copy(512)));
  report(rows, "V21 AMP call, fixed part", 294, atZero(product(1), product(2)), 5);
}

} // namespace validate
