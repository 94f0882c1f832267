// SPDX-License-Identifier: MIT
// Scenarios 4 and 5: matrix times vector, one vertex a row; arguments: rows columns.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>

using namespace poplar;
using namespace poplar::program;

// Puts the vertices on tiles in turn: nothing about the machine but its tile count is used.
Program buildMultiplyProgram(Graph &graph, Tensor matrix, Tensor in, Tensor out) {
  ComputeSet mulCS = graph.addComputeSet("mulCS");
  auto numRows = matrix.dim(0);
  auto numTiles = graph.getTarget().getNumTiles();
  for (unsigned row = 0; row < numRows; ++row) {
    auto v = graph.addVertex(mulCS, "DotProductVertex",
                             {{"a", matrix[row]}, {"b", in}, {"out", out[row]}});
    graph.setTileMapping(v, row % numTiles);
    graph.setPerfEstimate(v, 20);
  }
  return Execute(mulCS);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::cerr << "usage: " << argv[0] << " numRows numCols\n";
    return 1;
  }
  unsigned numRows = std::atoi(argv[1]);
  unsigned numCols = std::atoi(argv[2]);
  std::cout << "Multiplying matrix of size " << numRows << "x" << numCols << " by vector of size "
            << numCols << "\n";
#ifdef USE_HARDWARE
  auto manager = DeviceManager::createDeviceManager();
  auto devices = manager.getDevices(poplar::TargetType::IPU, 1);
  auto it = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (it == devices.end()) {
    std::cerr << "Error attaching to device\n";
    return 1;
  }
  auto device = std::move(*it);
  std::cout << "Attached to IPU " << device.getId() << std::endl;
#else
  IPUModel ipuModel;
  auto device = ipuModel.createDevice();
#endif
  Graph graph(device.getTarget());
  graph.addCodelets("04_matrix_vector_codelets.cpp");

  Tensor matrix = graph.addVariable(FLOAT, {numRows, numCols}, "matrix");
  Tensor inputVector = graph.addVariable(FLOAT, {numCols}, "inputVector");
  Tensor outputVector = graph.addVariable(FLOAT, {numRows}, "outputVector");
  poputil::mapTensorLinearly(graph, matrix);
  poputil::mapTensorLinearly(graph, inputVector);
  poputil::mapTensorLinearly(graph, outputVector);

  auto inStreamV = graph.addHostToDeviceFIFO("inputVector", FLOAT, numCols);
  auto inStreamM = graph.addHostToDeviceFIFO("inputMatrix", FLOAT, numCols * numRows);
  auto outStream = graph.addDeviceToHostFIFO("out", FLOAT, numRows);
  auto prog = Sequence({Copy(inStreamV, inputVector), Copy(inStreamM, matrix),
                        buildMultiplyProgram(graph, matrix, inputVector, outputVector),
                        Copy(outputVector, outStream)});

  Engine engine(graph, prog);
  engine.load(device);

  std::mt19937 randomEngine;
  std::uniform_real_distribution<float> dist(-1.0, 1.0);
  auto h_matrix = std::vector<float>(numRows * numCols);
  auto h_input = std::vector<float>(numCols);
  for (auto &x : h_matrix)
    x = dist(randomEngine);
  for (auto &x : h_input)
    x = dist(randomEngine);
  auto h_output = std::vector<float>(numRows);
  engine.connectStream("inputVector", h_input.data());
  engine.connectStream("inputMatrix", h_matrix.data());
  engine.connectStream("out", h_output.data());
  engine.run();
  engine.printProfileSummary(std::cout, {{"showExecutionSteps", "true"}});

  int err = 0;
  for (unsigned i = 0; i < numRows; ++i) {
    float sum = 0;
    for (unsigned j = 0; j < numCols; ++j)
      sum += h_matrix[i * numCols + j] * h_input[j];
    if (std::fabs(sum - h_output[i]) > 1e-4) {
      err = 1;
      std::cout << "ERROR: matrix-vector product, output at index " << i << " is " << h_output[i]
                << ", expected " << sum << "\n";
    }
  }
  if (!err) std::cout << "Multiplication result OK\n";
  return err;
}
