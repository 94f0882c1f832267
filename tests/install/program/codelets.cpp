// SPDX-License-Identifier: MIT
// The vertex of the installed-library test.
#include <poplar/Vertex.hpp>

class Scale : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<float>> in;
  poplar::Output<poplar::Vector<float>> out;
  float factor;

  bool compute() {
    for (unsigned i = 0; i < in.size(); ++i)
      out[i] = factor * in[i];
    return true;
  }
};
