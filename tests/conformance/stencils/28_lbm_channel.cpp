// SPDX-License-Identifier: MIT
// Scenarios 28 and 29: a D3Q19 lattice-Boltzmann flow through a channel that a force drives, one
// plane of cells and one vertex a tile; density and velocity go to files. With OPTIMISED the
// workers share a plane's rows, and two lattices take turns instead of being copied.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

#ifdef OPTIMISED
#define BASE MultiVertex
#else
#define BASE Vertex
#endif

class Plane : public BASE {
 public:
  Input<Vector<float>> below, own, above; // 19 directions of ny * nx cells
  Input<Vector<unsigned char>> solid;
  Output<Vector<float>> next;
  unsigned nx, ny;
  float omega, force;

#ifdef OPTIMISED
  bool compute(unsigned worker) {
    for (unsigned y = worker; y < ny; y += numWorkers())
      row(y);
    return true;
  }
#else
  bool compute() {
    for (unsigned y = 0; y < ny; ++y)
      row(y);
    return true;
  }
#endif

 private:
  void row(unsigned y) {
    const unsigned cells = nx * ny;
    for (unsigned x = 0; x < nx; ++x) {
      float f[19], rho = 0, u[3] = {0, 0, 0};
      int q = 0;
      for (int cz = -1; cz <= 1; ++cz)
        for (int cy = -1; cy <= 1; ++cy)
          for (int cx = -1; cx <= 1; ++cx) {
            if (cx * cx + cy * cy + cz * cz > 2) continue;
            const unsigned fx = (x + nx - cx) % nx, fy = (y + ny - cy) % ny;
            const float *plane = cz > 0 ? &below[0] : cz < 0 ? &above[0] : &own[0];
            f[q] = plane[q * cells + fy * nx + fx];
            rho += f[q];
            u[0] += cx * f[q];
            u[1] += cy * f[q];
            u[2] += cz * f[q];
            ++q;
          }
      float *cell = &next[0] + y * nx + x;
      if (solid[y * nx + x]) { // what came in goes back
        for (q = 0; q < 19; ++q)
          cell[q * cells] = f[18 - q];
        continue;
      }
      for (float &component : u)
        component /= rho;
      const float square = 1.5f * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
      q = 0;
      for (int cz = -1; cz <= 1; ++cz)
        for (int cy = -1; cy <= 1; ++cy)
          for (int cx = -1; cx <= 1; ++cx) {
            const int length = cx * cx + cy * cy + cz * cz;
            if (length > 2) continue;
            const float w = length == 0 ? 1.0f / 3 : length == 1 ? 1.0f / 18 : 1.0f / 36;
            const float along = 3 * (cx * u[0] + cy * u[1] + cz * u[2]);
            const float equilibrium = w * rho * (1 + along + 0.5f * along * along - square);
            cell[q * cells] = f[q] + omega * (equilibrium - f[q]) + 3 * w * cx * force;
            ++q;
          }
    }
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

static const unsigned nx = 10, ny = 9, nz = 8, cells = nx * ny, steps = 40;
static const float omega = 1.2f, force = 1e-4f;

static bool isSolid(unsigned x, unsigned y, unsigned z) {
  return y == 0 || y == ny - 1 || (x == 4 && y < 5 && z < 5); // walls and a pillar
}

/// Pushes what each cell holds to its neighbours, in double.
static void hostStep(std::vector<double> &f) {
  std::vector<double> next(f.size());
  const auto at = [](unsigned z, int q, unsigned y, unsigned x) {
    return ((z * 19 + q) * ny + y) * nx + x;
  };
  int c[19][3], q = 0;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if (x * x + y * y + z * z <= 2) c[q][0] = x, c[q][1] = y, c[q++][2] = z;
  for (unsigned z = 0; z < nz; ++z)
    for (unsigned y = 0; y < ny; ++y)
      for (unsigned x = 0; x < nx; ++x)
        for (q = 0; q < 19; ++q)
          next[at((z + nz + c[q][2]) % nz, q, (y + ny + c[q][1]) % ny, (x + nx + c[q][0]) % nx)] =
              f[at(z, q, y, x)];
  for (unsigned z = 0; z < nz; ++z)
    for (unsigned y = 0; y < ny; ++y)
      for (unsigned x = 0; x < nx; ++x) {
        double rho = 0, u[3] = {0, 0, 0};
        for (q = 0; q < 19; ++q) {
          rho += next[at(z, q, y, x)];
          for (int d = 0; d < 3; ++d)
            u[d] += c[q][d] * next[at(z, q, y, x)];
        }
        for (q = 0; q < 19; ++q) {
          double &result = f[at(z, q, y, x)];
          if (isSolid(x, y, z)) {
            result = next[at(z, 18 - q, y, x)];
            continue;
          }
          const int length = c[q][0] * c[q][0] + c[q][1] * c[q][1] + c[q][2] * c[q][2];
          const double w = length == 0 ? 1.0 / 3 : length == 1 ? 1.0 / 18 : 1.0 / 36;
          const double along = (c[q][0] * u[0] + c[q][1] * u[1] + c[q][2] * u[2]) / rho;
          const double square = (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / (rho * rho);
          const double equilibrium = w * rho * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
          const double old = next[at(z, q, y, x)];
          result = old + omega * (equilibrium - old) + 3 * w * c[q][0] * force;
        }
      }
}

/// Density and velocity along the channel, a line a cell.
template <class T>
static void write(const std::string &prefix, const std::vector<T> &f) {
  std::ofstream rhoFile(prefix + "rho.dat"), velFile(prefix + "vel.dat");
  for (unsigned z = 0; z < nz; ++z)
    for (unsigned i = 0; i < cells; ++i) {
      double rho = 0, ux = 0;
      int q = 0;
      for (int cz = -1; cz <= 1; ++cz)
        for (int cy = -1; cy <= 1; ++cy)
          for (int cx = -1; cx <= 1; ++cx)
            if (cx * cx + cy * cy + cz * cz <= 2) {
              rho += f[(z * 19 + q) * cells + i];
              ux += cx * f[(z * 19 + q++) * cells + i];
            }
      rhoFile << rho << '\n';
      velFile << ux / rho << '\n';
    }
}

static std::vector<double> read(const std::string &path) {
  std::ifstream file(path);
  std::vector<double> values;
  for (double value; file >> value;)
    values.push_back(value);
  std::remove(path.c_str());
  return values;
}

int main(int argc, char **argv) {
  const std::string prefix = argc > 1 ? argv[1] : "";
  auto devices = DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1);
  auto device = devices.begin();
  while (device != devices.end() && !device->attach())
    ++device;
  if (device == devices.end()) return 1;
  Graph graph(*device);
#ifdef OPTIMISED
  graph.addCodelets({__FILE__}, "-O3 -DOPTIMISED");
#else
  graph.addCodelets(__FILE__);
#endif

  Tensor lattices[2] = {graph.addVariable(FLOAT, {nz, 19, cells}, "f"),
                        graph.addVariable(FLOAT, {nz, 19, cells}, "g")};
  Tensor solid = graph.addVariable(UNSIGNED_CHAR, {nz, cells}, "solid");
  for (unsigned z = 0; z < nz; ++z)
    for (Tensor t : {lattices[0][z], lattices[1][z], solid[z]})
      graph.setTileMapping(t, z);
  ComputeSet sets[2] = {graph.addComputeSet("f to g"), graph.addComputeSet("g to f")};
  for (int s = 0; s < 2; ++s)
    for (unsigned z = 0; z < nz; ++z) {
      const Tensor &from = lattices[s];
      VertexRef v = graph.addVertex(sets[s], "Plane",
                                    {{"below", from[(z + nz - 1) % nz].flatten()},
                                     {"own", from[z].flatten()},
                                     {"above", from[(z + 1) % nz].flatten()},
                                     {"solid", solid[z]},
                                     {"next", lattices[1 - s][z].flatten()}});
      graph.setInitialValue(v["nx"], nx);
      graph.setInitialValue(v["ny"], ny);
      graph.setInitialValue(v["omega"], omega);
      graph.setInitialValue(v["force"], force);
      graph.setTileMapping(v, z);
    }
#ifdef OPTIMISED
  Program flow = Repeat(steps / 2, Sequence{Execute(sets[0]), Execute(sets[1])});
#else
  Program flow = Repeat(steps, Sequence{Execute(sets[0]), Copy(lattices[1], lattices[0])});
#endif
  auto in = graph.addHostToDeviceFIFO("f", FLOAT, lattices[0].numElements());
  auto mask = graph.addHostToDeviceFIFO("solid", UNSIGNED_CHAR, solid.numElements());
  auto out = graph.addDeviceToHostFIFO("result", FLOAT, lattices[0].numElements());
  Engine engine(graph,
                Sequence{Copy(in, lattices[0]), Copy(mask, solid), flow, Copy(lattices[0], out)});

  std::vector<float> f(nz * 19 * cells), result(f.size());
  std::vector<unsigned char> solids;
  for (unsigned z = 0; z < nz; ++z) {
    int q = 0;
    for (int cz = -1; cz <= 1; ++cz)
      for (int cy = -1; cy <= 1; ++cy)
        for (int cx = -1; cx <= 1; ++cx) {
          const int length = cx * cx + cy * cy + cz * cz;
          if (length > 2) continue;
          for (unsigned i = 0; i < cells; ++i)
            f[(z * 19 + q) * cells + i] = (length == 0   ? 1.0f / 3
                                           : length == 1 ? 1.0f / 18
                                                         : 1.0f / 36) *
                                          (1 + 0.02f * std::sin(0.7f * (i % nx + z)));
          ++q;
        }
    for (unsigned i = 0; i < cells; ++i)
      solids.push_back(isSolid(i % nx, i / nx, z));
  }
  engine.connectStream("f", f.data(), f.data() + f.size());
  engine.connectStream("solid", solids.data(), solids.data() + solids.size());
  engine.connectStream("result", result.data(), result.data() + result.size());
  engine.load(*device);
  engine.run(0);

  write(prefix, result);
  const std::vector<double> rho = read(prefix + "rho.dat"), vel = read(prefix + "vel.dat");
  std::vector<double> host(f.begin(), f.end());
  for (unsigned s = 0; s < steps; ++s)
    hostStep(host);
  write(prefix, host);
  const std::vector<double> hostRho = read(prefix + "rho.dat"), hostVel = read(prefix + "vel.dat");
  double mass = 0, before = 0, fastest = 0, rhoError = 0, velError = 0;
  for (float value : f)
    before += value;
  for (std::size_t i = 0; i < rho.size(); ++i) {
    mass += rho[i];
    fastest = std::max(fastest, hostVel[i]);
    rhoError = std::max(rhoError, std::fabs(rho[i] - hostRho[i]));
    velError = std::max(velError, std::fabs(vel[i] - hostVel[i]));
  }
  std::cout << rho.size() << " cells, fastest " << fastest << ", errors " << rhoError << " and "
            << velError << "\n";
  const bool good = rho.size() == nz * cells && vel.size() == rho.size() && fastest > 1e-3 &&
                    rhoError < 1e-4 && velError < 0.01 * fastest &&
                    std::fabs(mass - before) < 1e-4 * before;
  std::cout << (good ? "files as the host's\n" : "files differ\n");
  return good ? 0 : 1;
}
#endif
