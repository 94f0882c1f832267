// SPDX-License-Identifier: MIT
// The names that collectives between replicas had in earlier SDKs; included by gcl/Collectives.hpp.
#ifndef GCL_COLLECTIVES_OLD_NAMES_HPP
#define GCL_COLLECTIVES_OLD_NAMES_HPP

#include <gcl/Collectives.hpp>

namespace gcl {

inline poplar::Tensor allReduce(poplar::Graph &graph, const poplar::Tensor &data,
                                CollectiveOperator op, poplar::program::Sequence &prog,
                                const CommGroup &group,
                                const poplar::DebugContext &debugContext = {},
                                const poplar::OptionFlags &options = {}) {
  return allReduceCrossReplica(graph, data, op, prog, group, debugContext, options);
}
inline poplar::Tensor allReduce(poplar::Graph &graph, const poplar::Tensor &data,
                                CollectiveOperator op, poplar::program::Sequence &prog,
                                const poplar::DebugContext &debugContext = {},
                                const poplar::OptionFlags &options = {}) {
  return allReduceCrossReplica(graph, data, op, prog, debugContext, options);
}
inline void allReduceInPlace(poplar::Graph &graph, poplar::Tensor &data, CollectiveOperator op,
                             poplar::program::Sequence &prog, const CommGroup &group,
                             const poplar::DebugContext &debugContext = {},
                             const poplar::OptionFlags &options = {}) {
  allReduceInPlaceCrossReplica(graph, data, op, prog, group, debugContext, options);
}
inline void allReduceInPlace(poplar::Graph &graph, poplar::Tensor &data, CollectiveOperator op,
                             poplar::program::Sequence &prog,
                             const poplar::DebugContext &debugContext = {},
                             const poplar::OptionFlags &options = {}) {
  allReduceInPlaceCrossReplica(graph, data, op, prog, debugContext, options);
}
inline void allReduceToDestination(poplar::Graph &graph, const poplar::Tensor &data,
                                   poplar::Tensor &destination, CollectiveOperator op,
                                   poplar::program::Sequence &prog, const CommGroup &group,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {}) {
  allReduceToDestinationCrossReplica(graph, data, destination, op, prog, group, debugContext,
                                     options);
}
inline void allReduceToDestination(poplar::Graph &graph, const poplar::Tensor &data,
                                   poplar::Tensor &destination, CollectiveOperator op,
                                   poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {}) {
  allReduceToDestinationCrossReplica(graph, data, destination, op, prog, debugContext, options);
}
inline poplar::Tensor reduceScatter(poplar::Graph &graph, const poplar::Tensor &data,
                                    CollectiveOperator op, poplar::program::Sequence &prog,
                                    const CommGroup &group,
                                    const poplar::DebugContext &debugContext = {},
                                    const poplar::OptionFlags &options = {}) {
  return reduceScatterCrossReplica(graph, data, op, prog, group, debugContext, options);
}
inline poplar::Tensor reduceScatter(poplar::Graph &graph, const poplar::Tensor &data,
                                    CollectiveOperator op, poplar::program::Sequence &prog,
                                    const poplar::DebugContext &debugContext = {},
                                    const poplar::OptionFlags &options = {}) {
  return reduceScatterCrossReplica(graph, data, op, prog, debugContext, options);
}
inline poplar::Tensor allGather(poplar::Graph &graph, const poplar::Tensor &data,
                                poplar::program::Sequence &prog, const CommGroup &group,
                                const poplar::DebugContext &debugContext = {},
                                const poplar::OptionFlags &options = {}) {
  return allGatherCrossReplica(graph, data, prog, group, debugContext, options);
}
inline poplar::Tensor allGather(poplar::Graph &graph, const poplar::Tensor &data,
                                poplar::program::Sequence &prog,
                                const poplar::DebugContext &debugContext = {},
                                const poplar::OptionFlags &options = {}) {
  return allGatherCrossReplica(graph, data, prog, debugContext, options);
}
inline std::vector<poplar::Tensor>
allReduce(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas, CollectiveOperator op,
          poplar::program::Sequence &prog, const CommGroup &group,
          const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {}) {
  return allReduceCrossReplica(graph, datas, op, prog, group, debugContext, options);
}
inline std::vector<poplar::Tensor> allReduce(poplar::Graph &graph,
                                             const std::vector<poplar::Tensor> &datas,
                                             CollectiveOperator op, poplar::program::Sequence &prog,
                                             const poplar::DebugContext &debugContext = {},
                                             const poplar::OptionFlags &options = {}) {
  return allReduceCrossReplica(graph, datas, op, prog, debugContext, options);
}
inline void allReduceInPlace(poplar::Graph &graph, std::vector<poplar::Tensor> &datas,
                             CollectiveOperator op, poplar::program::Sequence &prog,
                             const CommGroup &group, const poplar::DebugContext &debugContext = {},
                             const poplar::OptionFlags &options = {}) {
  allReduceInPlaceCrossReplica(graph, datas, op, prog, group, debugContext, options);
}
inline void allReduceInPlace(poplar::Graph &graph, std::vector<poplar::Tensor> &datas,
                             CollectiveOperator op, poplar::program::Sequence &prog,
                             const poplar::DebugContext &debugContext = {},
                             const poplar::OptionFlags &options = {}) {
  allReduceInPlaceCrossReplica(graph, datas, op, prog, debugContext, options);
}
inline void allReduceToDestination(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                                   std::vector<poplar::Tensor> &destinations, CollectiveOperator op,
                                   poplar::program::Sequence &prog, const CommGroup &group,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {}) {
  allReduceToDestinationCrossReplica(graph, datas, destinations, op, prog, group, debugContext,
                                     options);
}
inline void allReduceToDestination(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
                                   std::vector<poplar::Tensor> &destinations, CollectiveOperator op,
                                   poplar::program::Sequence &prog,
                                   const poplar::DebugContext &debugContext = {},
                                   const poplar::OptionFlags &options = {}) {
  allReduceToDestinationCrossReplica(graph, datas, destinations, op, prog, debugContext, options);
}
inline std::vector<poplar::Tensor>
reduceScatter(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas, CollectiveOperator op,
              poplar::program::Sequence &prog, const CommGroup &group,
              const poplar::DebugContext &debugContext = {},
              const poplar::OptionFlags &options = {}) {
  return reduceScatterCrossReplica(graph, datas, op, prog, group, debugContext, options);
}
inline std::vector<poplar::Tensor>
reduceScatter(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas, CollectiveOperator op,
              poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {},
              const poplar::OptionFlags &options = {}) {
  return reduceScatterCrossReplica(graph, datas, op, prog, debugContext, options);
}
inline std::vector<poplar::Tensor>
allGather(poplar::Graph &graph, const std::vector<poplar::Tensor> &datas,
          poplar::program::Sequence &prog, const CommGroup &group,
          const poplar::DebugContext &debugContext = {}, const poplar::OptionFlags &options = {}) {
  return allGatherCrossReplica(graph, datas, prog, group, debugContext, options);
}
inline std::vector<poplar::Tensor> allGather(poplar::Graph &graph,
                                             const std::vector<poplar::Tensor> &datas,
                                             poplar::program::Sequence &prog,
                                             const poplar::DebugContext &debugContext = {},
                                             const poplar::OptionFlags &options = {}) {
  return allGatherCrossReplica(graph, datas, prog, debugContext, options);
}
inline poplar::Tensor allToAll(poplar::Graph &graph, const poplar::Tensor &data,
                               poplar::program::Sequence &prog, const CommGroup &group,
                               const poplar::DebugContext &debugContext = {},
                               const poplar::OptionFlags &options = {}) {
  return allToAllCrossReplica(graph, data, prog, group, debugContext, options);
}
inline poplar::Tensor allToAll(poplar::Graph &graph, const poplar::Tensor &data,
                               poplar::program::Sequence &prog,
                               const poplar::DebugContext &debugContext = {},
                               const poplar::OptionFlags &options = {}) {
  return allToAllCrossReplica(graph, data, prog, debugContext, options);
}

} // namespace gcl

#endif
