// SPDX-License-Identifier: MIT
// The small program whose texts are compared: a scaled sum over the tiles of a small machine.
#pragma once

#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace golden {

class Texts : public testing::Test {
 protected:
  Texts() : device(makeDevice()), graph(device.getTarget()) {
    std::stringstream source(
        "#include <poplar/Vertex.hpp>\n"
        "using namespace poplar;\n"
        "struct Scale : Vertex {\n"
        "  Input<Vector<float>> in; Output<Vector<float>> out; float factor;\n"
        "  void compute() {\n"
        "    for (unsigned i = 0; i < out.size(); ++i) out[i] = factor * in[i];\n"
        "  }\n"
        "};\n"
        "struct Total : Vertex {\n"
        "  Vector<Input<Vector<float>>> rows; Output<float> sum;\n"
        "  void compute() {\n"
        "    *sum = 0;\n"
        "    for (auto &row : rows) for (float x : row) *sum += x;\n"
        "  }\n"
        "};\n");
    graph.addCodelets(source);
  }

  static poplar::Device makeDevice() {
    poplar::IPUModel model;
    model.tilesPerIPU = 4;
    return model.createDevice();
  }

  poplar::Tensor variable(std::vector<std::size_t> shape, const char *name, unsigned tile) {
    poplar::Tensor t = graph.addVariable(poplar::FLOAT, shape, name);
    graph.setTileMapping(t, tile);
    return t;
  }

  /// {4, 6}, a row a tile.
  poplar::Tensor rows(const char *name) {
    poplar::Tensor t = graph.addVariable(poplar::FLOAT, {4, 6}, name);
    for (unsigned row = 0; row < 4; ++row)
      graph.setTileMapping(t[row], row);
    return t;
  }

  poplar::VertexRef scale(poplar::ComputeSet cs, const poplar::Tensor &in,
                          const poplar::Tensor &out, unsigned tile) {
    poplar::VertexRef vertex = graph.addVertex(cs, "Scale", {{"in", in}, {"out", out}});
    graph.setInitialValue(vertex["factor"], 0.5f);
    graph.setTileMapping(vertex, tile);
    return vertex;
  }

  /// Streams a tensor in, scales each row on the next tile, adds up all columns but the first, and
  /// streams the sum out if a flag is set.
  poplar::program::Program scaledSum() {
    using namespace poplar;
    using namespace poplar::program;
    Tensor in = rows("in"), out = rows("out"), sum = variable({}, "sum", 3);
    DataStream feed = graph.addHostToDeviceFIFO("feed", FLOAT, in.numElements());
    DataStream drain = graph.addDeviceToHostFIFO("drain", FLOAT, 1);
    ComputeSet scaling = graph.addComputeSet("scaling"), adding = graph.addComputeSet("adding");
    for (unsigned row = 0; row < 4; ++row)
      scale(scaling, in[row], out[row], (row + 1) % 4);
    VertexRef total =
        graph.addVertex(adding, "Total", {{"rows", out.slice(1, 6, 1)}, {"sum", sum}});
    graph.setTileMapping(total, 3);
    Tensor wanted = graph.addConstant(BOOL, {}, true, "wanted");
    graph.setTileMapping(wanted, 0);
    graph.createHostRead("out", out);
    Sequence body{Execute(scaling), Copy(out, in, false, "again"), Execute(adding)};
    return Sequence{Copy(feed, in), Repeat(3, body), PrintTensor("sum", sum),
                    If(wanted, Copy(sum, drain), Sequence())};
  }

  poplar::Device device;
  poplar::Graph graph;
};

} // namespace golden
