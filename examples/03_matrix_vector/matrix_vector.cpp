// SPDX-License-Identifier: MIT
// Lesson 3, matrix times vector: rows are spread over the tiles, the vector is exchanged to all.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class DotProduct : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<float>> row, x;
  poplar::Output<float> y;

  void compute() {
    float sum = 0;
    for (unsigned i = 0; i < row.size(); ++i)
      sum += row[i] * x[i];
    *y = sum;
  }
};

#else
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <cstdio>

using namespace poplar;
using namespace poplar::program;

int main() {
  constexpr unsigned kRows = 3000, kColumns = 500;

  // The IPU model: a device that is always there, with as many tiles as you like.
  IPUModel model;
  model.tilesPerIPU = 1472;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__);

  Tensor matrix = graph.addVariable(FLOAT, {kRows, kColumns}, "matrix");
  Tensor x = graph.addVariable(FLOAT, {kColumns}, VariableMappingMethod::LINEAR, "x");
  Tensor y = graph.addVariable(FLOAT, {kRows}, "y");

  // Row r lives on tile r * tiles / rows, and so does its vertex: only x has to travel.
  const unsigned numTiles = graph.getTarget().getNumTiles();
  ComputeSet multiply = graph.addComputeSet("multiply");
  for (unsigned r = 0; r < kRows; ++r) {
    const unsigned tile = r * numTiles / kRows;
    graph.setTileMapping(matrix[r], tile);
    graph.setTileMapping(y[r], tile);
    VertexRef vertex =
        graph.addVertex(multiply, "DotProduct", {{"row", matrix[r]}, {"x", x}, {"y", y[r]}});
    graph.setTileMapping(vertex, tile);
    graph.setPerfEstimate(vertex, 20 + 2 * kColumns);
  }

  // Streams: the program itself fetches its inputs from the host and sends the result back.
  DataStream matrixIn = graph.addHostToDeviceFIFO("matrix", FLOAT, matrix.numElements());
  DataStream xIn = graph.addHostToDeviceFIFO("x", FLOAT, x.numElements());
  DataStream yOut = graph.addDeviceToHostFIFO("y", FLOAT, y.numElements());
  Sequence program(Copy(matrixIn, matrix), Copy(xIn, x), Execute(multiply), Copy(y, yOut));

  std::vector<float> hostMatrix(kRows * kColumns), hostX(kColumns), hostY(kRows);
  for (unsigned i = 0; i < hostMatrix.size(); ++i)
    hostMatrix[i] = static_cast<float>(i % 7);
  for (unsigned i = 0; i < hostX.size(); ++i)
    hostX[i] = static_cast<float>(i % 5);

  Engine engine(graph, program);
  engine.connectStream("matrix", hostMatrix.data(), hostMatrix.data() + hostMatrix.size());
  engine.connectStream("x", hostX.data(), hostX.data() + hostX.size());
  engine.connectStream("y", hostY.data(), hostY.data() + hostY.size());
  engine.load(device);
  engine.run();

  for (unsigned r = 0; r < kRows; ++r) {
    float expected = 0;
    for (unsigned c = 0; c < kColumns; ++c)
      expected += hostMatrix[r * kColumns + c] * hostX[c];
    if (hostY[r] != expected) {
      std::printf("row %u: %f instead of %f\n", r, hostY[r], expected);
      return 1;
    }
  }
  std::printf("%u x %u matrix times vector on %u tiles: correct\n", kRows, kColumns, numTiles);
  return 0;
}
#endif
