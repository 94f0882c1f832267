// SPDX-License-Identifier: MIT
// One tile's part of a blur step: every pixel becomes the mean of itself and its four neighbours.
#include <poplar/Vertex.hpp>

class Blur : public poplar::Vertex {
 public:
  // The tile's block with one pixel of halo on each side, row by row. The halo lies on other tiles:
  // the exchange before this superstep brings it in.
  poplar::Vector<poplar::Input<poplar::Vector<float>>> in;
  poplar::Vector<poplar::Output<poplar::Vector<float>>> out;

  void compute() {
    for (unsigned y = 0; y < out.size(); ++y) {
      const auto &above = in[y], &here = in[y + 1], &below = in[y + 2];
      auto &row = out[y];
      for (unsigned x = 0; x < row.size(); ++x)
        row[x] = 0.2f * (here[x + 1] + here[x] + here[x + 2] + above[x + 1] + below[x + 1]);
    }
  }
};
