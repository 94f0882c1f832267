// SPDX-License-Identifier: MIT
// list_vertices FILE.gp: one line a vertex type, then one a field: its name, kind and element type.
#include "codelet/format/GpFile.hpp"
#include "support/ElementType.hpp"

#include <fstream>
#include <iostream>
#include <iterator>

using namespace poplar_emu;

namespace {

const char *kindName(ir::FieldKind kind) {
  switch (kind) {
  case ir::FieldKind::ScalarEdge:
    return "edge";
  case ir::FieldKind::VectorEdge:
    return "vector";
  case ir::FieldKind::ScalarState:
    return "state";
  case ir::FieldKind::VectorState:
    return "states";
  case ir::FieldKind::VectorEdges:
    return "rows";
  default:
    return "other";
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const codelet::GpContent content = codelet::readGp(bytes);
  if (!content.problem.empty()) {
    std::cerr << argv[1] << ": " << content.problem << '\n';
    return 1;
  }
  for (const codelet::Unit &unit : content.units)
    for (const codelet::VertexEntry &entry : unit.vertices) {
      std::cout << "type\t" << entry.type.name << '\n';
      for (const ir::FieldInfo &field : entry.type.fields)
        std::cout << "field\t" << field.name << '\t' << kindName(field.kind) << '\t'
                  << name(field.type) << '\n';
    }
}
