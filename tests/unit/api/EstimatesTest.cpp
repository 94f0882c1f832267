// SPDX-License-Identifier: MIT
// Performance estimates of vertices: those of users, and of estimators that look at the vertex.
#include "ApiTestSupport.hpp"

#include "api/PerfEstimates.hpp"

using namespace poplar;
using namespace poplar_emu::test;

namespace {

class Estimates : public ::testing::Test {
 protected:
  Graph graph = graphWithTypes();
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "EveryKind");
  Tensor t = graph.addVariable(FLOAT, {4, 6}, "t");
};

TEST_F(Estimates, OfUsersReplaceEachOther) {
  EXPECT_ERROR(missing_perf_estimate, "PE0219", graph.getPerfEstimate(v));
  graph.setPerfEstimate(v, 100, 7);
  EXPECT_EQ(graph.getPerfEstimate(v).cycles, 100u);
  EXPECT_EQ(graph.getPerfEstimate(v).flops, 7u);
  graph.setCycleEstimate(v, 20);
  EXPECT_EQ(graph.getCycleEstimate(v), 20u);
  graph.setPerfEstimate(v, VertexPerfEstimate(5));
  EXPECT_EQ(graph.getPerfEstimate(v).cycles, 5u);
  EXPECT_ERROR_HERE(poplar_error, "PE0511", graph.registerPerfEstimator("EveryKind", {}));
}

TEST_F(Estimates, EstimatorsSeeTheWholeVertex) {
  graph.connect(v["vecIn"], t.flatten());
  graph.connect(v["rows"], {t[0], t[1].slice(0, 2)});
  graph.setInitialValue(v["state"], 11);
  graph.setInitialValue<int>(v["states"], {4, 5});
  graph.setFieldSize(v["stateRows"], 1);
  const std::vector<int> row = {8, 9};
  graph.setInitialValue(v["stateRows"][0], row);
  const ComputeSet expectedSet = cs;
  graph.registerPerfEstimator("EveryKind", [expectedSet](const VertexIntrospector &vertex,
                                                         const Target &target) {
    EXPECT_EQ(vertex.getComputeSet().getId(), expectedSet.getId());
    EXPECT_EQ(target.getNumWorkerContexts(), 6u);
    const FieldData rows = vertex.getFieldInfo("rows");
    EXPECT_EQ(rows.rank(), 2u);
    EXPECT_EQ(rows.name(), "rows");
    EXPECT_EQ(rows[1].size(), 2u);
    EXPECT_ERROR(index_error, "PE0210", rows.getSizeAtIndex(2));
    EXPECT_EQ(rows.getProfilerVectorLayout(0), layout::Vector::Span);
    FieldData moved = vertex.getFieldInfo("rows");
    const FieldData other(std::move(moved));
    EXPECT_ERROR(poplar_error, "PE0215", moved.name()); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(vertex.getFieldInfo("vecOut").getProfilerVectorLayout(0), layout::Vector::OnePtr);
    EXPECT_EQ(vertex.getFieldInfo("list").getProfilerVectorListLayout(),
              layout::VectorList::DeltaN);
    EXPECT_EQ(vertex.getFieldInfo("state").getInitialValue<unsigned>(target), 11u);
    EXPECT_EQ(vertex.getFieldInfo("states").getInitialValues<int>(target),
              (std::vector<int>{4, 5}));
    EXPECT_EQ(vertex.getFieldInfo("stateRows").getInitialValues<std::vector<int>>(target),
              (std::vector<std::vector<int>>{{8, 9}}));
    EXPECT_ERROR(graph_connection_error, "PE0208",
                 vertex.getFieldInfo("byte").getInitialValue<int>(target));
    EXPECT_ERROR(graph_connection_error, "PE0206", vertex.getFieldInfo("vecIn").getSizeAtIndex(0));
    EXPECT_ERROR(unknown_field, "PE0205", vertex.getFieldInfo("nothing"));
    return VertexPerfEstimate(3 * vertex.getFieldInfo("vecIn").size(), 24);
  });
  EXPECT_EQ(graph.getPerfEstimate(v).cycles, 72u);
  const VertexRef w = graph.addVertex(cs, "EveryKind");
  graph.setPerfEstimate(w, 1);
  poplar_emu::api::evaluateEstimates(graph);
  EXPECT_EQ(irOf(graph).vertexTable.estimates[v.getId()].cycles, 72u);
  EXPECT_EQ(irOf(graph).vertexTable.estimates[w.getId()].cycles, 1u);

  graph.registerCycleEstimator("EveryKind",
                               [](const VertexIntrospector &, const Target &) { return 9u; });
  poplar_emu::api::evaluateEstimates(graph);
  EXPECT_EQ(graph.getCycleEstimate(v), 9u) << "estimators are asked again";
  EXPECT_EQ(irOf(graph).vertexTable.estimates[v.getId()].cycles, 9u);
  EXPECT_EQ(graph.getCycleEstimate(w), 1u) << "but not where the user said it";
}

TEST_F(Estimates, IncompleteVerticesHaveNone) {
  graph.registerPerfEstimator("EveryKind", [](const VertexIntrospector &vertex, const Target &) {
    return VertexPerfEstimate(vertex.getFieldInfo("vecIn").size());
  });
  EXPECT_ERROR(no_size_specified, "PE0209", graph.getPerfEstimate(v));
  const VertexRef complete = graph.addVertex(cs, "EveryKind");
  graph.connect(complete["vecIn"], t.flatten());
  poplar_emu::api::evaluateEstimates(graph);
  const auto &table = irOf(graph).vertexTable;
  EXPECT_FALSE(table.hasEstimate[v.getId()]) << "whether it may run is not the estimator's matter";
  EXPECT_EQ(table.estimates[complete.getId()].cycles, 24u);
  graph.registerPerfEstimator(
      "EveryKind", [](const VertexIntrospector &vertex, const Target &target) {
        return VertexPerfEstimate(vertex.getFieldInfo("state").getInitialValue<unsigned>(target));
      });
  EXPECT_NO_THROW(poplar_emu::api::evaluateEstimates(graph));
}

TEST_F(Estimates, EstimatorsSeeManyRows) {
  std::vector<Tensor> rows;
  for (std::size_t i = 0; i < 2000; ++i)
    rows.push_back(t.flatten().slice(0, i % 24));
  graph.connect(v["rows"], rows);
  graph.registerPerfEstimator("EveryKind", [](const VertexIntrospector &vertex, const Target &) {
    const FieldData field = vertex.getFieldInfo("rows");
    std::size_t sum = 0;
    for (std::size_t i = 0; i < field.size(); ++i)
      sum += field[i].size();
    return VertexPerfEstimate(sum);
  });
  std::uint64_t expected = 0;
  for (const Tensor &row : rows)
    expected += row.numElements();
  EXPECT_EQ(graph.getPerfEstimate(v).cycles, expected);
}

} // namespace
