// SPDX-License-Identifier: MIT
// Rows of many lengths summed one after another, each sum a reduction of its own in the program.
// The code of all their exchanges must fit the tiles, so no tile may collect the parts of many. Nor
// may one where each tile has a column, and so a part of every row.
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

  const unsigned tiles = graph.getTarget().getNumTiles(), tall = 1000;
  Tensor wide = graph.addVariable(FLOAT, {tall, tiles}, "wide");
  for (unsigned t = 0; t < tiles; ++t)
    graph.setTileMapping(wide.slice(t, t + 1, 1), t);
  graph.createHostWrite("wide", wide);
  const Tensor across = popops::reduce(graph, wide, {1}, {popops::Operation::ADD}, prog, "across");
  graph.createHostRead("across", across);
  for (const auto &ofTile : graph.getTileMapping(across))
    for (const Interval &part : ofTile)
      if (part.size() > 8) return 2;
  graph.createHostRead("sums", all);

  Engine engine(graph, prog);
  engine.load(device);
  std::vector<float> host(rows * columns), got(all.numElements());
  for (unsigned i = 0; i < host.size(); ++i)
    host[i] = static_cast<float>(i * 7919u % 64);
  engine.writeTensor("table", host.data(), host.data() + host.size());
  const std::vector<float> ones(tall * tiles, 1.0f);
  std::vector<float> gotAcross(tall);
  engine.writeTensor("wide", ones.data(), ones.data() + ones.size());
  engine.run();
  engine.readTensor("sums", got.data(), got.data() + got.size());
  engine.readTensor("across", gotAcross.data(), gotAcross.data() + tall);

  std::vector<float> want;
  for (unsigned n = 1; n <= rows; ++n)
    for (unsigned r = 0; r < n; ++r) {
      float sum = 0;
      for (unsigned c = 0; c < columns; ++c)
        sum += host[r * columns + c];
      want.push_back(sum);
    }
  if (got != want || gotAcross != std::vector<float>(tall, static_cast<float>(tiles))) return 1;
  std::cout << got.size() << " sums as on the host" << std::endl;
}
