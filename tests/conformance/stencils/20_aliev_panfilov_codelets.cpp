// SPDX-License-Identifier: MIT
// Codelet of scenarios 20 and 21.
#include <poplar/Vertex.hpp>

using namespace poplar;

class AlievPanfilov : public Vertex {
 public:
  Vector<Input<Vector<float>>> in; // (height + 2) * width columns of depth
  Vector<Output<Vector<float>>> out;
  Vector<InOut<Vector<float>>> r;
  Input<unsigned> height, width, depth;
  Input<float> gamma;

  bool compute() {
    const float epsilon = 0.01f, my1 = 0.07f, my2 = 0.3f, dt = 0.0005f, k = 8.0f, a = 0.1f,
                b = 0.1f;
    const unsigned w = width, d = depth;
    for (unsigned y = 1; y < height + 1; ++y) {
      for (unsigned x = 0; x < w; ++x) {
        const unsigned left = w == 1 ? 0 : x == 0 ? 1 : x - 1;
        const unsigned right = w == 1 ? 0 : x == w - 1 ? w - 2 : x + 1;
        for (unsigned z = 0; z < d; ++z) {
          const unsigned low = d == 1 ? 0 : z == 0 ? 1 : z - 1;
          const unsigned high = d == 1 ? 0 : z == d - 1 ? d - 2 : z + 1;
          const float c = in[y * w + x][z], rc = r[(y - 1) * w + x][z];
          float lap = -6 * c;
          lap += in[(y - 1) * w + x][z];
          lap += in[(y + 1) * w + x][z];
          lap += in[y * w + left][z];
          lap += in[y * w + right][z];
          lap += in[y * w + x][low];
          lap += in[y * w + x][high];
          out[(y - 1) * w + x][z] = c + gamma * lap - dt * (k * c * (c - a) * (c - 1) + c * rc);
          r[(y - 1) * w + x][z] =
              rc - dt * (epsilon + my1 * rc / (my2 + c)) * (rc + k * c * (c - b - 1));
        }
      }
    }
    return true;
  }
};
