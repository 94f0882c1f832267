// SPDX-License-Identifier: MIT
// Writes the glue as text.
#include "code/Glue.hpp"

namespace poplar_emu::popc {

std::string glueForReflection(const std::string &sourcePath) {
  return "extern \"C\" void poplar_emu_noHostCode(int) __attribute__((noreturn));\n"
         "#include \"" +
         sourcePath + "\"\n";
}

std::string glueForCode(const std::string &sourcePath, const std::vector<ReflectedVertex> &vertices,
                        const std::vector<std::string> &macros) {
  std::string glue = glueForReflection(sourcePath);
  for (const std::string &macro : macros)
    glue += "#undef " + macro + "\n";
  glue += "#pragma clang diagnostic ignored \"-Weverything\"\n"
          "#include <poplar_emu/device/Batch.hpp>\n";
  for (const ReflectedVertex &vertex : vertices) {
    if (!vertex.hasBody) continue;
    const bool multi = vertex.entry.type.kind == ir::VertexKind::MultiVertex;
    const bool supervisor = vertex.entry.type.kind == ir::VertexKind::SupervisorVertex;
    glue += "extern \"C\" __attribute__((visibility(\"default\"))) uint32_t " +
            vertex.entry.symbol +
            "(void *poplar_emu_a, uint32_t poplar_emu_b, size_t poplar_emu_c, "
            "poplar_emu_TileContext *poplar_emu_d, const uint8_t *poplar_emu_e) {\n"
            "  return ::poplar_emu::device::runBatch<struct ::" +
            vertex.cppName + ", " + (multi ? "POPLAR_EMU_NUM_WORKERS" : "0") +
            (supervisor ? ", true" : "") +
            ">(poplar_emu_a, poplar_emu_b, poplar_emu_c, poplar_emu_d, poplar_emu_e);\n}\n";
  }
  return glue;
}

} // namespace poplar_emu::popc
