// SPDX-License-Identifier: MIT
// Vertices of the core benchmarks.
#include <poplar/Vertex.hpp>

using namespace poplar;

class Trivial : public Vertex {
 public:
  InOut<unsigned> counter;
  void compute() { *counter += 1; }
};

/// Takes other slots every time: as many rounds as its counter ends in ones.
class Uneven : public Vertex {
 public:
  InOut<unsigned> counter;
  void compute() {
    unsigned left = *counter, sum = 0;
    for (; left & 1; left >>= 1)
      sum ^= left;
    *counter += 1 + (sum >> 31); // 1, but no compiler knows
  }
};

class Triad : public Vertex {
 public:
  Input<Vector<float>> b, c;
  Output<Vector<float>> a;
  float scale;
  void compute() {
    for (unsigned i = 0; i < a.size(); ++i)
      a[i] = b[i] + scale * c[i];
  }
};

class Jacobi : public Vertex {
 public:
  Vector<Input<Vector<float>>> in; // with one element of halo on each side
  Vector<Output<Vector<float>>> out;
  void compute() {
    for (unsigned y = 0; y < out.size(); ++y) {
      const float *above = &in[y][0], *here = &in[y + 1][0], *below = &in[y + 2][0];
      float *__restrict row = &out[y][0];
      const unsigned width = out[y].size();
      for (unsigned x = 0; x < width; ++x)
        row[x] = 0.25f * ((here[x] + here[x + 2]) + (above[x + 1] + below[x + 1]));
    }
  }
};

class Scale : public Vertex {
 public:
  InOut<Vector<float>> x;
  void compute() {
    for (unsigned i = 0; i < x.size(); ++i)
      x[i] = x[i] * 1.5f + 1.0f;
  }
};

class Pair : public Vertex {
 public:
  Input<float> near, far;
  Output<float> out;
  void compute() { *out = near + far; }
};
