// SPDX-License-Identifier: MIT
// Graph: vertices, connections, sizes and limits of fields.
#include "ApiTestSupport.hpp"

using namespace poplar;
using namespace poplar_emu::test;
using poplar_emu::ir::kNone;

namespace {

class Vertices : public ::testing::Test {
 protected:
  Graph graph = graphWithTypes();
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "EveryKind");
  Tensor t = graph.addVariable(FLOAT, {4, 6}, "t");
  Tensor c = graph.addConstant(FLOAT, {6}, 1.0f, "c");

  std::vector<poplar_emu::ir::Edge> edges(VertexRef vertex) const {
    std::vector<poplar_emu::ir::Edge> out;
    irOf(graph).vertexTable.forEachEdge(poplar_emu::VertexId(vertex.getId()),
                                        [&](const poplar_emu::ir::Edge &e) { out.push_back(e); });
    return out;
  }
  const poplar_emu::ir::Region &region(const poplar_emu::ir::Edge &edge,
                                       std::uint32_t i = 0) const {
    return irOf(graph).vertexTable.regions[edge.firstRegion + i];
  }
};

TEST_F(Vertices, Creation) {
  EXPECT_EQ(v.getId(), 0u);
  EXPECT_EQ(graph.addVertex(cs, "EveryKind").getId(), 1u);
  EXPECT_EQ(graph.getNumVertices(), 2u);
  EXPECT_EQ(irOf(graph).computeSets[cs.getId()].vertices.size(), 2u);
  EXPECT_FALSE(irOf(graph).vertexTable.vertices[0].tile.valid());
  EXPECT_ERROR_HERE(unknown_vertex_type, "PE0204", graph.addVertex(cs, "EveryKnd"));
  const std::string text = errorText<unknown_vertex_type>([&] { graph.addVertex(cs, "EveryKnd"); });
  EXPECT_NE(text.find("EveryKind"), std::string::npos) << text;
  EXPECT_ERROR_HERE(poplar_error, "PE0215", graph.addVertex(ComputeSet(), "EveryKind"));
  EXPECT_ERROR_HERE(poplar_error, "PE0215", graph.addVertex(ComputeSet(9), "EveryKind"));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206",
                    graph.addExternalExchangeVertex(cs, "EveryKind", 1, true, true));
}

TEST_F(Vertices, UnknownFieldsNameTheNearest) {
  EXPECT_ERROR(unknown_field, "PE0205", v["vecOt"]);
  const std::string text = errorText<unknown_field>([&] { v["vecOt"]; });
  EXPECT_NE(text.find("did you mean 'vecOut'"), std::string::npos) << text;
  EXPECT_NE(text.find("VerticesTest.cpp"), std::string::npos) << text;
  EXPECT_ERROR(poplar_error, "PE0215", VertexRef()["in"]);
  EXPECT_ERROR(poplar_error, "PE0215", FieldRef()[0]);
  EXPECT_ERROR_HERE(poplar_error, "PE0215", graph.connect(FieldRef(), t[0][0]));
  EXPECT_ERROR(graph_connection_error, "PE0206", v["in"][0]);
  EXPECT_ERROR(graph_connection_error, "PE0206", v["rows"][0][1]);
  EXPECT_TRUE(v["rows"][3].isIndexed());
  EXPECT_EQ(v["rows"][3].getIndex(), 3u);
  EXPECT_FALSE(v["rows"].isIndexed());
}

TEST_F(Vertices, MappingOfVertices) {
  graph.setTileMapping(v, 3);
  EXPECT_EQ(irOf(graph).vertexTable.vertices[0].tile.value, 3u);
  EXPECT_ERROR_HERE(invalid_tile_mapping, "PE0202", graph.setTileMapping(v, 4));
  EXPECT_ERROR_HERE(poplar_error, "PE0215", graph.setTileMapping(VertexRef(), 0));
  Graph other = graphWithTypes();
  EXPECT_ERROR_HERE(poplar_error, "PE0215", other.setTileMapping(v, 0));
}

TEST_F(Vertices, ScalarEdges) {
  graph.connect(v["in"], t[2][3]);
  ASSERT_EQ(edges(v).size(), 1u);
  EXPECT_EQ(region(edges(v)[0]).start, 15u);
  EXPECT_EQ(edges(v)[0].index, kNone);
  graph.connect(v["out"], t.slice({0, 0}, {1, 1}));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["in"], t[0][0]));
  VertexRef w = graph.addVertex(cs, "EveryKind");
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(w["in"], t[0]));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206",
                    graph.connect(w["in"], std::vector<Tensor>{t[0][0]}));
}

TEST_F(Vertices, VectorEdges) {
  graph.connect(v["vecIn"], t.slice(1, 3, 1).flatten());
  const auto edge = edges(v).at(0);
  EXPECT_EQ(edge.numElements, 8u);
  ASSERT_EQ(edge.numRegions, 1u) << "equally spaced rows are one region";
  EXPECT_EQ(region(edge).count, 4u);
  EXPECT_EQ(region(edge).stride, 6);
  EXPECT_EQ(region(edge).length, 2u);
  graph.connect(v["vecOut"], t.slice(0, 0).flatten());
  EXPECT_EQ(graph.getFieldSize(v["vecIn"]), 8u);
  EXPECT_EQ(graph.getFieldSize(v["vecOut"]), 0u);
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["vecInOut"], t));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["vecInOut"], t[0][0]));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.setFieldSize(v["vecInOut"], 3));
}

TEST_F(Vertices, TypesAndConstants) {
  EXPECT_ERROR_HERE(type_error, "PE0207", graph.connect(v["vecIn"], graph.addVariable(INT, {3})));
  EXPECT_ERROR_HERE(type_error, "PE0207", graph.connect(v["vecIn"], graph.addVariable(HALF, {3})));
  graph.connect(v["vecIn"], c);
  EXPECT_ERROR_HERE(graph_connection_error, "PE0211", graph.connect(v["vecOut"], c));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0211",
                    graph.connect(v["vecInOut"], concat(c, t[0])));
  graph.connect(v["chars"], graph.addVariable(CHAR, {3}));
  Graph other(smallTarget());
  EXPECT_ERROR_HERE(poplar_error, "PE0115", graph.connect(v["in"], other.addVariable(FLOAT, {})));
  EXPECT_ERROR_HERE(poplar_error, "PE0101", graph.connect(v["in"], Tensor()));
  const std::string text =
      errorText<graph_connection_error>([&] { graph.connect(v["out"], c[0]); });
  EXPECT_NE(text.find("EveryKind#0.out"), std::string::npos) << text;
  EXPECT_NE(text.find("'c'"), std::string::npos) << text;
}

TEST_F(Vertices, VectorsOfScalarEdges) {
  graph.connect(v["scalars"], t[1]);
  EXPECT_EQ(graph.getFieldSize(v["scalars"]), 6u);
  EXPECT_EQ(edges(v).size(), 1u);
  VertexRef w = graph.addVertex(cs, "EveryKind");
  graph.connect(w["scalars"], std::vector<Tensor>{t[0][0], t[3][5]});
  ASSERT_EQ(edges(w).size(), 2u);
  EXPECT_EQ(edges(w)[1].index, 1u);
  EXPECT_EQ(graph.getFieldSize(w["scalars"]), 2u);
  VertexRef x = graph.addVertex(cs, "EveryKind");
  graph.setFieldSize(x["scalars"], 2);
  graph.connect(x["scalars"][1], t[0][1]);
  graph.connect(x["scalars"][0], 2.5f);
  EXPECT_ERROR_HERE(index_error, "PE0210", graph.connect(x["scalars"][2], t[0][1]));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(x["scalars"][1], t[0][1]));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(x["scalars"][0], t[0][1]));
}

TEST_F(Vertices, RowsOfATensorBecomeEdges) {
  graph.connect(v["rows"], t);
  EXPECT_EQ(graph.getFieldSize(v["rows"]), 4u);
  EXPECT_EQ(graph.getFieldSize(v["rows"][2]), 6u);
  ASSERT_EQ(edges(v).size(), 4u);
  EXPECT_EQ(region(edges(v)[3]).start, 18u);
  EXPECT_EQ(edges(v)[3].index, 3u);

  VertexRef w = graph.addVertex(cs, "EveryKind");
  graph.connect(w["rowsOut"], {t[0], t[1].slice(0, 2)});
  EXPECT_EQ(graph.getFieldSize(w["rowsOut"][1]), 2u);
  graph.connect(w["list"], std::vector<Tensor>{t[2], t[3]});
  EXPECT_EQ(graph.getFieldSize(w["list"]), 2u);
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(w["rows"], t[0]));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(w["rows"], {t[0], t[0][0]}));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(w["list"], t));
  graph.connect(w["rows"], std::vector<Tensor>{});
  EXPECT_EQ(graph.getFieldSize(w["rows"]), 0u);
}

TEST_F(Vertices, RowByRow) {
  EXPECT_ERROR(no_size_specified, "PE0209", graph.getFieldSize(v["rows"]));
  graph.setFieldSize(v["rows"], 100);
  for (std::size_t i = 0; i != 100; ++i)
    graph.connect(v["rows"][i], t[i % 4]);
  EXPECT_EQ(edges(v).size(), 100u);
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["rows"][50], t[0]));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["rows"], t));
  EXPECT_ERROR_HERE(index_error, "PE0210", graph.connect(v["rows"][100], t[0]));
  EXPECT_ERROR_HERE(index_error, "PE0210", graph.setFieldSize(v["rows"], 99));
  graph.setFieldSize(v["rows"], 200);
  EXPECT_EQ(graph.getFieldSize(v["rows"]), 200u);

  VertexRef w = graph.addVertex(cs, "EveryKind");
  graph.connect(w["rows"][3], t[0]); // the size may follow
  graph.connect(w["rowsOut"][1], t[1]);
  graph.connect(w["rows"][1], t[2]);
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(w["rows"][1], t[2]));
  graph.setFieldSize(w["rows"], 4);
  EXPECT_EQ(graph.getFieldSize(w["rows"]), 4u);
}

TEST_F(Vertices, NumbersAsEdges) {
  graph.connect(v["in"], 3);
  const auto &table = irOf(graph).vertexTable;
  ASSERT_EQ(table.values.size(), 1u);
  float stored = 0;
  std::memcpy(&stored, table.valueBytes.data() + table.values[0].firstByte, 4);
  EXPECT_EQ(stored, 3.0f);
  EXPECT_EQ(irOf(graph).variables.size(), 2u) << "no variable is made for it";
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["out"], 3.0f));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["vecIn"], 3.0f));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["scalars"], 3.0f));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["state"], 3));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["state"], t[0][0]));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.connect(v["in"], t[0][0]));
}

TEST_F(Vertices, ConnectionsWithTheVertex) {
  const std::vector<Tensor> rows = {t[0], t[1]};
  VertexRef w = graph.addVertex(cs, "EveryKind",
                                {{"in", 1.0f},
                                 {"out", t[0][0]},
                                 {"vecIn", t.flatten()},
                                 {"rows", rows},
                                 {"list", {t[2], t[3]}},
                                 {"rowsOut", std::vector<Tensor>{t[3]}}});
  EXPECT_EQ(edges(w).size(), 7u);
  EXPECT_EQ(graph.getFieldSize(w["list"]), 2u);
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206",
                    graph.addVertex(cs, "EveryKind", {{"state", 1u}}));
  EXPECT_ERROR(unknown_field, "PE0205", graph.addVertex(cs, "EveryKind", {{"nothing", 1u}}));
}

TEST_F(Vertices, OneTensorAsInputAndOutput) {
  graph.connect(v["vecIn"], t[0]);
  graph.connect(v["vecOut"], t[0]);
  EXPECT_EQ(edges(v).size(), 2u);
}

TEST_F(Vertices, StateValues) {
  graph.setInitialValue(v["state"], -7);
  graph.setInitialValue(v["flag"], true);
  graph.setInitialValue(v["half"], 0.5f);
  graph.setInitialValue(v["short16"], 65535u);
  graph.setInitialValue(v["big"], std::uint64_t(1) << 63);
  const auto &table = irOf(graph).vertexTable;
  EXPECT_EQ(table.values.size(), 5u);
  graph.setInitialValue(v["state"], 8.9);
  EXPECT_EQ(table.values.size(), 5u);
  int state = 0;
  std::memcpy(&state, table.valueBytes.data() + table.values[0].firstByte, 4);
  EXPECT_EQ(state, 8);
  graph.setInitialValueHalf(v["half"], std::uint16_t(0x3c00));
  EXPECT_ERROR_HERE(poplar_error, "PE0214", graph.setInitialValue(v["short16"], 65536));
  EXPECT_ERROR_HERE(poplar_error, "PE0214", graph.setInitialValue(v["byte"], -1));
  const std::string text = errorText<poplar_error>([&] { graph.setInitialValue(v["byte"], 256); });
  EXPECT_NE(text.find("EveryKind#0.byte"), std::string::npos) << text;
}

TEST_F(Vertices, VectorStateValues) {
  graph.setInitialValue<int>(v["states"], {1, 2, 3});
  EXPECT_EQ(graph.getFieldSize(v["states"]), 3u);
  const std::vector<int> four = {1, 2, 3, 4};
  graph.setInitialValue(v["states"], four);
  EXPECT_EQ(graph.getFieldSize(v["states"]), 4u);
  VertexRef w = graph.addVertex(cs, "EveryKind");
  graph.setFieldSize(w["states"], 2);
  graph.setInitialValue(w["states"][1], 5);
  EXPECT_ERROR_HERE(index_error, "PE0210", graph.setInitialValue(w["states"][2], 5));
  EXPECT_ERROR_HERE(poplar_error, "PE0213", graph.setInitialValue(w["states"], four));
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.setInitialValue(w["states"], 1));
  EXPECT_ERROR_HERE(poplar_error, "PE0213", graph.setInitialValue(w["state"], four));
  graph.setFieldSize(w["stateRows"], 2);
  graph.setInitialValue(w["stateRows"][0], ArrayRef<int>(four));
  EXPECT_EQ(graph.getFieldSize(w["stateRows"][0]), 4u);
  EXPECT_ERROR_HERE(graph_connection_error, "PE0206", graph.setInitialValue(w["stateRows"], four));
  graph.setInitialValue(w["flag"], std::vector<bool>{true});
}

TEST_F(Vertices, InitialValuesOfEdges) {
  graph.setInitialValue<float>(v["in"], 2);
  EXPECT_EQ(irOf(graph).vertexTable.values.size(), 1u);
  EXPECT_TRUE(edges(v).empty());

  const std::vector<float> three = {1, 2, 3};
  graph.setInitialValue(v["vecIn"], three);
  ASSERT_EQ(edges(v).size(), 1u);
  const auto &constant = irOf(graph).variables[region(edges(v)[0]).variable.index()];
  EXPECT_TRUE(constant.isConstant());

  graph.setInitialValue(v["out"], 4.0f);
  const auto &owned = irOf(graph).variables[region(edges(v)[1]).variable.index()];
  EXPECT_FALSE(owned.isConstant());
  EXPECT_EQ(owned.initialValues.size(), 1u);
  graph.setTileMapping(v, 2);
  EXPECT_EQ(owned.mapping.tileOf(0)->value, 2u) << "it goes where the vertex goes";

  VertexRef w = graph.addVertex(cs, "EveryKind");
  graph.connect(w["vecInOut"], t.slice(0, 2, 1).slice(0, 2).flatten());
  const std::vector<float> four = {1, 2, 3, 4};
  graph.setInitialValue(w["vecInOut"], four);
  const auto &behind = irOf(graph).variables[0];
  EXPECT_EQ(behind.initialValues.size(), 2u);
  EXPECT_EQ(behind.initialValues[1].begin, 6u);
  EXPECT_ERROR_HERE(poplar_error, "PE0213", graph.setInitialValue(w["vecInOut"], three));
}

TEST_F(Vertices, LateValues) {
  graph.setInitCallback<int>(v["state"], [](const VertexEdgeInfo &) { return 42; });
  const auto &table = irOf(graph).vertexTable;
  ASSERT_EQ(table.values.size(), 1u);
  int state = 0;
  std::memcpy(&state, table.valueBytes.data() + table.values[0].firstByte, 4);
  EXPECT_EQ(state, 42);
}

TEST_F(Vertices, TellTheLargestValueOfAField) {
  EXPECT_EQ(graph.getMaxVertexFieldValue("EveryKind", "short16"), 65535.0);
  EXPECT_EQ(graph.getMaxVertexFieldValue("EveryKind", "byte"), 255.0);
  EXPECT_EQ(graph.getMaxVertexFieldValue("EveryKind", "half"), 65504.0);
  EXPECT_EQ(graph.getMaxVertexFieldValueAs<std::uint64_t>("EveryKind", "big"), ~std::uint64_t(0));
  EXPECT_ERROR(poplar_error, "PE0214",
               graph.getMaxVertexFieldValueAs<std::int64_t>("EveryKind", "big"));
  EXPECT_EQ(graph.getMaxVertexFieldValueAs<std::int64_t>("EveryKind", "state"), 0x7fffffff);
  EXPECT_EQ(graph.getMaxFieldDim("EveryKind", "vecInOut", 0), 2047u);
  EXPECT_EQ(graph.getMaxFieldDim("EveryKind", "rowsOut", 0), 2047u);
  EXPECT_GT(graph.getMaxFieldDim("EveryKind", "rowsOut", 1), 100000u);
  EXPECT_LT(graph.getMaxFieldDim("EveryKind", "list", 1), 100000u);
  EXPECT_ERROR(index_error, "PE0103", graph.getMaxFieldDim("EveryKind", "vecIn", 1));
  EXPECT_ERROR(graph_connection_error, "PE0206", graph.getMaxFieldDim("EveryKind", "state", 0));
  EXPECT_ERROR(unknown_field, "PE0205", graph.getMaxFieldDim("EveryKind", "nothing", 0));
  EXPECT_ERROR(unknown_vertex_type, "PE0204", graph.getMaxVertexFieldValue("Nothing", "x"));
}

TEST(VerticesOnOneTile, AreMappedByThemselves) {
  Graph graph(Target::createCPUTarget());
  addTypes(graph, {everyKind()});
  const VertexRef v = graph.addVertex(graph.addComputeSet(), "EveryKind");
  EXPECT_EQ(irOf(graph).vertexTable.vertices[v.getId()].tile.value, 0u);
}

} // namespace
