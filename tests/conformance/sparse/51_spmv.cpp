// SPDX-License-Identifier: MIT
// Scenario 51: a sparse matrix of a Matrix Market file times a vector, over and over. Tiles hold
// blocks of the matrix in compressed rows; products of a row of blocks are reduced together.
// Arguments: file.mtx, blocks a side, rounds, "hw" or --model.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

class BlockProduct : public Vertex {
 public:
  Input<Vector<float>> values;
  Input<Vector<int>> columns, starts;
  Input<Vector<float>> x;
  Output<Vector<float>> y;

  auto compute() -> bool {
    for (auto row = 0u; row < y.size(); ++row) {
      auto sum = 0.0f;
      for (auto k = starts[row]; k < starts[row + 1]; ++k)
        sum += values[k] * x[columns[k]];
      y[row] = sum;
    }
    return true;
  }
};

#else
#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

struct Entry {
  int row, column;
  float value;
};

struct Matrix {
  int size = 0;
  std::vector<Entry> entries;
};

static Matrix readMatrix(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line.rfind("%%MatrixMarket matrix coordinate real", 0) != 0)
    throw std::runtime_error(path + " is no Matrix Market file of real coordinates");
  const bool symmetric = line.find("symmetric") != std::string::npos;
  while (std::getline(file, line) && line[0] == '%') {
  }
  Matrix matrix;
  int columns = 0, count = 0;
  std::istringstream(line) >> matrix.size >> columns >> count;
  for (int i = 0; i < count; ++i) {
    Entry e{};
    if (!(file >> e.row >> e.column >> e.value)) throw std::runtime_error(path + " ends early");
    --e.row, --e.column;
    matrix.entries.push_back(e);
    if (symmetric && e.row != e.column) matrix.entries.push_back({e.column, e.row, e.value});
  }
  return matrix;
}

int main(int argc, char **argv) {
  const Matrix matrix = readMatrix(argc > 1 ? argv[1] : "mesh.mtx");
  const int blocks = argc > 2 ? std::atoi(argv[2]) : 4, rounds = argc > 3 ? std::atoi(argv[3]) : 8;
  const int n = matrix.size, side = (n + blocks - 1) / blocks;
  Device device;
  if (argc > 4 && std::string(argv[4]) == "hw") {
    for (auto &candidate : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
      if (candidate.attach()) {
        device = std::move(candidate);
        break;
      }
  } else {
    IPUModel model;
    model.tilesPerIPU = 1472;
    device = model.createDevice();
  }
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets({__FILE__}, "-O3");

  // Row sums scale the result, so that it stays bounded: x = A x / norm.
  std::vector<float> sums(n, 0.0f);
  for (const Entry &e : matrix.entries)
    sums[e.row] += std::fabs(e.value);
  float norm = 0;
  for (float sum : sums)
    norm = std::max(norm, sum);

  Tensor x = graph.addVariable(FLOAT, {std::size_t(n)}, "x");
  poputil::mapTensorLinearly(graph, x);
  ComputeSet multiply = graph.addComputeSet("multiply");
  std::vector<popops::SingleReduceOp> reductions;
  std::vector<Tensor> results;
  Sequence upload;
  std::vector<std::vector<float>> allValues;
  std::vector<std::vector<int>> allColumns, allStarts;
  for (int br = 0; br < blocks; ++br) {
    const int firstRow = br * side, rows = std::min(n, firstRow + side) - firstRow;
    std::vector<Tensor> partials;
    for (int bc = 0; bc < blocks; ++bc) {
      const int firstColumn = bc * side, lastColumn = std::min(n, firstColumn + side);
      std::vector<float> values;
      std::vector<int> columns, starts{0};
      for (int row = firstRow; row < firstRow + rows; ++row) {
        for (const Entry &e : matrix.entries)
          if (e.row == row && e.column >= firstColumn && e.column < lastColumn) {
            values.push_back(e.value);
            columns.push_back(e.column - firstColumn);
          }
        starts.push_back(int(values.size()));
      }
      if (values.empty()) continue; // no product, no vertex
      const unsigned tile = br * blocks + bc;
      Tensor v = graph.addVariable(FLOAT, {values.size()}, "values");
      Tensor c = graph.addVariable(INT, {columns.size()}, "columns");
      Tensor s = graph.addVariable(INT, {starts.size()}, "starts");
      Tensor y = graph.addVariable(FLOAT, {1, std::size_t(rows)}, "y");
      for (const Tensor &t : {v, c, s, y})
        graph.setTileMapping(t, tile);
      const std::string id = std::to_string(allValues.size());
      upload.add(Copy(graph.addHostToDeviceFIFO("values" + id, FLOAT, values.size()), v));
      upload.add(Copy(graph.addHostToDeviceFIFO("columns" + id, INT, columns.size()), c));
      upload.add(Copy(graph.addHostToDeviceFIFO("starts" + id, INT, starts.size()), s));
      allValues.push_back(values);
      allColumns.push_back(columns);
      allStarts.push_back(starts);
      auto vertex = graph.addVertex(multiply, "BlockProduct",
                                    {{"values", v},
                                     {"columns", c},
                                     {"starts", s},
                                     {"x", x.slice(firstColumn, lastColumn)},
                                     {"y", y[0]}});
      graph.setTileMapping(vertex, tile);
      partials.push_back(y);
    }
    reductions.push_back({concat(partials), {0}, {popops::Operation::ADD}, "rows"});
    Tensor out = graph.addVariable(FLOAT, {std::size_t(rows)}, "out");
    poputil::mapTensorLinearly(graph, out);
    results.push_back(out);
  }
  Sequence body{Execute(multiply)};
  popops::reduceMany(graph, reductions, results, body);
  Tensor y = concat(results);
  popops::mulInPlace(graph, y, 1 / norm, body, "scale");
  body.add(Copy(y, x));
  Sequence prog{Repeat(rounds, body)};
  graph.createHostRead("cycles", cycleCount(graph, prog, 0, SyncType::INTERNAL, "spmv"));
  graph.createHostWrite("x", x);
  graph.createHostRead("x", x);

  Engine engine(graph, {upload, prog});
  for (std::size_t i = 0; i < allValues.size(); ++i) {
    const std::string id = std::to_string(i);
    engine.connectStream("values" + id, allValues[i].data());
    engine.connectStream("columns" + id, allColumns[i].data());
    engine.connectStream("starts" + id, allStarts[i].data());
  }
  engine.load(device);
  std::vector<float> host(n), result(n);
  for (int i = 0; i < n; ++i)
    host[i] = std::sin(0.9f * i) + 2;
  engine.writeTensor("x", host.data(), host.data() + n);
  engine.run(0);
  engine.run(1);
  engine.readTensor("x", result.data(), result.data() + n);
  unsigned cycles[2];
  engine.readTensor("cycles", cycles, cycles + 2);

  for (int round = 0; round < rounds; ++round) {
    std::vector<double> next(n, 0.0);
    for (const Entry &e : matrix.entries)
      next[e.row] += double(e.value) * host[e.column];
    for (int i = 0; i < n; ++i)
      host[i] = float(next[i] / norm);
  }
  double worst = 0, largest = 0;
  for (int i = 0; i < n; ++i) {
    worst = std::max(worst, double(std::fabs(result[i] - host[i])));
    largest = std::max(largest, double(std::fabs(host[i])));
  }
  const bool equal = largest > 1e-3 && worst < 1e-5 * largest;
  std::cout << "{\"rows\": " << n << ", \"nonzeros\": " << matrix.entries.size()
            << ", \"blocks\": " << allValues.size()
            << ", \"counted\": " << (cycles[0] > 0 ? "true" : "false")
            << ", \"largest\": " << largest << ", \"worst\": " << worst
            << ", \"equal\": " << (equal ? "true" : "false") << "}\n";
  return equal ? 0 : 1;
}
#endif
