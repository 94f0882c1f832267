// SPDX-License-Identifier: MIT
// Tables of performance estimators, and macros to write them.
#ifndef POPUTIL_CYCLES_TABLES_HPP
#define POPUTIL_CYCLES_TABLES_HPP

#include <poplar/Graph.hpp>
#include <poplar/PerfEstimateFunc.hpp>
#include <poplar/Target.hpp>
#include <poplar/VectorLayout.hpp>
#include <poplar/VertexIntrospector.hpp>
#include <poplar_emu/Export.hpp>
#include <poputil/VertexTemplates.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// The function that estimates a vertex; its body gets `vertex` and `target`, then the template
/// arguments that the table entry gives.
#define MAKE_PERF_ESTIMATOR_NAME(codelet) getCyclesEstimateFor##codelet

/// Entries of a PerfEstimatorTable, for a template class in namespace `ns`, and for a plain one.
#define CYCLE_ESTIMATOR_ENTRY(ns, codelet, ...)                                                    \
  poputil::internal::makePerfEstimatorEntry(#ns "::" #codelet, MAKE_PERF_ESTIMATOR_NAME(codelet),  \
                                            __VA_ARGS__)
#define CYCLE_ESTIMATOR_ENTRY_NOPARAMS(ns, codelet)                                                \
  poputil::internal::makePerfEstimatorEntry(#ns "::" #codelet, MAKE_PERF_ESTIMATOR_NAME(codelet))

/// Inside an estimator: a field; the initial value of a field; those of its elements and rows.
#define CODELET_FIELD(field) const auto field = vertex.getFieldInfo(#field)
#define CODELET_SCALAR_VAL(field, type)                                                            \
  const auto field = vertex.getFieldInfo(#field).getInitialValue<type>(target)
#define CODELET_VECTOR_VALS(field, type)                                                           \
  const auto field = vertex.getFieldInfo(#field).getInitialValues<type>(target)
#define CODELET_VECTOR_2D_VALS(field, type)                                                        \
  const auto field = vertex.getFieldInfo(#field).getInitialValues<std::vector<type>>(target)

namespace poputil {
namespace internal {

/// Vertex names and their estimators.
using PerfEstimatorTable = std::vector<std::pair<std::string, poplar::PerfEstimateFunc>>;

template <typename F, typename... Args>
PerfEstimatorTable::value_type makePerfEstimatorEntry(const std::string &codelet, F f,
                                                      const Args &...args) {
  return {templateVertex(codelet, args...),
          [=](const poplar::VertexIntrospector &vertex, const poplar::Target &target) {
            return poplar::VertexPerfEstimate(f(vertex, target, args...));
          }};
}

/// Registers those whose vertex type the graph knows and returns how many they were.
POPLAR_EMU_EXPORT std::size_t registerPerfFunctions(poplar::Graph &graph,
                                                    const PerfEstimatorTable &table);

/// Cycles to unpack a pointer, or the base and deltas of a list, of that layout.
POPLAR_EMU_EXPORT std::uint64_t getUnpackCost(const poplar::layout::Vector layout);
POPLAR_EMU_EXPORT std::uint64_t
getVectorListDeltaUnpackCost(const poplar::layout::VectorList layout);

} // namespace internal
} // namespace poputil

#endif
