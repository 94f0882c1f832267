// SPDX-License-Identifier: MIT
// Codelets that popc compiled with -Wall -Wextra -Werror -Wdouble-promotion, whole and half.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  const unsigned parts = 6, width = 20, count = parts * width;
  IPUModel model;
  model.tilesPerIPU = parts;
  Device device = model.createDevice();
  const Target &target = device.getTarget();
  Graph graph(target);
  graph.addCodelets(argv[1]);
  Tensor in = graph.addVariable(FLOAT, {parts, width}, "in");
  Tensor single = graph.addVariable(FLOAT, {parts, width}, "single");
  Tensor small = graph.addVariable(HALF, {parts, width}, "small");
  ComputeSet cs = graph.addComputeSet("limit");
  for (unsigned p = 0; p < parts; ++p) {
    for (const Tensor &t : {in, single, small})
      graph.setTileMapping(t[p], p);
    VertexRef one = graph.addVertex(cs, poputil::templateVertex("Limit", FLOAT, 1),
                                    {{"in", in[p]}, {"out", single[p]}});
    VertexRef other = graph.addVertex(cs, poputil::templateVertex("Limit", HALF, 3),
                                      {{"in", in[p]}, {"out", small[p]}});
    graph.setTileMapping(one, p);
    graph.setTileMapping(other, p);
  }
  graph.createHostWrite("in", in);
  graph.createHostRead("single", single);
  graph.createHostRead("small", small);
  Engine engine(graph, Execute(cs));
  engine.load(device);

  std::vector<float> x(count), y(count), z(count);
  for (unsigned i = 0; i < count; ++i)
    x[i] = 0.25f * static_cast<float>(i % 37) - 3.0f;
  std::vector<char> halves(count * target.getTypeSize(HALF));
  engine.writeTensor("in", x.data(), x.data() + count);
  engine.run(0);
  engine.readTensor("single", y.data(), y.data() + count);
  engine.readTensor("small", halves.data(), halves.data() + halves.size());
  copyDeviceHalfToFloat(target, halves.data(), z.data(), count);

  const float gains[] = {0.5f, 1.0f, 1.5f, 2.0f};
  for (unsigned i = 0; i < count; ++i) {
    const unsigned pair = i % width / 2;
    const auto limited = [&](unsigned step) {
      return std::max(std::min(x[i] * gains[pair * step % 4], 4.0f), -1.0f);
    };
    if (y[i] != limited(1) || z[i] != limited(3)) return 1;
  }
  std::cout << "limits as on the host" << std::endl;
}
