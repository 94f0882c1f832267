// SPDX-License-Identifier: MIT
// Lesson 6, game of life: a torus of cells, one row a tile; a glider travels over tile borders.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

class Live : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<unsigned char>> above, here, below;
  poplar::Output<poplar::Vector<unsigned char>> next;

  void compute() {
    const unsigned width = here.size();
    for (unsigned x = 0; x < width; ++x) {
      const unsigned left = (x + width - 1) % width, right = (x + 1) % width;
      const unsigned neighbours = above[left] + above[x] + above[right] + here[left] + here[right] +
                                  below[left] + below[x] + below[right];
      next[x] = neighbours == 3 || (neighbours == 2 && here[x]);
    }
  }
};

#else
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <cstdio>

using namespace poplar;
using namespace poplar::program;

using Cells = std::vector<unsigned char>;
constexpr std::size_t kHeight = 24, kWidth = 40;

void print(const Cells &cells) {
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 0; x < kWidth; ++x)
      std::putchar(cells[y * kWidth + x] ? '#' : '.');
    std::putchar('\n');
  }
}

ComputeSet addGeneration(Graph &graph, Tensor from, Tensor to) {
  ComputeSet generation = graph.addComputeSet("generation");
  for (std::size_t y = 0; y < kHeight; ++y) {
    VertexRef vertex = graph.addVertex(generation, "Live",
                                       {{"above", from[(y + kHeight - 1) % kHeight]},
                                        {"here", from[y]},
                                        {"below", from[(y + 1) % kHeight]},
                                        {"next", to[y]}});
    graph.setTileMapping(vertex, y);
  }
  return generation;
}

int main() {
  IPUModel model;
  model.tilesPerIPU = kHeight;
  Device device = model.createDevice();
  Graph graph(device.getTarget());
  graph.addCodelets(__FILE__);

  Tensor a = graph.addVariable(UNSIGNED_CHAR, {kHeight, kWidth}, VariableMappingMethod::LINEAR);
  Tensor b = graph.clone(a);
  ComputeSet forth = addGeneration(graph, a, b), back = addGeneration(graph, b, a);
  graph.createHostWrite("cells", a);
  graph.createHostRead("cells", a);

  // A glider moves one cell down and right every four generations.
  constexpr unsigned kMoves = 10;
  Engine engine(graph, Repeat(2 * kMoves, Sequence{Execute(forth), Execute(back)}));
  engine.load(device);

  Cells cells(kHeight * kWidth), expected(kHeight * kWidth);
  const std::size_t glider[][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
  for (const auto &cell : glider) {
    cells[cell[0] * kWidth + cell[1]] = 1;
    expected[(cell[0] + kMoves) % kHeight * kWidth + (cell[1] + kMoves) % kWidth] = 1;
  }
  engine.writeTensor("cells", cells.data(), cells.data() + cells.size());
  engine.run();
  engine.readTensor("cells", cells.data(), cells.data() + cells.size());
  print(cells);
  return cells == expected ? 0 : 1;
}
#endif
