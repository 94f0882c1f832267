// SPDX-License-Identifier: MIT
// Rows of many lengths summed one after another, each sum a reduction of its own in the program.
// The code of all their exchanges must fit the tiles, so no tile may collect the parts of many.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/Reduce.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main() {
  const unsigned rows = 150, columns = 3000;
  Device device = IPUModel().createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  Tensor table = graph.addVariable(FLOAT, {rows, columns}, "table");
  poputil::mapTensorLinearly(graph, table);
  graph.createHostWrite("table", table);

  Sequence prog;
  std::vector<Tensor> sums;
  for (unsigned n = 1; n <= rows; ++n)
    sums.push_back(popops::reduce(graph, table.slice(0, n), {1}, {popops::Operation::ADD}, prog,
                                  "rows" + std::to_string(n)));
  const Tensor all = concat(sums);
  graph.createHostRead("sums", all);

  Engine engine(graph, prog);
  engine.load(device);
  std::vector<float> host(rows * columns), got(all.numElements());
  for (unsigned i = 0; i < host.size(); ++i)
    host[i] = static_cast<float>(i * 7919u % 64);
  engine.writeTensor("table", host.data(), host.data() + host.size());
  engine.run();
  engine.readTensor("sums", got.data(), got.data() + got.size());

  std::vector<float> want;
  for (unsigned n = 1; n <= rows; ++n)
    for (unsigned r = 0; r < n; ++r) {
      float sum = 0;
      for (unsigned c = 0; c < columns; ++c)
        sum += host[r * columns + c];
      want.push_back(sum);
    }
  if (got != want) return 1;
  std::cout << got.size() << " sums as on the host" << std::endl;
}
