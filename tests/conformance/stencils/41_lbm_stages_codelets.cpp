// SPDX-License-Identifier: MIT
// Codelets of scenarios 41 and 44: the stages of a D2Q9 lattice-Boltzmann step, directions apart.
#include <poplar/Vertex.hpp>

#include <cmath>

using namespace poplar;

/// Pushes a row of cells to the right where no density becomes negative.
class AccelerateVertex : public Vertex {
 public:
  Vector<InOut<Vector<float>>> cells; // nine directions
  Input<Vector<bool>> solid;
  float density, accel;

  bool compute() {
    const float a = density * accel / 9, b = density * accel / 36;
    for (unsigned i = 0; i < solid.size(); ++i) {
      if (solid[i] || cells[3][i] <= a || cells[6][i] <= b || cells[7][i] <= b) continue;
      cells[1][i] += a;
      cells[5][i] += b;
      cells[8][i] += b;
      cells[3][i] -= a;
      cells[6][i] -= b;
      cells[7][i] -= b;
    }
    return true;
  }
};

/// Moves a row of one direction to the side.
class PropagateVertex : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  int shift;

  bool compute() {
    const int n = in.size();
    for (int i = 0; i < n; ++i)
      out[i] = in[(i - shift + n) % n];
    return true;
  }
};

/// Sends back what came into solid cells.
class ReboundVertex : public Vertex {
 public:
  Vector<Input<Vector<float>>> in;
  Vector<Output<Vector<float>>> out;
  Input<Vector<bool>> solid;

  bool compute() {
    const unsigned opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
    for (unsigned q = 0; q < 9; ++q)
      for (unsigned i = 0; i < solid.size(); ++i)
        if (solid[i]) out[q][i] = in[opposite[q]][i];
    return true;
  }
};

/// Relaxes fluid cells towards their equilibrium.
class CollideVertex : public Vertex {
 public:
  Vector<Input<Vector<float>>> in;
  Vector<Output<Vector<float>>> out;
  Input<Vector<bool>> solid;
  float omega;

  bool compute() {
    const float w[3] = {4.0f / 9, 1.0f / 9, 1.0f / 36};
    for (unsigned i = 0; i < solid.size(); ++i) {
      if (solid[i]) continue;
      float rho = 0;
      for (unsigned q = 0; q < 9; ++q)
        rho += in[q][i];
      const float ux = (in[1][i] + in[5][i] + in[8][i] - in[3][i] - in[6][i] - in[7][i]) / rho;
      const float uy = (in[2][i] + in[5][i] + in[6][i] - in[4][i] - in[7][i] - in[8][i]) / rho;
      const float along[9] = {0, ux, uy, -ux, -uy, ux + uy, uy - ux, -ux - uy, ux - uy};
      const float square = 1 - 1.5f * (ux * ux + uy * uy);
      for (unsigned q = 0; q < 9; ++q) {
        const float equilibrium =
            w[(q > 0) + (q > 4)] * rho * (square + 3 * along[q] + 4.5f * along[q] * along[q]);
        out[q][i] = in[q][i] + omega * (equilibrium - in[q][i]);
      }
    }
    return true;
  }
};

/// The speeds of fluid cells, added.
class SpeedVertex : public Vertex {
 public:
  Vector<Input<Vector<float>>> cells;
  Input<Vector<bool>> solid;
  Output<float> total;

  bool compute() {
    float sum = 0;
    for (unsigned i = 0; i < solid.size(); ++i) {
      if (solid[i]) continue;
      float rho = 0;
      for (unsigned q = 0; q < 9; ++q)
        rho += cells[q][i];
      const float ux =
          cells[1][i] + cells[5][i] + cells[8][i] - cells[3][i] - cells[6][i] - cells[7][i];
      const float uy =
          cells[2][i] + cells[5][i] + cells[6][i] - cells[4][i] - cells[7][i] - cells[8][i];
      sum += std::sqrt(ux * ux + uy * uy) / rho;
    }
    *total = sum;
    return true;
  }
};
