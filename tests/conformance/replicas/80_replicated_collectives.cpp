// SPDX-License-Identifier: MIT
// Scenarios 41, 42, 44, 45: collectives of two replicas with each operator, on small vectors whose
// results are known by formula. Argument: the method.
#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>

#include <iostream>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;
using gcl::CollectiveOperator;

const unsigned R = 2;

struct Replicas {
  Device device;
  Graph graph;
  Sequence prog;
  std::vector<std::vector<float>> buffers;

  static Device makeDevice() {
    IPUModel model;
    model.numIPUs = R;
    model.tilesPerIPU = 4;
    return model.createDevice();
  }
  Replicas() : device(makeDevice()), graph(device.getTarget(), replication_factor(R)) {
    gcl::addCodelets(graph);
  }

  Tensor input(unsigned n, float (*value)(unsigned replica, unsigned j)) {
    Tensor t = graph.addVariable(FLOAT, {n}, VariableMappingMethod::LINEAR, "in");
    std::string handle = "stream" + std::to_string(buffers.size());
    prog.add(Copy(graph.addHostToDeviceFIFO(handle, FLOAT, n), t));
    buffers.emplace_back();
    for (unsigned r = 0; r < R; ++r)
      for (unsigned j = 0; j < n; ++j)
        buffers.back().push_back(value(r, j));
    return t;
  }
  std::size_t output(const Tensor &t) {
    std::string handle = "stream" + std::to_string(buffers.size());
    prog.add(Copy(t.flatten(), graph.addDeviceToHostFIFO(handle, FLOAT, t.numElements())));
    buffers.emplace_back(R * t.numElements());
    return buffers.size() - 1;
  }
  void run() {
    Engine engine(graph, prog);
    engine.load(device);
    for (std::size_t i = 0; i < buffers.size(); ++i)
      engine.connectStream("stream" + std::to_string(i), buffers[i].data(),
                           buffers[i].data() + buffers[i].size());
    engine.run(0);
  }
};

float counting(unsigned, unsigned j) {
  return static_cast<float>(j);
}
// 2j on both, and one more on the replica with the parity of j.
float oneMore(unsigned r, unsigned j) {
  return static_cast<float>(2 * j + (j % 2 == r ? 1 : 0));
}

int check(const char *what, const std::vector<float> &got, unsigned elements,
          float (*expected)(unsigned replica, unsigned j)) {
  for (unsigned r = 0; r < R; ++r)
    for (unsigned j = 0; j < elements; ++j)
      if (got[r * elements + j] != expected(r, j)) {
        std::cerr << what << ": replica " << r << " element " << j << " is "
                  << got[r * elements + j] << ", not " << expected(r, j) << "\n";
        return 1;
      }
  std::cout << what << " ok\n";
  return 0;
}

float f(unsigned j) {
  return static_cast<float>(j);
}
float twice(unsigned, unsigned j) {
  return 2 * f(j);
}
float sum(unsigned, unsigned j) {
  return 4 * f(j) + 1;
}
float product(unsigned, unsigned j) {
  return 2 * f(j) * (2 * f(j) + 1);
}
float largest(unsigned, unsigned j) {
  return 2 * f(j) + 1;
}
// Pieces of six; the last element of the second one is padding.
template <float (*whole)(unsigned, unsigned)>
float piece(unsigned r, unsigned j) {
  return r * 6 + j < 11 ? whole(r, r * 6 + j) : 0;
}
float gathered(unsigned, unsigned j) {
  return oneMore(j / 11, j % 11);
}

int main(int argc, char **argv) {
  const OptionFlags options = {{"method", argc > 1 ? argv[1] : "auto"}};
  Replicas p;
  Tensor inPlace = p.input(10, counting);
  gcl::allReduceInPlaceCrossReplica(p.graph, inPlace, CollectiveOperator::ADD, p.prog, "inPlace",
                                    options);
  const std::size_t doubled = p.output(inPlace);

  const CollectiveOperator ops[] = {CollectiveOperator::ADD, CollectiveOperator::MUL,
                                    CollectiveOperator::MAX, CollectiveOperator::MIN};
  const char *names[] = {"ADD", "MUL", "MAX", "MIN"};
  std::vector<std::size_t> reduced, scattered;
  for (CollectiveOperator op : ops) {
    Tensor t = p.input(11, oneMore);
    reduced.push_back(p.output(gcl::allReduceCrossReplica(p.graph, t, op, p.prog, gcl::CommGroup(),
                                                          "allReduce", options)));
    Tensor part = gcl::reduceScatterCrossReplica(p.graph, t, op, p.prog, "scatter", options);
    if (part.numElements() != 6) return 1;
    scattered.push_back(p.output(part));
  }
  Tensor t = p.input(11, oneMore);
  const std::size_t own = p.output(gcl::reduceScatterCrossReplica(
      p.graph, t, CollectiveOperator::LOCAL, p.prog, "local", options));
  const std::size_t all =
      p.output(gcl::allGatherCrossReplica(p.graph, t, p.prog, "gather", options));
  p.run();

  int wrong = check("in place", p.buffers[doubled], 10, twice);
  float (*wholes[])(unsigned, unsigned) = {sum, product, largest, twice};
  float (*pieces[])(unsigned, unsigned) = {piece<sum>, piece<product>, piece<largest>,
                                           piece<twice>};
  for (unsigned i = 0; i < 4; ++i) {
    wrong +=
        check((std::string("allReduce ") + names[i]).c_str(), p.buffers[reduced[i]], 11, wholes[i]);
    wrong += check((std::string("reduceScatter ") + names[i]).c_str(), p.buffers[scattered[i]], 6,
                   pieces[i]);
  }
  wrong += check("reduceScatter LOCAL", p.buffers[own], 6, piece<oneMore>);
  wrong += check("allGather", p.buffers[all], 22, gathered);
  return wrong;
}
