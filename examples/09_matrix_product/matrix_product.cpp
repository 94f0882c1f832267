// SPDX-License-Identifier: MIT
// Lesson 9, a matrix product as supersteps: the same n x n product on 256 tiles, cut in three ways.
// The work is n^3 / 256 products a tile in each; what a tile has to receive is not.
//
//   256 x 1 x 1    a row of C a tile: all of B comes to every tile             n^2 words
//   16 x 16 x 1    a square of C: a strip of A and a strip of B                2 n^2 / 16
//   8 x 8 x 4      a square of C and a quarter of the sum: blocks of A and B,  2 n^2 / 32
//                  and a second superstep that adds four partial squares       + 4 n^2 / 256
//
// At the end poplin::matMul, which chooses the cut itself and lays out its operands for it.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

class MultiplyBlock : public Vertex {
 public:
  Vector<Input<Vector<float>>> a, b;
  Vector<Output<Vector<float>>> c;

  void compute() {
    for (unsigned i = 0; i < c.size(); ++i) {
      for (unsigned j = 0; j < c[i].size(); ++j)
        c[i][j] = 0;
      for (unsigned k = 0; k < b.size(); ++k)
        for (unsigned j = 0; j < c[i].size(); ++j)
          c[i][j] += a[i][k] * b[k][j];
    }
  }
};

class AddBlocks : public Vertex {
 public:
  Vector<Input<Vector<float>>> partials;
  Output<Vector<float>> sum;

  void compute() {
    for (unsigned j = 0; j < sum.size(); ++j) {
      sum[j] = 0;
      for (unsigned p = 0; p < partials.size(); ++p)
        sum[j] += partials[p][j];
    }
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar_emu/Observe.hpp>
#include <poplin/MatMul.hpp>
#include <poplin/codelets.hpp>
#include <popops/codelets.hpp>

#include <algorithm>
#include <cstdio>
#include <string>

using namespace poplar;
using namespace poplar::program;

constexpr std::size_t n = 256;

/// How many parts rows of A, columns of B, and the sums between them are cut into.
struct Cut {
  std::size_t rows, columns, sums;
};

std::vector<Tensor> rowsOf(const Tensor &block) {
  std::vector<Tensor> rows;
  for (std::size_t r = 0; r < block.dim(0); ++r)
    rows.push_back(block[r]);
  return rows;
}

Sequence multiply(Graph &graph, const Tensor &a, const Tensor &b, const Tensor &c, const Cut &cut) {
  const std::size_t height = n / cut.rows, width = n / cut.columns, depth = n / cut.sums;
  Tensor partials = graph.addVariable(FLOAT, {cut.sums, n, n}, "partials");
  ComputeSet products = graph.addComputeSet("products"), sums = graph.addComputeSet("sums");
  unsigned tile = 0;
  for (std::size_t i = 0; i < n; i += height)
    for (std::size_t j = 0; j < n; j += width)
      for (std::size_t s = 0; s < cut.sums; ++s, ++tile) {
        // First superstep: a block of A times a block of B.
        const std::size_t k = s * depth;
        Tensor square = partials[s].slice({i, j}, {i + height, j + width});
        graph.setTileMapping(square, tile);
        VertexRef product = graph.addVertex(products, "MultiplyBlock");
        graph.connect(product["a"], rowsOf(a.slice({i, k}, {i + height, k + depth})));
        graph.connect(product["b"], rowsOf(b.slice({k, j}, {k + depth, j + width})));
        graph.connect(product["c"], rowsOf(square));
        graph.setTileMapping(product, tile);
        // Second superstep: this tile adds its share of the rows of the square.
        for (std::size_t r = i + s; r < i + height; r += cut.sums) {
          VertexRef sum = graph.addVertex(sums, "AddBlocks", {{"sum", c[r].slice(j, j + width)}});
          graph.connect(sum["partials"],
                        rowsOf(partials.slice({0, r, j}, {cut.sums, r + 1, j + width})
                                   .reshape({cut.sums, width})));
          graph.setTileMapping(sum, tile);
        }
      }
  return Sequence{Execute(products), Execute(sums)};
}

int main() {
  auto devices = DeviceManager().getDevices(TargetType::IPU, 1);
  auto device = std::find_if(devices.begin(), devices.end(), [](Device &d) { return d.attach(); });
  if (device == devices.end()) return 1;
  Graph graph(device->getTarget());
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  graph.addCodelets(__FILE__);

  // Row r of each matrix is on tile r.
  std::vector<Tensor> matrices;
  for (const char *name : {"A", "B", "C"}) {
    matrices.push_back(graph.addVariable(FLOAT, {n, n}, name));
    for (unsigned r = 0; r < n; ++r)
      graph.setTileMapping(matrices.back()[r], r);
  }
  const Tensor &a = matrices[0], &b = matrices[1], &c = matrices[2];
  std::vector<std::string> names;
  std::vector<Program> programs;
  for (const Cut &cut : {Cut{256, 1, 1}, Cut{16, 16, 1}, Cut{8, 8, 4}}) {
    names.push_back(std::to_string(cut.rows) + " x " + std::to_string(cut.columns) + " x " +
                    std::to_string(cut.sums));
    programs.push_back(multiply(graph, a, b, c, cut));
  }
  Tensor left = poplin::createMatMulInputLHS(graph, FLOAT, {n, n}, {n, n}, "left");
  Tensor right = poplin::createMatMulInputRHS(graph, FLOAT, {n, n}, {n, n}, "right");
  Sequence library{Copy(a, left), Copy(b, right)};
  library.add(Copy(poplin::matMul(graph, left, right, library, "matMul"), c));
  names.push_back("poplin::matMul, with copies in and out");
  programs.push_back(library);

  graph.createHostWrite("A", a);
  graph.createHostWrite("B", b);
  graph.createHostRead("C", c);
  Engine engine(graph, programs);
  engine.load(*device);
  std::vector<float> hostA(n * n), hostB(n * n), expected(n * n), result(n * n);
  for (std::size_t i = 0; i < n * n; ++i) { // small whole numbers: no sum is rounded
    hostA[i] = static_cast<float>(i * 7 % 11) - 5;
    hostB[i] = static_cast<float>(i * 5 % 13) - 6;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j)
        expected[i * n + j] += hostA[i * n + k] * hostB[k * n + j];
  engine.writeTensor("A", hostA.data(), hostA.data() + n * n);
  engine.writeTensor("B", hostB.data(), hostB.data() + n * n);

  poplar_emu::observe(engine, [](const poplar_emu::Superstep &step) {
    std::printf("  %4u tiles work, the busiest sends or receives %7llu bytes: %s\n",
                step.activeTiles, static_cast<unsigned long long>(step.maxTileBytes),
                step.name.c_str());
  });
  for (unsigned p = 0; p < programs.size(); ++p) {
    std::printf("%s\n", names[p].c_str());
    engine.run(p);
    engine.readTensor("C", result.data(), result.data() + n * n);
    if (result != expected) {
      std::printf("wrong\n");
      return 1;
    }
  }
  std::printf("four times the same product\n");
  return 0;
}
#endif
