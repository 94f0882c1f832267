// SPDX-License-Identifier: MIT
// Scenario 50: the maximum of each row in three ways: a vertex of its own, a reduction, and the
// last element of sorted rows.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class RowMax : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<float>> row;
  poplar::Output<float> max;

  bool compute() {
    float best = row[0];
    for (unsigned i = 1; i < row.size(); ++i)
      if (row[i] > best) best = row[i];
    *max = best;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <popops/Reduce.hpp>
#include <popops/Sort.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main() {
  DeviceManager manager = DeviceManager::createDeviceManager();
  Device device;
  bool attached = false;
  for (Device &candidate : manager.getDevices(TargetType::IPU, 1)) {
    device = std::move(candidate);
    attached = device.attach();
    if (attached) break;
  }
  if (!attached) return 1;
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  graph.addCodelets(__FILE__);

  const std::size_t rows = 7, columns = 1300;
  std::vector<float> host(rows * columns);
  for (std::size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<float>((i * 7919) % 10007) - 5000.0f;
  Tensor matrix = graph.addVariable(FLOAT, {rows, columns}, "matrix");
  poputil::mapTensorLinearly(graph, matrix);
  graph.createHostWrite("matrix", matrix);

  Tensor rowMax = graph.addVariable(FLOAT, {rows}, "row_max");
  ComputeSet cs = graph.addComputeSet("RowMaxCS");
  for (unsigned r = 0; r < rows; ++r) {
    VertexRef vertex = graph.addVertex(cs, "RowMax", {{"row", matrix[r]}, {"max", rowMax[r]}});
    graph.setTileMapping(vertex, r);
    graph.setTileMapping(rowMax[r], r);
  }
  Sequence prog;
  prog.add(Execute(cs));
  Tensor rowMax2 = popops::reduce(graph, matrix, {1}, {popops::Operation::MAX}, prog, "max");
  popops::sortInPlace(graph, matrix, 1, prog, "sort");
  Tensor last = matrix.slice(columns - 1, columns, 1).flatten();
  prog.add(PrintTensor("row_max", rowMax));
  prog.add(PrintTensor("row_max_2", rowMax2));
  prog.add(PrintTensor("last", last));
  graph.createHostRead("row_max", rowMax);
  graph.createHostRead("row_max_2", rowMax2);
  graph.createHostRead("last", last);

  Engine engine(graph, prog);
  engine.load(device);
  engine.writeTensor("matrix", host.data(), host.data() + host.size());
  engine.run(0);
  std::vector<float> a(rows), b(rows), c(rows);
  engine.readTensor("row_max", a.data(), a.data() + rows);
  engine.readTensor("row_max_2", b.data(), b.data() + rows);
  engine.readTensor("last", c.data(), c.data() + rows);
  if (a != b || a != c) return 1;
  std::cout << "row maxima agree" << std::endl;
  return 0;
}
#endif
