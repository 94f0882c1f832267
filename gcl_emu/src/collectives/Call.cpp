// SPDX-License-Identifier: MIT
// Checks and choices that all collectives between replicas share.
#include "collectives/Call.hpp"

#include "collectives/Describe.hpp"

#include "support/Errors.hpp"

#include <gcl/codelets.hpp>

namespace gcl::detail {

using poplar::Tensor;

Call::Call(std::string name, poplar::Graph &theGraph, poplar::program::Sequence &program,
           const CommGroup &group, const poplar::DebugContext &context,
           const poplar::OptionFlags &flags)
    : operation(std::move(name)), node({context, poplar::StringRef(operation)}, "gcl"),
      graph(theGraph), prog(program),
      groups(makeGroups(operation, graph.getReplicationFactor(), group)),
      options(parseOptions(flags)), debugContext(node) {
  addCodelets(graph);
}

std::uint64_t Call::bytes(const Tensor &tensor) const {
  return tensor.numElements() * graph.getTarget().getTypeSize(tensor.elementType());
}

std::vector<unsigned> Call::ring() const {
  const Situation situation = situationOf(graph, members(), groups.stride, 0);
  return ringOrder(chooseOrder(situation, options), members());
}

Method Call::method(Phase phase, std::uint64_t bytesOfReplica) const {
  const auto &given = phase == Phase::ReduceScatter ? options.scatter : options.gather;
  if (given) return *given;
  return chooseMethod(phase, situationOf(graph, members(), groups.stride, bytesOfReplica));
}

void Call::copy(const Tensor &from, const Tensor &to) {
  if (from.numElements() > 0)
    steps.add(poplar::program::Copy(from, to, false, {debugContext, "copy"}));
}

void Call::finish() {
  prog.add(steps);
  steps = poplar::program::Sequence();
}

void Call::finish(const Description &description) {
  prog.add(poplar_emu::fusedCollective(steps, description.finish(), debugContext));
  steps = poplar::program::Sequence();
}

void requireDestinations(const Call &call, const std::vector<Tensor> &datas,
                         const std::vector<Tensor> &destinations) {
  if (datas.size() != destinations.size())
    fail(call.operation,
         "there are " + std::to_string(datas.size()) + " tensors and " +
             std::to_string(destinations.size()) + " destinations",
         "pass one destination for each tensor");
  for (std::size_t i = 0; i < datas.size(); ++i) {
    if (datas[i].elementType() != destinations[i].elementType())
      fail(call.operation,
           "the data is " + describe(datas[i]) + " and its destination " +
               describe(destinations[i]),
           "pass a destination of the same element type");
    requireWriteable(call.operation, "the destination", destinations[i]);
  }
}

void requireElements(const Call &call, const Tensor &destination, const Tensor &data,
                     std::size_t elements) {
  if (destination.numElements() == elements) return;
  fail(call.operation,
       "the result for " + describe(data) + " in groups of " + std::to_string(call.members()) +
           " has " + std::to_string(elements) + " elements, and its destination is " +
           describe(destination),
       "pass a destination of " + std::to_string(elements) + " elements");
}

} // namespace gcl::detail
