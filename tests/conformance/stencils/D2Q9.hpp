// SPDX-License-Identifier: MIT
// The host's side of the two-dimensional lattice-Boltzmann scenarios: directions, a start, a plain
// loop in double, and the comparison. Cells with a solid mark send back what comes in; a row next
// to the top is pushed to the right.
#ifndef CONFORMANCE_D2Q9_HPP
#define CONFORMANCE_D2Q9_HPP

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

namespace d2q9 {

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

struct Flow {
  int width, height;
  double density, accel, omega;
  std::vector<unsigned char> solid;
  std::vector<double> f;          ///< 9 numbers a cell, cells in rows
  std::vector<double> velocities; ///< mean velocity after each step

  Flow(int w, int h) : width(w), height(h), density(0.1), accel(0.005), omega(1.7) {
    for (int i = 0; i < w * h; ++i) {
      const int x = i % w, y = i / w;
      solid.push_back(y == 0 || y == h - 1 || (x == w / 3 && y > h / 4 && y < h / 2));
      for (int q = 0; q < 9; ++q)
        f.push_back(density * weight[q]);
    }
  }

  std::vector<float> asFloats() const { return std::vector<float>(f.begin(), f.end()); }

  void step() {
    // Pushes the row below the top wall, where it does not make a density negative.
    for (int x = 0; x < width; ++x) {
      const int i = (height - 2) * width + x;
      double *c = &f[9 * i];
      const double a = density * accel / 9, b = density * accel / 36;
      if (solid[i] || c[3] <= a || c[6] <= b || c[7] <= b) continue;
      c[1] += a, c[5] += b, c[8] += b;
      c[3] -= a, c[6] -= b, c[7] -= b;
    }
    const std::vector<double> old = f;
    double total = 0;
    int fluid = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        double in[9], rho = 0, ux = 0, uy = 0;
        for (int q = 0; q < 9; ++q) {
          const int fx = (x - cx[q] + width) % width, fy = (y - cy[q] + height) % height;
          in[q] = old[9 * (fy * width + fx) + q];
          rho += in[q];
          ux += cx[q] * in[q];
          uy += cy[q] * in[q];
        }
        double *out = &f[9 * (y * width + x)];
        if (solid[y * width + x]) {
          for (int q = 0; q < 9; ++q)
            out[q] = in[opposite[q]];
          continue;
        }
        ux /= rho, uy /= rho;
        total += std::sqrt(ux * ux + uy * uy);
        ++fluid;
        for (int q = 0; q < 9; ++q) {
          const double along = cx[q] * ux + cy[q] * uy;
          const double equilibrium =
              weight[q] * rho * (1 + 3 * along + 4.5 * along * along - 1.5 * (ux * ux + uy * uy));
          out[q] = in[q] + omega * (equilibrium - in[q]);
        }
      }
    velocities.push_back(total / fluid);
  }
};

/// Prints what was found; 0 if density is conserved and all is within 1 % of the host.
inline int compare(const Flow &host, const std::vector<float> &f,
                   const std::vector<float> &velocities) {
  double before = 0, after = 0, worst = 0, worstVelocity = 0;
  for (std::size_t i = 0; i < host.f.size(); ++i) {
    before += host.density * weight[i % 9];
    after += f[i];
    worst = std::max(worst, std::fabs(f[i] - host.f[i]) / host.f[i]);
  }
  for (std::size_t s = 0; s < host.velocities.size(); ++s)
    worstVelocity =
        std::max(worstVelocity, std::fabs(velocities[s] - host.velocities[s]) / host.velocities[s]);
  const bool conserved = std::fabs(after - before) < 1e-4 * before;
  const bool same = worst < 0.01 && worstVelocity < 0.01 && host.velocities.back() > 1e-4;
  std::cout << "mean velocity " << velocities.back() << ", host " << host.velocities.back() << "\n"
            << (conserved ? "density conserved" : "density lost") << ", worst differences " << worst
            << " and " << worstVelocity << (same ? ", as the host\n" : ", unlike the host\n");
  return conserved && same ? 0 : 1;
}

} // namespace d2q9

#endif
