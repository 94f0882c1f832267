// SPDX-License-Identifier: MIT
// Makes random graphs.
#include "RandomGraphs.hpp"

#include "view/Ops.hpp"
#include "view/Regions.hpp"

#include <algorithm>
#include <numeric>

namespace poplar_emu::compile::test {

RandomGraph::RandomGraph(std::uint64_t seed) : TestGraph(1 + seed % 7), random_(seed) {
  if (graph.machine.tilesPerIpu % 2 != 0) return;
  graph.machine.numIpus = 2;
  graph.machine.tilesPerIpu /= 2;
}

VariableId RandomGraph::randomVariable(ElementType type, std::uint64_t limit) {
  const std::uint64_t rows = 1 + below(12);
  const std::uint64_t columns = 1 + below(std::max<std::uint64_t>(1, limit / rows));
  const std::uint64_t numElements = rows * columns;
  const std::uint32_t tiles = graph.machine.numTiles();
  const VariableId id =
      variable("v" + std::to_string(graph.variables.size()), numElements, TileId(0), type);
  ir::Variable &made = graph.variable(id);
  made.shape = {rows, columns};
  switch (below(5)) {
  case 0: // linear
    for (std::uint64_t e = 0; e < numElements; ++e)
      made.mapping.set(e, e + 1, TileId(e * tiles / numElements));
    break;
  case 1: // cyclic
    for (std::uint64_t e = 0; e < numElements; ++e)
      made.mapping.set(e, e + 1, TileId((e / 3) % tiles));
    break;
  case 2: { // blocks of rows and columns
    const std::uint64_t width = 1 + below(columns), height = 1 + below(rows);
    const std::uint64_t blocksPerRow = (columns + width - 1) / width;
    for (std::uint64_t r = 0; r < rows; ++r)
      for (std::uint64_t c = 0; c < columns; c += width)
        made.mapping.set(r * columns + c, r * columns + std::min(columns, c + width),
                         TileId((r / height * blocksPerRow + c / width) % tiles));
    break;
  }
  case 3: // intervals anywhere, later ones on top
    for (int i = 0; i < 12; ++i) {
      const std::uint64_t begin = below(numElements);
      made.mapping.set(begin, begin + 1 + below(numElements - begin), TileId(below(tiles)));
    }
    break;
  default:
    break;
  }
  return id;
}

view::View RandomGraph::whole(VariableId variable) {
  const auto &shape = graph.variable(variable).shape;
  return view::wholeVariable(variable, std::vector<std::uint64_t>(shape.begin(), shape.end()));
}

view::View RandomGraph::shuffled(view::View view) {
  for (std::uint64_t n = below(4); n > 0; --n) {
    const unsigned dim = static_cast<unsigned>(below(view.rank()));
    switch (below(4)) {
    case 0:
      view = view::transpose(view);
      break;
    case 1:
      view = view::reverse(view, dim);
      break;
    case 2: {
      const std::uint64_t begin = below(view.dim(dim));
      view = view::slice(view, begin, begin + 1 + below(view.dim(dim) - begin), dim);
      break;
    }
    default: {
      // Rotate: the halves change places.
      const std::uint64_t middle = below(view.dim(dim));
      const view::View parts[] = {view::slice(view, middle, view.dim(dim), dim),
                                  view::slice(view, 0, middle, dim)};
      view = view::concat(parts, dim);
    }
    }
  }
  return view;
}

view::View RandomGraph::randomSource(std::uint64_t n) {
  std::vector<view::View> parts;
  std::uint64_t total = 0;
  while (total < n) {
    view::View part = shuffled(whole(VariableId(below(graph.variables.size()))));
    if (below(4) == 0)
      part = view::broadcast(part, 1 + below(3), static_cast<unsigned>(below(part.rank())));
    part = view::flatten(part);
    if (part.numElements() > n - total) part = view::slice(part, 0, n - total);
    total += part.numElements();
    parts.push_back(std::move(part));
  }
  return view::concat(parts);
}

view::View RandomGraph::randomDestination() {
  std::vector<view::View> parts;
  for (std::size_t v = 0; v < graph.variables.size(); ++v)
    if (parts.empty() || below(2)) parts.push_back(view::flatten(shuffled(whole(VariableId(v)))));
  if (below(2)) std::reverse(parts.begin(), parts.end());
  return view::concat(parts);
}

std::vector<std::pair<VariableId, std::uint64_t>> elementsOf(const view::View &view) {
  std::vector<std::pair<VariableId, std::uint64_t>> out;
  for (const view::Run &run : view::runs(view))
    view::forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      for (std::uint64_t i = 0; i < length; ++i)
        out.emplace_back(run.variable, begin + i);
    });
  return out;
}

plan::Address addressByDefinition(const ir::Variable &variable, plan::Address base,
                                  std::uint64_t element) {
  const TileId tile = *variable.mapping.tileOf(element);
  std::uint64_t before = 0;
  for (std::uint64_t e = 0; e < variable.numElements; ++e) {
    const TileId other = *variable.mapping.tileOf(e);
    if (other < tile || (other == tile && e < element)) ++before;
  }
  return base + before * sizeInBytes(variable.type);
}

} // namespace poplar_emu::compile::test
