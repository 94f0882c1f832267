// SPDX-License-Identifier: MIT
// Graphs that tests of profiles look at: two IPUs of four tiles, and vertices of known costs.
#pragma once

#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <initializer_list>
#include <sstream>

namespace profile_test {

using namespace poplar;
using namespace poplar::program;

inline Device model() {
  IPUModel machine;
  machine.numIPUs = 2;
  machine.tilesPerIPU = 4;
  return machine.createDevice();
}

inline void addCodelets(Graph &graph) {
  std::stringstream source("#include <poplar/Vertex.hpp>\n"
                           "using namespace poplar;\n"
                           "template <int N> class Add : public Vertex {\n"
                           "public: Input<Vector<float>> in; InOut<Vector<float>> out;\n"
                           "  void compute() { for (unsigned i = 0; i < out.size(); ++i)\n"
                           "    out[i] += N * in[i]; } };\n"
                           "template class Add<1>;\n"
                           "template class Add<2>;\n"
                           "class Spin : public Vertex {\n"
                           "public: InOut<unsigned> n;\n"
                           "  void compute() { unsigned x = *n;\n"
                           "    for (unsigned i = 0; i < *n; ++i) x = x * 3 ^ (x >> 5);\n"
                           "    *n = x; } };\n");
  graph.addCodelets(source);
}

/// Adds each part of `in` to the part of `out` that lies three tiles further on.
inline Execute addRotated(Graph &graph, const char *type, const Tensor &in, const Tensor &out,
                          std::initializer_list<unsigned> tiles) {
  ComputeSet set = graph.addComputeSet(type);
  for (const unsigned t : tiles) {
    VertexRef vertex = graph.addVertex(set, type, {{"in", in[(t + 3) % 8]}, {"out", out[t]}});
    graph.setTileMapping(vertex, t);
    graph.setPerfEstimate(vertex, 10 + t);
  }
  return Execute(set);
}

} // namespace profile_test
