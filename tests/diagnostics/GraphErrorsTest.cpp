// SPDX-License-Identifier: MIT
// Bad input while a graph is built: views, mappings, fields, handles.
#include "Diagnostics.hpp"

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

using GraphErrors = DiagnosticsTest;

TEST_F(GraphErrors, SliceOutOfRange) {
  Tensor t = variable(FLOAT, {4, 6}, "grid");
  EXPECT_DIAGNOSTIC(index_error, "PE0104", ({"grid", "[4, 6]", "7"}), t.slice(2, 7, 1));
  EXPECT_DIAGNOSTIC(index_error, "PE0104", ({"grid"}), t.slice(3, 2, 0));
}

TEST_F(GraphErrors, DimensionOutOfRange) {
  Tensor t = variable(FLOAT, {4, 6}, "grid");
  EXPECT_DIAGNOSTIC(index_error, "PE0103", ({"grid", "2"}), t.slice(0, 1, 2));
}

TEST_F(GraphErrors, IndexOutOfRange) {
  Tensor t = variable(FLOAT, {4, 6}, "grid");
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(index_error, "PE0102", ({"grid", "[4, 6]", "4"}), t[4]);
}

TEST_F(GraphErrors, ReshapeToAnotherSize) {
  Tensor t = variable(FLOAT, {4, 6}, "grid");
  EXPECT_DIAGNOSTIC(poplar_error, "PE0105", ({"24", "25"}), t.reshape({5, 5}));
}

TEST_F(GraphErrors, ConcatOfDifferentShapesAndTypes) {
  Tensor a = variable(FLOAT, {4, 6}, "a"), b = variable(FLOAT, {5, 5}, "b"),
         c = variable(INT, {4, 6}, "c");
  EXPECT_DIAGNOSTIC(poplar_error, "PE0107", ({"[4, 6]", "[5, 5]"}), concat(a, b));
  EXPECT_DIAGNOSTIC(type_error, "PE0109", ({"float", "int"}), concat(a, c));
}

TEST_F(GraphErrors, ReinterpretToAnotherWidth) {
  Tensor t = variable(FLOAT, {4}, "t");
  EXPECT_DIAGNOSTIC(type_error, "PE0110", ({"float", "half"}), t.reinterpret(HALF));
}

TEST_F(GraphErrors, TileOutOfRange) {
  Tensor t = variable(FLOAT, {4}, "t");
  EXPECT_DIAGNOSTIC(invalid_tile_mapping, "PE0202", ({"4"}), graph.setTileMapping(t, 4));
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Copy1");
  EXPECT_DIAGNOSTIC(invalid_tile_mapping, "PE0202", ({"99"}), graph.setTileMapping(v, 99));
}

TEST_F(GraphErrors, IncompleteMappingAskedFor) {
  Tensor t = graph.addVariable(FLOAT, {4}, "partly");
  graph.setTileMapping(t.slice(0, 2), 1);
  EXPECT_DIAGNOSTIC(invalid_tile_mapping, "PE0201", ({"partly", "2"}), graph.getTileMapping(t));
  EXPECT_EQ(graph.getTileMapping(t, false)[1].size(), 1u);
}

TEST_F(GraphErrors, UnknownVertexTypeNamesTheNearest) {
  ComputeSet cs = graph.addComputeSet("cs");
  EXPECT_DIAGNOSTIC(unknown_vertex_type, "PE0204", ({"Scal", "Scale"}),
                    graph.addVertex(cs, "Scal"));
}

TEST_F(GraphErrors, UnknownVertexTypeOfALibraryTellsHowToAddIt) {
  ComputeSet cs = graph.addComputeSet("cs");
  EXPECT_DIAGNOSTIC(unknown_vertex_type, "PE0204", ({"popops::addCodelets(graph)"}),
                    graph.addVertex(cs, "popops::Fill<float>"));
}

TEST_F(GraphErrors, UnknownFieldNamesTheNearest) {
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Scale");
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(unknown_field, "PE0205", ({"Scale", "facter", "factor"}),
                                 graph.setInitialValue(v["facter"], 1));
}

TEST_F(GraphErrors, TypeOfTensorAndFieldDiffer) {
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Scale");
  Tensor t = variable(INT, {4}, "t");
  EXPECT_DIAGNOSTIC(type_error, "PE0207", ({"Scale", "in", "int", "float"}),
                    graph.connect(v["in"], t));
}

TEST_F(GraphErrors, ShapeDoesNotFitTheField) {
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Copy1");
  Tensor t = variable(FLOAT, {4}, "t");
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0206", ({"Copy1", "in", "[4]"}),
                    graph.connect(v["in"], t));
}

TEST_F(GraphErrors, OutputConnectedToAConstant) {
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Copy1");
  Tensor c = graph.addConstant(FLOAT, {}, 1.0f, "one");
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0211", ({"one", "out"}), graph.connect(v["out"], c));
}

TEST_F(GraphErrors, WrongNumberOfValues) {
  EXPECT_DIAGNOSTIC(poplar_error, "PE0213", ({"3", "2"}),
                    graph.addConstant<float>(FLOAT, {3}, ArrayRef<float>({1, 2})));
}

TEST_F(GraphErrors, DuplicateHandle) {
  Tensor t = variable(FLOAT, {4}, "t");
  graph.createHostRead("out", t);
  EXPECT_DIAGNOSTIC(poplar_error, "PE0216", ({"out"}), graph.createHostRead("out", t));
}

TEST_F(GraphErrors, ReplicasDoNotDivideTheIpus) {
  IPUModel model;
  model.numIPUs = 3;
  Device three = model.createDevice();
  EXPECT_DIAGNOSTIC(graph_replication_error, "PE0220", ({"3", "2"}),
                    Graph(three.getTarget(), replication_factor(2)));
}

TEST_F(GraphErrors, VirtualGraphOverTwoIpus) {
  IPUModel model;
  model.numIPUs = 2;
  model.tilesPerIPU = 4;
  Device two = model.createDevice();
  Graph whole(two.getTarget());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0217", ({"2", "6"}), whole.createVirtualGraph(2, 6));
}

TEST_F(GraphErrors, DestinationOfACopyAliasesItself) {
  Tensor a = variable(FLOAT, {4}, "a"), b = variable(FLOAT, {2}, "b");
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0404", ({"b"}), compile(Copy(a, concat(b, b))));
}

TEST_F(GraphErrors, CopyBetweenDifferentShapesTypesAndToConstants) {
  Tensor a = variable(FLOAT, {4}, "a"), b = variable(FLOAT, {5}, "b"), c = variable(INT, {4}, "c");
  Tensor constant = graph.addConstant(FLOAT, {4}, 1.0f, "ones");
  graph.setTileMapping(constant, 0);
  EXPECT_DIAGNOSTIC(poplar_error, "PE0402", ({"a", "b", "4", "5"}), compile(Copy(a, b)));
  EXPECT_DIAGNOSTIC(type_error, "PE0403", ({"float", "int"}), compile(Copy(a, c)));
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0405", ({"ones"}), compile(Copy(a, constant)));
}

TEST_F(GraphErrors, NothingIsLostByAnError) {
  Tensor a = variable(FLOAT, {2}, "a"), b = variable(FLOAT, {2}, "b");
  graph.setInitialValue(a, ArrayRef<float>({1.5f, 2.5f}));
  EXPECT_THROW(graph.setTileMapping(a, 77), invalid_tile_mapping);
  EXPECT_THROW(a.slice(0, 9), index_error);
  ComputeSet cs = graph.addComputeSet("cs");
  EXPECT_THROW(graph.addVertex(cs, "NoSuchVertex"), unknown_vertex_type);
  graph.createHostRead("b", b);
  Engine engine(graph, Sequence(Copy(a, b), Execute(cs)));
  engine.load(device);
  engine.run();
  float values[2];
  engine.readTensor("b", values, values + 2);
  EXPECT_EQ(values[1], 2.5f);
}

TEST_F(GraphErrors, HostWriteOfAnElementTwice) {
  Tensor t = variable(FLOAT, {4}, "t");
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0404", ({"createHostWrite 'w'", "'t'"}),
                    graph.createHostWrite("w", t.slice(0, 1).broadcast(4, 0)));
  graph.createHostRead("r", t.slice(0, 1).broadcast(4, 0));
  graph.createHostWrite("w", t.reverse(0)); // the handle is still free
}

TEST_F(GraphErrors, InitialValueOfAnElementTwice) {
  Tensor t = variable(FLOAT, {4}, "t");
  const Tensor twice = concat(t, t.slice(1, 2));
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0404", ({"initial value", "'t'"}),
                    graph.setInitialValue(twice, ArrayRef<float>{1, 2, 3, 4, 5}));
  EXPECT_DIAGNOSTIC(graph_connection_error, "PE0404", ({"initial value", "'t'"}),
                    graph.setInitialValue(twice, 1.0f));
}

TEST_F(GraphErrors, ElementsOfAnotherGraph) {
  Graph other(device.getTarget());
  const ComputeSet theirs = other.addComputeSet("theirs"), ours = graph.addComputeSet("ours");
  ASSERT_EQ(theirs.getId(), ours.getId());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0115", ({"compute set"}), graph.addVertex(theirs, "Copy1"));
  graph.addVertex(ComputeSet(ours.getId()), "Copy1"); // a bare id is taken by its number
  const Tensor status = variable(BOOL, {}, "status");
  EXPECT_DIAGNOSTIC(poplar_error, "PE0115", ({"Execute", "compute set"}), Execute(theirs, status));
  const Function function = other.addFunction(Sequence());
  EXPECT_DIAGNOSTIC(poplar_error, "PE0115", ({"the function"}),
                    graph.addFunctionBuffer(function, FunctionBufferMappingType::REMOTE));
}

TEST_F(GraphErrors, ControlTensorsAreNamedOnce) {
  Tensor t = variable(INT, {3}, "t");
  const std::string text =
      EXPECT_DIAGNOSTIC(control_program_error, "PE0406", ({"'t'"}), Switch choice(t));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("tensor tensor")));
}

} // namespace
} // namespace diagnostics
