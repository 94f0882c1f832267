// SPDX-License-Identifier: MIT
// Scenario 6: matrix times vector split in two dimensions, the split chosen from the target's
// figures.
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>

using namespace poplar;
using namespace poplar::program;

// Estimated cycles when a row is cut into `colSplits` parts that are reduced afterwards.
static unsigned long estimateCost(const Target &target, unsigned numRows, unsigned numCols,
                                  unsigned colSplits) {
  unsigned numTiles = target.getNumTiles();
  unsigned workers = target.getNumWorkerContexts();
  unsigned exchangeBytes = target.getExchangeBytesPerCycle();
  unsigned partials = numRows * colSplits;
  unsigned perTile = (partials + numTiles - 1) / numTiles;
  unsigned cols = (numCols + colSplits - 1) / colSplits;
  unsigned long first = (perTile + workers - 1) / workers * (workers * (cols * 2 + 10));
  unsigned long exchange = (unsigned long)perTile * cols * 4 / exchangeBytes;
  unsigned rowsPerTile = (numRows + numTiles - 1) / numTiles;
  unsigned long reduce = rowsPerTile * ((colSplits * 4 + exchangeBytes - 1) / exchangeBytes +
                                        workers * (colSplits + 10));
  return first + exchange + (colSplits > 1 ? reduce : 0);
}

int main(int argc, char **argv) {
  unsigned numRows = argc > 1 ? std::atoi(argv[1]) : 500;
  unsigned numCols = argc > 2 ? std::atoi(argv[2]) : 3000;
  bool hardware = argc > 3 && !std::strcmp(argv[3], "ipu");
  Device device;
  if (hardware) {
    for (auto &d : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
      if (d.attach()) {
        device = std::move(d);
        break;
      }
  } else {
    IPUModel ipuModel;
    ipuModel.relativeSyncDelay = IPUModel::RelativeSyncDelayType::NO_DELAY;
    ipuModel.minIPUSyncDelay = 0;
    device = ipuModel.createDevice();
  }
  Graph graph(device.getTarget());
  graph.addCodelets("04_matrix_vector_codelets.cpp");
  const Target &target = graph.getTarget();

  unsigned best = 1;
  unsigned long bestCost = std::numeric_limits<unsigned long>::max(), worst = 0;
  for (unsigned splits = 1; splits <= std::min(numCols, 64u); ++splits) {
    unsigned long cost = estimateCost(target, numRows, numCols, splits);
    worst = std::max(worst, cost);
    if (cost < bestCost) bestCost = cost, best = splits;
  }
  std::cout << "Best split chosen: " << best << ", worst cost seen: " << worst << "\n";

  Tensor matrix = graph.addVariable(FLOAT, {numRows, numCols}, "matrix");
  Tensor in = graph.addVariable(FLOAT, {numCols}, "in");
  Tensor out = graph.addVariable(FLOAT, {numRows}, "out");
  Tensor partials = graph.addVariable(FLOAT, {numRows, best}, "partials");
  unsigned numTiles = target.getNumTiles();
  for (unsigned c = 0; c < numCols; ++c)
    graph.setTileMapping(in[c], c * numTiles / numCols);

  ComputeSet mulCS = graph.addComputeSet("mulCS"), reduceCS = graph.addComputeSet("reduceCS");
  for (unsigned row = 0; row < numRows; ++row) {
    for (unsigned s = 0; s < best; ++s) {
      unsigned begin = numCols * s / best, end = numCols * (s + 1) / best;
      unsigned tile = (row * best + s) * (unsigned long)numTiles / (numRows * best);
      graph.setTileMapping(matrix.slice({row, begin}, {row + 1, end}), tile);
      graph.setTileMapping(partials[row][s], tile);
      auto v = graph.addVertex(mulCS, "DotProductVertex");
      graph.connect(v["a"], matrix[row].slice(begin, end));
      graph.connect(v["b"], in.slice(begin, end));
      graph.connect(v["out"], partials[row][s]);
      graph.setTileMapping(v, tile);
      graph.setPerfEstimate(v, 2 * (end - begin) + 10);
    }
    unsigned tile = row * numTiles / numRows;
    graph.setTileMapping(out[row], tile);
    auto v = graph.addVertex(reduceCS, "ReduceVertex", {{"in", partials[row]}, {"out", out[row]}});
    graph.setTileMapping(v, tile);
    graph.setPerfEstimate(v, best + 10);
  }
  graph.createHostWrite("matrix", matrix);
  graph.createHostWrite("in", in);
  graph.createHostRead("out", out);
  Engine engine(graph, Sequence(Execute(mulCS), Execute(reduceCS)),
                OptionFlags{{"debug.retainDebugInformation", "true"}});
  engine.load(device);

  std::vector<float> hMatrix(numRows * numCols), hIn(numCols), hOut(numRows);
  for (std::size_t i = 0; i < hMatrix.size(); ++i)
    hMatrix[i] = (float)(i % 17) - 8;
  for (std::size_t i = 0; i < hIn.size(); ++i)
    hIn[i] = (float)(i % 5) - 2;
  engine.writeTensor("matrix", hMatrix.data(), hMatrix.data() + hMatrix.size());
  engine.writeTensor("in", hIn.data(), hIn.data() + hIn.size());
  engine.run();
  engine.readTensor("out", hOut.data(), hOut.data() + hOut.size());
  for (unsigned r = 0; r < numRows; ++r) {
    float sum = 0;
    for (unsigned c = 0; c < numCols; ++c)
      sum += hMatrix[r * numCols + c] * hIn[c];
    if (std::fabs(sum - hOut[r]) > 1e-3f * (1 + std::fabs(sum))) {
      std::cout << "ERROR in row " << r << ": " << hOut[r] << " instead of " << sum << "\n";
      return 1;
    }
  }
  std::cout << "Multiplication result OK\n";
  return 0;
}
