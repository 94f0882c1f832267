// SPDX-License-Identifier: MIT
// Collectives: operations in which the replicas of a graph, or the IPUs of one replica, take part.
#ifndef GCL_COLLECTIVES_HPP
#define GCL_COLLECTIVES_HPP

#include <gcl/CollectiveTypes.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <vector>

namespace gcl {

// All functions append to a program; nothing moves before it runs. Those without a group work on
// all replicas. They add the codelets of gcl to the graph when they are missing.
//
// Options (the environment variable GCL_OPTIONS holds more, as JSON, which win):
//   method (auto)
//       auto, clockwise_ring, anticlockwise_ring, bidirectional_ring_pair, meet_in_middle_ring,
//       quad_directional_ring or broadcast. Two of them with a comma between are for the
//       reduce-scatter and for the gather of an all-reduce.
//   syncful.maxBroadcastSize (2048)
//       auto means broadcast for an all-reduce whose bytes times the size of the group are no more
//   syncful.useOptimisedLayout (true)
//       pieces are made of what each tile has, where that makes them at most a quarter larger;
//       otherwise data is first spread evenly
//   topology (auto)
//       peripheral-ring, rung-ring-2, rung-ring-4, rung-ring-8 or ring-on-line: the ring's order
// Checked, without influence on results or programs: syncful.allToAll,
// syncful.useForwardingToSupportStridedGroups, collectiveImplementation, useSynclessCollectives,
// maxBytesPerTile, link, useReplicatedImplementation. Others throw poplar::invalid_option.

/// The combination of the tensors of all members of a group, on each of them.
///
/// `data` may have any shape; its element type must have the operator (MEAN: float and half,
/// LOGICAL_AND and LOGICAL_OR: bool, LOCAL, which returns a copy: any, the others: float, half and
/// integers of 4 and 8 bytes). The result has the shape, type and mapping of `data`. The vector
/// form combines each tensor with those at the same place; they may differ in shape and type.
///
/// Throws poplibs_error for a group that does not divide the replicas or an operator that the type
/// lacks, poplar::invalid_option for options.
///
/// Cost for n elements a replica and groups of k: a ring sends 2 n (k-1)/k elements in 2 (k-1)
/// steps (meet_in_middle_ring: 2 floor(k/2) steps), `broadcast` n (k-1) elements in k-1 steps; each
/// step is one superstep of exchange between IPUs and one of computing.
POPLAR_EMU_EXPORT poplar::Tensor
allReduceCrossReplica(poplar::Graph &graph, const poplar::Tensor &data, CollectiveOperator op,
                      poplar::program::Sequence &prog, const CommGroup &group,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor
allReduceCrossReplica(poplar::Graph &graph, const poplar::Tensor &data, CollectiveOperator op,
                      poplar::program::Sequence &prog,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
allReduceCrossReplica(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                      CollectiveOperator op, poplar::program::Sequence &prog,
                      const CommGroup &group, const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
allReduceCrossReplica(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                      CollectiveOperator op, poplar::program::Sequence &prog,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {});

/// As allReduceCrossReplica, writing the results where the data is. Throws poplibs_error too when
/// an element is constant or occurs twice.
POPLAR_EMU_EXPORT void allReduceInPlaceCrossReplica(poplar::Graph &graph, poplar::Tensor &data,
                                                    CollectiveOperator op,
                                                    poplar::program::Sequence &prog,
                                                    const CommGroup &group,
                                                    const poplar::DebugContext &debugContext = {},
                                                    const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void allReduceInPlaceCrossReplica(poplar::Graph &graph, poplar::Tensor &data,
                                                    CollectiveOperator op,
                                                    poplar::program::Sequence &prog,
                                                    const poplar::DebugContext &debugContext = {},
                                                    const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void
allReduceInPlaceCrossReplica(poplar::Graph &graph, std::vector<poplar::Tensor> &datas,
                             CollectiveOperator op, poplar::program::Sequence &prog,
                             const CommGroup &group, const poplar::DebugContext &debugContext = {},
                             const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void allReduceInPlaceCrossReplica(poplar::Graph &graph,
                                                    std::vector<poplar::Tensor> &datas,
                                                    CollectiveOperator op,
                                                    poplar::program::Sequence &prog,
                                                    const poplar::DebugContext &debugContext = {},
                                                    const poplar::OptionFlags &options = {});

/// As allReduceCrossReplica, writing the results into tensors of equal shapes and element types,
/// which may be on other tiles and IPUs. Throws poplibs_error too for other shapes and types, and
/// for destinations with constant or repeated elements.
POPLAR_EMU_EXPORT void allReduceToDestinationCrossReplica(
    poplar::Graph &graph, const poplar::Tensor &data, poplar::Tensor &destination,
    CollectiveOperator op, poplar::program::Sequence &prog, const CommGroup &group,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void allReduceToDestinationCrossReplica(
    poplar::Graph &graph, const poplar::Tensor &data, poplar::Tensor &destination,
    CollectiveOperator op, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void
allReduceToDestinationCrossReplica(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                                   std::vector<poplar::Tensor> &destinations, CollectiveOperator op,
                                   poplar::program::Sequence &prog, const CommGroup &group,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void
allReduceToDestinationCrossReplica(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                                   std::vector<poplar::Tensor> &destinations, CollectiveOperator op,
                                   poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});

/// One piece of the combination of the tensors of all members, on each member.
///
/// `data` has rank 1 and is writeable in parallel. Of its n elements on one IPU, member p of k gets
/// [p c, (p+1) c) with c = ceil(n/k); what lies behind the end is 0. With several IPUs a replica
/// this holds for the elements of each IPU, and the result [sum of all c] is the concatenation over
/// the IPUs. LOCAL takes the member's piece of its own data and sends nothing.
///
/// Throws as allReduceInPlaceCrossReplica, and poplibs_error for data of another rank. Cost: half
/// of an allReduceCrossReplica; `broadcast` sends each piece directly to its owner.
POPLAR_EMU_EXPORT poplar::Tensor
reduceScatterCrossReplica(poplar::Graph &graph, const poplar::Tensor &data, CollectiveOperator op,
                          poplar::program::Sequence &prog, const CommGroup &group,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor
reduceScatterCrossReplica(poplar::Graph &graph, const poplar::Tensor &data, CollectiveOperator op,
                          poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
reduceScatterCrossReplica(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                          CollectiveOperator op, poplar::program::Sequence &prog,
                          const CommGroup &group, const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
reduceScatterCrossReplica(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                          CollectiveOperator op, poplar::program::Sequence &prog,
                          const poplar::DebugContext &debugContext = {},
                          const poplar::OptionFlags &options = {});

/// As reduceScatterCrossReplica, writing the pieces into tensors of as many elements (of any shape)
/// and of the same types.
POPLAR_EMU_EXPORT void reduceScatterToDestinationCrossReplica(
    poplar::Graph &graph, const poplar::Tensor &data, const poplar::Tensor &destination,
    CollectiveOperator op, poplar::program::Sequence &prog, const CommGroup &group,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void reduceScatterToDestinationCrossReplica(
    poplar::Graph &graph, const poplar::Tensor &data, const poplar::Tensor &destination,
    CollectiveOperator op, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void reduceScatterToDestinationCrossReplica(
    poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
    const std::vector<poplar::Tensor> &destinations, CollectiveOperator op,
    poplar::program::Sequence &prog, const CommGroup &group,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void reduceScatterToDestinationCrossReplica(
    poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
    const std::vector<poplar::Tensor> &destinations, CollectiveOperator op,
    poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});

/// The tensors of all members, one behind another, on each member: [k, shape of data], any element
/// type. Block j is that of member j. Quarters are moved as bytes, here and wherever nothing is
/// computed: the result has the metadata of the data, which must be equal on all members.
///
/// Cost for n elements a replica: n (k-1) elements sent in k-1 steps (meet_in_middle_ring:
/// floor(k/2)).
POPLAR_EMU_EXPORT poplar::Tensor
allGatherCrossReplica(poplar::Graph &graph, const poplar::Tensor &data,
                      poplar::program::Sequence &prog, const CommGroup &group,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor allGatherCrossReplica(
    poplar::Graph &graph, const poplar::Tensor &data, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
allGatherCrossReplica(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                      poplar::program::Sequence &prog, const CommGroup &group,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT std::vector<poplar::Tensor> allGatherCrossReplica(
    poplar::Graph &graph, const std::vector<poplar::Tensor> &datas, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});

/// As allGatherCrossReplica, writing into tensors of k times as many elements (of any shape).
POPLAR_EMU_EXPORT void allGatherToDestinationCrossReplica(
    poplar::Graph &graph, const poplar::Tensor &data, const poplar::Tensor &destination,
    poplar::program::Sequence &prog, const CommGroup &group,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void allGatherToDestinationCrossReplica(
    poplar::Graph &graph, const poplar::Tensor &data, const poplar::Tensor &destination,
    poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
    const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void
allGatherToDestinationCrossReplica(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                                   const std::vector<poplar::Tensor> &destinations,
                                   poplar::program::Sequence &prog, const CommGroup &group,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT void allGatherToDestinationCrossReplica(
    poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
    const std::vector<poplar::Tensor> &destinations, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});

/// Block j of member i becomes block i of member j. Dimension 0 of `data` is the size k of the
/// groups; the result has the same shape and type. Throws poplibs_error for another dimension 0.
///
/// Cost for n elements a replica: n (k-1)/k elements sent in k-1 steps.
POPLAR_EMU_EXPORT poplar::Tensor allToAllCrossReplica(poplar::Graph &graph,
                                                      const poplar::Tensor &data,
                                                      poplar::program::Sequence &prog,
                                                      const CommGroup &group,
                                                      const poplar::DebugContext &debugContext = {},
                                                      const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor allToAllCrossReplica(poplar::Graph &graph,
                                                      const poplar::Tensor &data,
                                                      poplar::program::Sequence &prog,
                                                      const poplar::DebugContext &debugContext = {},
                                                      const poplar::OptionFlags &options = {});

/// The tensor of one member, the root, on all members of its group: [shape of data]. The root is
/// the member with index 0 where none is given. Throws poplibs_error for an index that no member
/// has.
///
/// Cost for n elements a replica: the root's pieces go to the members and are gathered from there,
/// 2 (k-1) steps of n/k elements each.
POPLAR_EMU_EXPORT poplar::Tensor
broadcastCrossReplica(poplar::Graph &graph, const poplar::Tensor &data,
                      poplar::program::Sequence &prog, const CommGroup &group,
                      const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor broadcastCrossReplica(
    poplar::Graph &graph, const poplar::Tensor &data, poplar::program::Sequence &prog,
    const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {});
POPLAR_EMU_EXPORT poplar::Tensor
broadcastCrossReplica(poplar::Graph &graph, const poplar::Tensor &data,
                      poplar::program::Sequence &prog, const CommGroup &group,
                      unsigned rootIndexInGroup, const poplar::DebugContext &debugContext = {},
                      const poplar::OptionFlags &options = {});

/// Combines the rows of `data` [R, n], where row i lies on IPU i of the replica. The result has the
/// same shape, type and mapping, and equal rows. `graph` is the top-level graph.
///
/// Throws poplibs_error for data of another rank, a row that does not lie on its IPU, or an
/// operator that the type lacks. Cost: as the ring methods of allReduceCrossReplica, with copies
/// between IPUs.
POPLAR_EMU_EXPORT poplar::Tensor
allReduceWithinReplica(poplar::Graph &graph, const poplar::Tensor &data, CollectiveOperator op,
                       poplar::program::Sequence &prog,
                       const poplar::DebugContext &debugContext = {},
                       const poplar::OptionFlags &options = {});

/// As allReduceWithinReplica, but each IPU keeps a fragment of the combined row. With F fragments
/// (R, or 2R with bidirectional_ring_pair) fragment i is columns [floor(i n/F), floor((i+1) n/F)).
/// The chunk with index i lies on the i-th IPU of the ring; in the second case it has two
/// fragments, offsets 0 and 1.
POPLAR_EMU_EXPORT Chunks reduceScatterWithinReplica(poplar::Graph &graph,
                                                    const poplar::Tensor &data,
                                                    CollectiveOperator op,
                                                    poplar::program::Sequence &prog,
                                                    const poplar::DebugContext &debugContext = {},
                                                    const poplar::OptionFlags &options = {});

/// All chunks, in the order of their indices and offsets, on each IPU that has one: [R, elements of
/// all chunks], row i on IPU i. Throws poplibs_error for chunks of unequal types, of another rank
/// than 1, without elements in common order of IPUs, or not on one IPU each.
POPLAR_EMU_EXPORT poplar::Tensor
allGatherWithinReplica(poplar::Graph &graph, const Chunks &chunks, poplar::program::Sequence &prog,
                       const poplar::DebugContext &debugContext = {},
                       const poplar::OptionFlags &options = {});

} // namespace gcl

#include <gcl/CollectivesOldNames.hpp>

#endif
