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

/// Where each worker's part of the pairs begins, and the end.
std::vector<unsigned short> parts(std::size_t pairs) {
  constexpr std::size_t kWorkers = 6;
  std::vector<unsigned short> first;
  for (std::size_t worker = 0; worker <= kWorkers; ++worker)
    first.push_back(static_cast<unsigned short>(pairs * worker / kWorkers));
  return first;
}

/// One vertex on an ipu2 that works on pairs of `floats` floats.
double measured(const char *vertex, std::size_t floats, const std::vector<Field> &fields) {
  Program p("ipu2");
  const poplar::ComputeSet set = p.graph.addComputeSet(vertex);
  const poplar::VertexRef v = p.graph.addVertex(set, vertex);
  for (const Field &field : fields)
    p.graph.connect(v[field.name], p.add(poplar::FLOAT, field.floats, 0));
  const std::vector<unsigned short> first = parts(floats / 2);
  const poplar::Tensor constant =
      p.graph.addConstant<unsigned short>(poplar::UNSIGNED_SHORT, {first.size()}, first.data());
  p.graph.setTileMapping(constant, 0);
  p.graph.connect(v["first"], constant);
  p.graph.setTileMapping(v, 0);
  p.sequence.add(poplar::program::Execute(set));
  return static_cast<double>(p.run(Constants::Hardware).compute) + kStamps;
}

} // namespace

void addPairs(Rows &rows) {
  report(rows, "V31 rotation", 1436,
         measured("Rotation", 512,
                  {{"angle", 2}, {"x", 512}, {"y", 512}, {"outX", 512}, {"outY", 512}}),
         10);
  report(rows, "V31 Householder row", 683,
         measured("HouseholderRow", 256, {{"scale", 1}, {"v", 256}, {"x", 256}}), 10);
}

} // namespace validate
