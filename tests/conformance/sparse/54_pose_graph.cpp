// SPDX-License-Identifier: MIT
// Scenario 54: Gaussian belief propagation on a graph of two-dimensional poses from a text file.
// Every pose and every measurement is a vertex on a tile of its own; messages are exchanged between
// them until the beliefs are the solution of the linear system.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

using namespace poplar;

// A Gaussian in information form: eta x, eta y, lambda xx, xy, yy.

/// The belief of a pose: its prior and all messages.
class Pose : public Vertex {
 public:
  Input<Vector<float>> prior;
  Vector<Input<Vector<float>>> messages;
  Output<Vector<float>> belief;
  bool compute() {
    for (unsigned k = 0; k < 5; ++k) {
      float sum = prior[k];
      for (unsigned m = 0; m < messages.size(); ++m)
        sum += messages[m][k];
      belief[k] = sum;
    }
    return true;
  }
};

/// A measurement to - from = (dx, dy) with information w: sends each side what the other one knows.
class Between : public Vertex {
 public:
  Input<Vector<float>> beliefFrom, beliefTo;
  Input<Vector<float>> measurement; // dx dy wxx wxy wyy
  InOut<Vector<float>> messageFrom, messageTo;
  bool compute() {
    float toFrom[5], toTo[5];
    send(beliefTo, messageTo, -1, toFrom);
    send(beliefFrom, messageFrom, 1, toTo);
    for (unsigned k = 0; k < 5; ++k) {
      messageFrom[k] = toFrom[k];
      messageTo[k] = toTo[k];
    }
    return true;
  }

 private:
  /// With L, eta what a side knows but for our own last message: the sum of its mean and the
  /// measurement has the information (L^-1 + W^-1)^-1 = W (L + W)^-1 L.
  template <class A, class B>
  void send(const A &belief, const B &last, float sign, float *out) {
    float c[5];
    for (unsigned k = 0; k < 5; ++k)
      c[k] = belief[k] - last[k];
    const float wxx = measurement[2], wxy = measurement[3], wyy = measurement[4];
    const float sxx = c[2] + wxx, sxy = c[3] + wxy, syy = c[4] + wyy;
    const float det = sxx * syy - sxy * sxy;
    const float ixx = syy / det, ixy = -sxy / det, iyy = sxx / det;
    // G = W S^-1
    const float gxx = wxx * ixx + wxy * ixy, gxy = wxx * ixy + wxy * iyy;
    const float gyx = wxy * ixx + wyy * ixy, gyy = wxy * ixy + wyy * iyy;
    out[2] = gxx * c[2] + gxy * c[3];
    out[3] = gxx * c[3] + gxy * c[4];
    out[4] = gyx * c[3] + gyy * c[4];
    // G eta + lambda * measurement
    const float dx = sign * measurement[0], dy = sign * measurement[1];
    out[0] = gxx * c[0] + gxy * c[1] + out[2] * dx + out[3] * dy;
    out[1] = gyx * c[0] + gyy * c[1] + out[3] * dx + out[4] * dy;
  }
};

#else
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poplin/codelets.hpp>
#include <popops/codelets.hpp>
#include <popsys/CSRFunctions.hpp>
#include <popsys/CycleCount.hpp>
#include <popsys/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace poplar;
using namespace poplar::program;
using namespace popsys;

struct Measurement {
  unsigned from, to;
  float values[5];
};

struct Problem {
  unsigned poses = 0;
  std::vector<std::pair<unsigned, std::vector<float>>> anchors; // pose; x, y, weight
  std::vector<Measurement> measurements;
};

static Problem readProblem(const char *path) {
  Problem problem;
  std::ifstream file(path);
  for (std::string line, kind; std::getline(file, line);) {
    std::istringstream words(line);
    words >> kind;
    if (kind == "ANCHOR") {
      unsigned pose = 0;
      std::vector<float> a(3);
      words >> pose >> a[0] >> a[1] >> a[2];
      problem.anchors.push_back({pose, a});
    } else if (kind == "BETWEEN") {
      Measurement m{};
      words >> m.from >> m.to;
      for (float &value : m.values)
        words >> value;
      problem.poses = std::max({problem.poses, m.from + 1, m.to + 1});
      problem.measurements.push_back(m);
    }
  }
  return problem;
}

/// The poses that fit all measurements best, by elimination.
static std::vector<double> solve(const Problem &problem) {
  const unsigned n = 2 * problem.poses;
  std::vector<std::vector<double>> a(n, std::vector<double>(n + 1, 0.0));
  for (const auto &anchor : problem.anchors)
    for (unsigned d = 0; d < 2; ++d) {
      a[2 * anchor.first + d][2 * anchor.first + d] += anchor.second[2];
      a[2 * anchor.first + d][n] += anchor.second[2] * anchor.second[d];
    }
  for (const Measurement &m : problem.measurements)
    for (unsigned r = 0; r < 2; ++r)
      for (unsigned c = 0; c < 2; ++c) {
        const double w = m.values[2 + r + c];
        a[2 * m.from + r][2 * m.from + c] += w;
        a[2 * m.to + r][2 * m.to + c] += w;
        a[2 * m.from + r][2 * m.to + c] -= w;
        a[2 * m.to + r][2 * m.from + c] -= w;
        a[2 * m.from + r][n] -= w * m.values[c];
        a[2 * m.to + r][n] += w * m.values[c];
      }
  std::vector<double> x(n);
  for (unsigned k = 0; k < n; ++k)
    for (unsigned r = k + 1; r < n; ++r)
      for (unsigned c = n + 1; c-- > k;)
        a[r][c] -= a[r][k] / a[k][k] * a[k][c];
  for (unsigned k = n; k-- > 0;) {
    x[k] = a[k][n];
    for (unsigned c = k + 1; c < n; ++c)
      x[k] -= a[k][c] * x[c];
    x[k] /= a[k][k];
  }
  return x;
}

int main(int argc, char **argv) {
  const Problem problem = readProblem(argc > 1 ? argv[1] : "poses.txt");
  const unsigned rounds = argc > 2 ? std::atoi(argv[2]) : 200;
  const unsigned poses = problem.poses, factors = problem.measurements.size();
  if (poses == 0) return 1;
  IPUModel ipuModel;
  Device device = ipuModel.createDevice();
  Graph graph(device);
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  popsys::addCodelets(graph);
  graph.addCodelets(__FILE__);

  Tensor prior = graph.addVariable(FLOAT, {poses, 5}, "prior");
  Tensor belief = graph.addVariable(FLOAT, {poses, 5}, "belief");
  Tensor messages = graph.addVariable(FLOAT, {factors, 2, 5}, "messages");
  std::vector<float> priors(poses * 5, 0.0f);
  for (const auto &anchor : problem.anchors) {
    float *p = &priors[anchor.first * 5];
    const float x = anchor.second[0], y = anchor.second[1], w = anchor.second[2];
    p[0] = w * x, p[1] = w * y, p[2] = p[4] = w;
  }
  graph.setInitialValue(prior.flatten(), ArrayRef<float>(priors));
  graph.setInitialValue(messages.flatten(),
                        ArrayRef<float>(std::vector<float>(messages.numElements(), 0.0f)));

  ComputeSet update = graph.addComputeSet("update"), send = graph.addComputeSet("send");
  std::vector<std::vector<Tensor>> incoming(poses);
  for (unsigned f = 0; f < factors; ++f) {
    const Measurement &m = problem.measurements[f];
    const unsigned tile = poses + f;
    Tensor measurement = graph.addConstant<float>(FLOAT, {5}, m.values);
    graph.setTileMapping(measurement, tile);
    graph.setTileMapping(messages[f], tile);
    VertexRef v = graph.addVertex(send, "Between",
                                  {{"beliefFrom", belief[m.from]},
                                   {"beliefTo", belief[m.to]},
                                   {"measurement", measurement},
                                   {"messageFrom", messages[f][0]},
                                   {"messageTo", messages[f][1]}});
    graph.setTileMapping(v, tile);
    graph.setCycleEstimate(v, 400);
    incoming[m.from].push_back(messages[f][0]);
    incoming[m.to].push_back(messages[f][1]);
  }
  for (unsigned p = 0; p < poses; ++p) {
    graph.setTileMapping(prior[p], p);
    graph.setTileMapping(belief[p], p);
    VertexRef v = graph.addVertex(update, "Pose", {{"prior", prior[p]}, {"belief", belief[p]}});
    graph.connect(v["messages"], incoming[p]);
    graph.setTileMapping(v, p);
    graph.setCycleEstimate(v, 100);
  }

  Sequence prog;
  FloatingPointBehaviour behaviour(true, true, true, false, true);
  setFloatingPointBehaviour(graph, prog, behaviour, "");
  Sequence loop(Repeat(rounds, Sequence(Execute(update), Execute(send))), Execute(update));
  Tensor cycles = popsys::cycleCount(graph, loop, 0, "rounds");
  prog.add(loop);
  graph.createHostRead("belief", belief);
  graph.createHostRead("cycles", cycles);

  Engine engine(graph, prog);
  engine.load(device);
  engine.run(0);
  std::vector<float> result(poses * 5);
  engine.readTensor("belief", result.data(), result.data() + result.size());
  unsigned count[2];
  engine.readTensor("cycles", count, count + 2);

  const std::vector<double> expected = solve(problem);
  double worst = 0;
  for (unsigned p = 0; p < poses; ++p) {
    const float *b = &result[p * 5];
    const double det = double(b[2]) * b[4] - double(b[3]) * b[3];
    const double x = (b[4] * b[0] - b[3] * b[1]) / det, y = (b[2] * b[1] - b[3] * b[0]) / det;
    if (p % 6 == 0) std::cout << "pose " << p << ": " << x << " " << y << "\n";
    worst = std::max({worst, std::fabs(x - expected[2 * p]), std::fabs(y - expected[2 * p + 1])});
  }
  std::cout << count[0] / rounds << " cycles a round, worst difference " << worst << "\n";
  if (!(worst < 1e-3) || count[0] == 0) return 1;
  std::cout << "beliefs solve the linear system\n";
  return 0;
}
#endif
