// SPDX-License-Identifier: MIT
// Lesson 10, ring all-reduce: four replicas add up their vectors, piece by piece around a ring.
//
//   ring 0 -> 2 -> 3 -> 1 -> 0: each replica sends to the next one only, all at the same time
//
//   reduce-scatter, 3 steps: a piece travels once around, and everyone adds its own part
//   gather,         3 steps: the finished pieces travel once around, and everyone keeps a copy
//
// Each replica sends 2 * 3/4 of its vector; if everyone sent everything to everyone, it would be
// three times the vector. gcl::allReduceCrossReplica does the same and more; here are its steps.
#ifdef __POPC__
#include <poplar/Vertex.hpp>

// All replicas run one program. What differs is the position in the ring, so it is an input, and
// which piece is meant follows from it.
class Take : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<int>> pieces;
  poplar::Input<unsigned> position;
  poplar::Output<poplar::Vector<int>> piece;
  unsigned ahead, members;

  void compute() {
    const unsigned first = (*position + ahead) % members * piece.size();
    for (unsigned i = 0; i < piece.size(); ++i)
      piece[i] = pieces[first + i];
  }
};

class AddTo : public poplar::Vertex {
 public:
  poplar::Input<poplar::Vector<int>> pieces;
  poplar::Input<unsigned> position;
  poplar::InOut<poplar::Vector<int>> piece;
  unsigned ahead, members;

  void compute() {
    const unsigned first = (*position + ahead) % members * piece.size();
    for (unsigned i = 0; i < piece.size(); ++i)
      piece[i] += pieces[first + i];
  }
};

class Put : public poplar::Vertex {
 public:
  poplar::InOut<poplar::Vector<int>> pieces;
  poplar::Input<unsigned> position;
  poplar::Input<poplar::Vector<int>> piece;
  unsigned ahead, members;

  void compute() {
    const unsigned first = (*position + ahead) % members * piece.size();
    for (unsigned i = 0; i < piece.size(); ++i)
      pieces[first + i] = piece[i];
  }
};

#else
#include <gcl/Collectives.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

constexpr unsigned kReplicas = 4, kPieceSize = 2, kElements = kReplicas * kPieceSize;
const std::vector<unsigned> kRing = {0, 2, 3, 1};

class Ring {
 public:
  explicit Ring(Graph &graph) : graph_(graph) {
    position_ = graph.addVariable(UNSIGNED_INT, {}, "position");
    std::map<unsigned, unsigned> positions;
    for (unsigned p = 0; p < kReplicas; ++p) {
      positions[kRing[p]] = p;
      next_[kRing[p]] = kRing[(p + 1) % kReplicas];
    }
    graph.setInitialValue(position_, positions); // another value on every replica
    graph.setTileMapping(position_, 0);
    for (Tensor &buffer : buffers_) {
      buffer = graph.addVariable(INT, {kPieceSize}, "travelling");
      graph.setTileMapping(buffer, 0);
    }
  }

  // The program after which `data` is the sum on every replica.
  Sequence allReduce(Tensor data) {
    Sequence prog;
    unsigned step = 0;
    // The piece of the owner three positions ahead begins its way here.
    work(prog, "Take", data, kReplicas - 1);
    show(prog, "on its way", buffers_[current_]);
    for (unsigned s = 0; s + 1 < kReplicas; ++s) {
      send(prog);
      work(prog, "AddTo", data, kReplicas - 2 - s);
      show(prog, "step " + std::to_string(++step) + ", received and added", buffers_[current_]);
    }
    // What arrived last is the sum of the piece at our own position.
    work(prog, "Put", data, 0);
    for (unsigned s = 0; s + 1 < kReplicas; ++s) {
      send(prog);
      work(prog, "Put", data, kReplicas - 1 - s);
      show(prog, "step " + std::to_string(++step) + ", received and kept", data);
    }
    return prog;
  }

 private:
  void work(Sequence &prog, const std::string &vertexType, Tensor data, unsigned ahead) {
    ComputeSet computeSet = graph_.addComputeSet(vertexType);
    VertexRef vertex = graph_.addVertex(
        computeSet, vertexType,
        {{"pieces", data}, {"position", position_}, {"piece", buffers_[current_]}});
    graph_.setInitialValue(vertex["ahead"], ahead);
    graph_.setInitialValue(vertex["members"], kReplicas);
    graph_.setTileMapping(vertex, 0);
    prog.add(Execute(computeSet));
  }

  // One exchange between the replicas: each sends its buffer, and receives into the other one.
  void send(Sequence &prog) {
    prog.add(CrossReplicaCopy(buffers_[current_], buffers_[1 - current_], next_));
    current_ = 1 - current_;
  }

  // One line a replica.
  static void show(Sequence &prog, const std::string &title, Tensor tensor) {
    prog.add(PrintTensor(title, tensor));
  }

  Graph &graph_;
  Tensor position_, buffers_[2];
  unsigned current_ = 0;
  std::map<unsigned, unsigned> next_;
};

int main() {
  IPUModel model;
  model.numIPUs = kReplicas;
  Device device = model.createDevice();
  Graph graph(device.getTarget(), replication_factor(kReplicas));
  graph.addCodelets(__FILE__);

  // Replica r has r + 1 in all places: 1 + 2 + 3 + 4 = 10, so every partial sum tells who added.
  Tensor byHand = graph.addVariable(INT, {kElements}, "byHand");
  Tensor byGcl = graph.addVariable(INT, {kElements}, "byGcl");
  graph.setTileMapping(byHand, 0);
  graph.setTileMapping(byGcl, 0);
  std::map<unsigned, unsigned> values;
  for (unsigned r = 0; r < kReplicas; ++r)
    values[r] = r + 1;
  graph.setInitialValue(byHand, values);
  graph.setInitialValue(byGcl, values);

  Sequence prog = Ring(graph).allReduce(byHand);
  gcl::allReduceInPlaceCrossReplica(graph, byGcl, gcl::CollectiveOperator::ADD, prog, "sum",
                                    {{"method", "clockwise_ring"}});
  prog.add(Copy(byHand, graph.addDeviceToHostFIFO("byHand", INT, kElements)));
  prog.add(Copy(byGcl, graph.addDeviceToHostFIFO("byGcl", INT, kElements)));

  Engine engine(graph, prog);
  engine.load(device);
  std::vector<int> hand(kReplicas * kElements), library(kReplicas * kElements);
  engine.connectStream("byHand", hand.data(), hand.data() + hand.size());
  engine.connectStream("byGcl", library.data(), library.data() + library.size());
  engine.run();

  bool right = hand == library;
  for (int value : hand)
    right = right && value == 10;
  std::printf("each replica sent %u elements in 6 steps; the vector has %u\n",
              2 * (kReplicas - 1) * kPieceSize, kElements);
  return right ? 0 : 1;
}
#endif
