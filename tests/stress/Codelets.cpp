// SPDX-License-Identifier: MIT
// The vertices of the stress tests.
#include <poplar/Vertex.hpp>

class Increment : public poplar::Vertex {
 public:
  poplar::InOut<unsigned> value;
  void compute() { *value = *value + 1; }
};

/// Adds what a neighbour held before the superstep: out = in + own.
class AddNeighbour : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<unsigned>> own, neighbour;
  poplar::Output<poplar::Vector<unsigned>> out;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = own[i] + neighbour[i];
  }
};
