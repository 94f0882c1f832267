// SPDX-License-Identifier: MIT
// Counted cycles: the loop for pi of the Julia examples, which were measured inside of the vertex.
#include "Program.hpp"
#include "Row.hpp"

namespace validate {
namespace {

double pi(const char *vertex, unsigned n) {
  Program p("ipu2");
  const poplar::ComputeSet set = p.graph.addComputeSet("pi");
  const poplar::VertexRef v =
      p.graph.addVertex(set, vertex, {{"out", p.add(poplar::FLOAT, 1, 0)[0]}});
  p.graph.setInitialValue(v["n"], n);
  p.graph.setTileMapping(v, 0);
  p.sequence.add(poplar::program::Execute(set));
  return static_cast<double>(p.run(Constants::IpuModel).compute);
}

} // namespace

void addPi(Rows &rows) {
  judge(rows, "V12 one step", 245093526, pi("Pi", 2917776), 15);
  judge(rows, "V12 twelve steps", 138594708, pi("UnrolledPi<12>", 2917776), 15);
  judge(rows, "V12 two steps", 57318, pi("UnrolledPi<2>", 1000), 15);
}

} // namespace validate
