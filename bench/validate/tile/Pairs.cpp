// SPDX-License-Identifier: MIT
// Counted cycles: two steps of linear algebra on pairs of floats, measured between two stamps.
#include "Program.hpp"
#include "Row.hpp"

namespace validate {
namespace {

constexpr double kStamps = 45; ///< V34

struct Field {
  const char *name;
  std::size_t floats;
};

/// One vertex on an ipu2.
double measured(const char *vertex, const std::vector<Field> &fields) {
  Program p("ipu2");
  const poplar::ComputeSet set = p.graph.addComputeSet(vertex);
  const poplar::VertexRef v = p.graph.addVertex(set, vertex);
  for (const Field &field : fields)
    p.graph.connect(v[field.name], p.add(poplar::FLOAT, field.floats, 0));
  p.graph.setTileMapping(v, 0);
  p.sequence.add(poplar::program::Execute(set));
  return static_cast<double>(p.run(Constants::Hardware).compute) + kStamps;
}

} // namespace

void addPairs(Rows &rows) {
  report(rows, "V31 rotation", 1436,
         measured("Rotation", {{"angle", 2}, {"x", 512}, {"y", 512}, {"outX", 512}, {"outY", 512}}),
         10);
  report(rows, "V31 Householder row", 683,
         measured("HouseholderRow", {{"scale", 1}, {"v", 256}, {"x", 256}}), 10);
}

} // namespace validate
