// SPDX-License-Identifier: MIT
// Shapes of calls into gcl that public programs use: each must resolve, in C++11 to C++20.
#include <gcl/CollectiveBalancedReorder.hpp>
#include <gcl/Collectives.hpp>
#include <gcl/TileAllocation.hpp>

using namespace poplar;
using gcl::CollectiveOperator;
using gcl::CommGroup;
using gcl::CommGroupType;
using poplar::program::Sequence;

void callAll(Graph &g, Tensor t, std::vector<Tensor> v, Sequence &s, const DebugContext &dc,
             const OptionFlags &o) {
  gcl::allReduceCrossReplica(g, t, CollectiveOperator::ADD, s);
  gcl::allReduceCrossReplica(g, t, CollectiveOperator::ADD, s, "name");
  gcl::allReduceCrossReplica(g, t, CollectiveOperator::ADD, s, {dc, "name"});
  gcl::allReduceCrossReplica(g, t, CollectiveOperator::ADD, s, {dc, "name"}, o);
  gcl::allReduceCrossReplica(g, t, CollectiveOperator::ADD, s, std::string("name"),
                             {{"method", "auto"}});
  gcl::allReduceCrossReplica(g, t, CollectiveOperator::ADD, s, CommGroup(), "name");
  gcl::allReduceCrossReplica(g, t, CollectiveOperator::ADD, s, {CommGroupType::CONSECUTIVE, 2},
                             "name", o);
  gcl::allReduceCrossReplica(g, v, CollectiveOperator::ADD, s, {CommGroupType::CONSECUTIVE, 2u, 1u},
                             {dc}, o);
  gcl::allReduceCrossReplica(g, {t, t}, CollectiveOperator::ADD, s, dc, o);
  gcl::allReduceCrossReplica(g, {t}, CollectiveOperator::ADD, s, dc, o);
  gcl::allReduceInPlaceCrossReplica(g, v, CollectiveOperator::ADD, s, {dc, "x"}, o);
  gcl::allReduceToDestinationCrossReplica(g, t, t, CollectiveOperator::ADD, s, CommGroup(),
                                          {dc, "x"}, o);
  gcl::reduceScatterToDestinationCrossReplica(g, {t}, {t}, CollectiveOperator::ADD, s, CommGroup(),
                                              {dc, "x"}, o);
  gcl::allGatherToDestinationCrossReplica(g, {t}, {t}, s, CommGroup(), {dc, "x"}, o);
  gcl::allGatherCrossReplica(g, t, s, CommGroup(), "x");
  gcl::broadcastCrossReplica(g, t, s, CommGroup(), 1);
  gcl::broadcastCrossReplica(g, t, s, CommGroup(), 0, "x", o);
  gcl::broadcastCrossReplica(g, t, s, CommGroup(), "x");
  gcl::broadcastCrossReplica(g, t, s, "x");
  gcl::allReduceWithinReplica(g, t, CollectiveOperator::ADD, s, {dc, "x"}, o);
  gcl::allReduce(g, t, CollectiveOperator::ADD, s, "x");
  gcl::allToAll(g, t, s, {dc, "x"}, o);
  DebugNameAndId dn("x");
  gcl::CollectiveBalancedReorder r(g, t, 2, dn), r2(g, t, 2, {dn, "y"}, true, 4),
      r3(g, t, 2, {dc.getPathName()});
  gcl::perIPUTiles(g, 0, 32, true);
}
int main() {}
