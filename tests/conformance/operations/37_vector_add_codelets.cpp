// SPDX-License-Identifier: MIT
// The vertex of scenario 37.
#include <poplar/Vertex.hpp>

class VectorAdd : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<float>> x;
  poplar::Input<poplar::Vector<float>> y;
  poplar::Output<poplar::Vector<float>> z;

  bool compute() {
    for (unsigned i = 0; i < z.size(); ++i)
      z[i] = x[i] + y[i];
    return true;
  }
};
