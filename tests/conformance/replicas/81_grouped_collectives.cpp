// SPDX-License-Identifier: MIT
// Scenarios 46, 47, 56, 57: four replicas in groups; two levels of groups make a collective of all.
#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>

#include <iostream>
#include <stdexcept>
#include <vector>

using namespace poplar;
using namespace poplar::program;
using gcl::CollectiveOperator;
using gcl::CommGroup;
using gcl::CommGroupType;

int main() {
  const unsigned R = 4, N = 4;
  IPUModel model;
  model.numIPUs = R;
  model.tilesPerIPU = 4;
  Device device = model.createDevice();
  Graph graph(device.getTarget(), replication_factor(R));
  gcl::addCodelets(graph);
  Sequence prog;

  // Replica r has 2^r * (element + 1).
  Tensor in = graph.addVariable(INT, {N}, VariableMappingMethod::LINEAR, "in");
  prog.add(Copy(graph.addHostToDeviceFIFO("in", INT, N), in));
  std::vector<int> input;
  for (unsigned r = 0; r < R; ++r)
    for (unsigned i = 0; i < N; ++i)
      input.push_back(static_cast<int>((1u << r) * (i + 1)));

  CommGroup pairs(CommGroupType::CONSECUTIVE, 2), across(CommGroupType::ORTHOGONAL, 2);
  Tensor piece =
      gcl::reduceScatterCrossReplica(graph, in, CollectiveOperator::ADD, prog, pairs, "scatter");
  prog.add(Copy(piece, graph.addDeviceToHostFIFO("piece", INT, 2)));
  gcl::allReduceInPlaceCrossReplica(graph, piece, CollectiveOperator::ADD, prog, across, "across");
  prog.add(Copy(piece, graph.addDeviceToHostFIFO("global", INT, 2)));

  // Two tensors of two types in one call; both keep their type.
  Tensor halves = graph.addVariable(HALF, {3}, VariableMappingMethod::LINEAR, "halves");
  graph.setInitialValue(halves, ArrayRef<float>{0.5f, 1.0f, 1.5f});
  std::vector<Tensor> gathered =
      gcl::allGatherCrossReplica(graph, std::vector<Tensor>{in, halves}, prog, pairs, "gather");
  if (gathered[0].elementType() != INT || gathered[1].elementType() != HALF) return 1;
  if (gathered[1].shape() != std::vector<std::size_t>{2, 3}) return 1;
  prog.add(Copy(gathered[0].flatten(), graph.addDeviceToHostFIFO("gathered", INT, 2 * N)));

  try {
    gcl::allGatherCrossReplica(graph, in, prog, CommGroup(CommGroupType::CONSECUTIVE, 3));
    std::cerr << "groups of 3 were accepted\n";
    return 1;
  } catch (const std::runtime_error &error) {
    std::cout << "refused: " << error.what() << "\n";
  }

  Engine engine(graph, prog);
  engine.load(device);
  std::vector<int> pieces(R * 2), global(R * 2), all(R * 2 * N);
  engine.connectStream("in", input.data(), input.data() + input.size());
  engine.connectStream("piece", pieces.data(), pieces.data() + pieces.size());
  engine.connectStream("global", global.data(), global.data() + global.size());
  engine.connectStream("gathered", all.data(), all.data() + all.size());
  engine.run(0);

  const struct {
    const char *name;
    const std::vector<int> &values;
    unsigned each;
  } outputs[] = {{"piece", pieces, 2}, {"global", global, 2}, {"gathered", all, 2 * N}};
  for (const auto &output : outputs)
    for (unsigned r = 0; r < R; ++r) {
      std::cout << output.name << " " << r << ":";
      for (unsigned i = 0; i < output.each; ++i)
        std::cout << " " << output.values[r * output.each + i];
      std::cout << "\n";
    }
  return 0;
}
