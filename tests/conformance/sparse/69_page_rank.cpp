// SPDX-License-Identifier: MIT
// Ranks of pages by rounds of lookups along edges, as embedding layers do them: gather the ranks of
// all sources, scatter them to all targets.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/DynamicSlice.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Fill.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

int main() {
  const unsigned pages = 200, links = 1500, rounds = 20;
  std::vector<unsigned> from(links), to(links), degree(pages);
  for (unsigned e = 0; e < links; ++e) {
    from[e] = (e * 7919u + 13) % pages;
    to[e] = (e * e + 5) % pages;
    ++degree[from[e]];
  }
  std::vector<float> share(pages), rank(pages, 1.0f / pages), got(pages);
  for (unsigned p = 0; p < pages; ++p)
    share[p] = degree[p] ? 1.0f / degree[p] : 0.0f;

  IPUModel model;
  model.tilesPerIPU = 128;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  popops::addCodelets(graph);
  OptionFlags options;
  options.set("availableMemoryProportion", "0.5");
  const popops::SlicePlan plan = popops::embedding::plan(graph, FLOAT, pages, 1, {links}, options);
  const auto makeTable = [&](const char *name) {
    return popops::createSliceableTensor(graph, FLOAT, {pages, 1}, {0}, {1}, plan, options, name);
  };
  Tensor ranks = makeTable("ranks"), next = makeTable("next");
  Tensor sources = popops::createIndicesTensor(graph, {0}, links, plan, options, "sources");
  Tensor targets = popops::createIndicesTensor(graph, {0}, links, plan, options, "targets");
  Tensor shares = graph.addVariable(FLOAT, {pages, 1}, VariableMappingMethod::LINEAR, "shares");
  Tensor one = graph.addConstant(FLOAT, {}, 1.0f);
  graph.setTileMapping(one, 0);

  Sequence round;
  Tensor outgoing = popops::mul(graph, ranks, shares, round, "outgoing");
  popops::fill(graph, next, round, 0.15f / pages, "base");
  Tensor along =
      popops::multiSlice(graph, outgoing, sources, {0}, {1}, round, plan, options, "gather");
  popops::mulInPlace(graph, along, 0.85f, round, "damp");
  popops::multiUpdateAdd(graph, next, along, targets, one, {0}, {1}, round, plan, options,
                         "scatter");
  round.add(Copy(next, ranks));

  graph.createHostWrite("sources", sources);
  graph.createHostWrite("targets", targets);
  graph.createHostWrite("shares", shares);
  graph.createHostWrite("ranks", ranks);
  graph.createHostRead("result", ranks);
  Engine engine(graph, Repeat(rounds, round));
  engine.load(device);
  engine.writeTensor("sources", from.data(), from.data() + links);
  engine.writeTensor("targets", to.data(), to.data() + links);
  engine.writeTensor("shares", share.data(), share.data() + pages);
  engine.writeTensor("ranks", rank.data(), rank.data() + pages);
  engine.run();
  engine.readTensor("result", got.data(), got.data() + pages);

  for (unsigned r = 0; r < rounds; ++r) {
    std::vector<float> after(pages, 0.15f / pages);
    for (unsigned e = 0; e < links; ++e)
      after[to[e]] += 0.85f * rank[from[e]] * share[from[e]];
    rank = after;
  }
  for (unsigned p = 0; p < pages; ++p)
    if (std::fabs(got[p] - rank[p]) > 1e-6f) return 1;
  std::cout << "ranks as on the host" << std::endl;
}
