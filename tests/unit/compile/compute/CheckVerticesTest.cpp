// SPDX-License-Identifier: MIT
// Each fault of a vertex gives its own error, with the user's names and lines.
#include "../GraphFixture.hpp"

#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

using ir::Direction;
using ir::FieldKind;

class CheckVertices : public ::testing::Test {
 protected:
  CheckVertices()
      : scale(graph.types.add(
            vertexType("Scale", {field("in", FieldKind::VectorEdge, Direction::In),
                                 field("out", FieldKind::VectorEdge, Direction::Out),
                                 field("factor", FieldKind::ScalarEdge, Direction::In)}))),
        rowsType(graph.types.add(
            vertexType("Rows", {field("rows", FieldKind::VectorEdges, Direction::In),
                                field("sums", FieldKind::ScalarEdges, Direction::Out)}))),
        stateType(graph.types.add(
            vertexType("State", {field("table", FieldKind::VectorState, Direction::None),
                                 field("bias", FieldKind::ScalarState, Direction::None)}))),
        data(graph.variable("data", 64, TileId(0))), other(graph.variable("other", 64, TileId(1))),
        cs(graph.computeSet("work")) {}

  VertexId goodScale() {
    const VertexId v = graph.vertex(cs, scale, 2, 10);
    graph.connect(v, "in", {run(data, 0, 16)});
    graph.connect(v, "out", {run(other, 0, 16)});
    graph.connect(v, "factor", {run(data, 63, 1)});
    return v;
  }
  std::string message() {
    return messageOf([this] { checkVertices(graph.input(), graph.everything()); });
  }

  TestGraph graph;
  VertexTypeId scale, rowsType, stateType;
  VariableId data, other;
  ComputeSetId cs;
};

TEST_F(CheckVertices, AcceptsCompleteVertices) {
  goodScale();
  const VertexId v = graph.vertex(cs, rowsType, 0);
  graph.size(v, "rows", 2);
  graph.connect(v, "rows", {run(data, 8, 3)}, 1);
  graph.connect(v, "rows", {run(data, 0, 5)}, 0);
  graph.connect(v, "sums", {run(other, 32, 2)});
  const VertexId s = graph.vertex(cs, stateType, 1);
  graph.value<float>(s, "table", {1, 2, 3});
  EXPECT_EQ(message(), "");
}

TEST_F(CheckVertices, VertexWithoutTile) {
  graph.vertex(cs, stateType, ir::kNone, 41);
  EXPECT_EQ(message(), "error[PE0201]: vertex without a tile in compute set 'work'\n"
                       "  --> user.cpp:41   State#0\n"
                       "  fix: call graph.setTileMapping(vertex, tile) before compiling");
}

TEST_F(CheckVertices, VertexOnATileThatDoesNotExist) {
  graph.vertex(cs, stateType, 4, 41);
  EXPECT_EQ(
      message(),
      "error[PE0202]: vertex on a tile that does not exist in compute set 'work'\n"
      "  --> user.cpp:41   State#0 (tile 4)\n"
      "  tiles: 0 to 3\n"
      "  fix: use tiles below graph.getTarget().getNumTiles() and intervals within the tensor");
}

TEST_F(CheckVertices, FieldNotConnected) {
  const VertexId v = graph.vertex(cs, scale, 1, 7);
  graph.connect(v, "in", {run(data, 0, 4)});
  graph.connect(v, "factor", {run(data, 0, 1)});
  EXPECT_EQ(message(), "error[PE0208]: field 'out' of vertex type 'Scale' is not connected\n"
                       "  --> user.cpp:7   Scale#0 (tile 1)\n"
                       "  fix: call graph.connect(vertex[\"out\"], tensor)");
}

TEST_F(CheckVertices, ElementOfAnIndexedFieldNotConnected) {
  const VertexId v = graph.vertex(cs, rowsType, 1, 7);
  graph.size(v, "rows", 3);
  graph.connect(v, "rows", {run(data, 0, 4)}, 0);
  graph.connect(v, "rows", {run(data, 0, 4)}, 2);
  graph.connect(v, "sums", {run(other, 0, 3)});
  EXPECT_EQ(message(), "error[PE0208]: field 'rows[1]' of vertex type 'Rows' is not connected\n"
                       "  --> user.cpp:7   Rows#0 (tile 1)\n"
                       "  fix: call graph.connect(vertex[\"rows\"][1], tensor)");
}

TEST_F(CheckVertices, ImmediateStandsForAnInputOnly) {
  const VertexId v = graph.vertex(cs, scale, 1);
  graph.connect(v, "in", {run(data, 0, 4)});
  graph.connect(v, "out", {run(other, 0, 4)});
  graph.value<float>(v, "factor", {3});
  EXPECT_EQ(message(), "");
  const VertexId w = graph.vertex(cs, rowsType, 1);
  graph.size(w, "rows", 0);
  graph.size(w, "sums", 1);
  graph.value<float>(w, "sums", {1}, 0);
  EXPECT_NE(message().find("PE0208]: field 'sums[0]'"), std::string::npos) << message();
}

TEST_F(CheckVertices, SizeNotSpecified) {
  graph.vertex(cs, stateType, 1, 9);
  EXPECT_EQ(message(),
            "error[PE0209]: size of field 'table' of vertex type 'State' is not specified\n"
            "  --> user.cpp:9   State#0 (tile 1)\n"
            "  fix: call graph.setFieldSize(vertex[\"table\"], size)");
}

TEST_F(CheckVertices, IndexBeyondTheSize) {
  const VertexId v = graph.vertex(cs, rowsType, 1, 9);
  graph.size(v, "rows", 1);
  graph.connect(v, "rows", {run(data, 0, 4)}, 0);
  graph.connect(v, "rows", {run(data, 0, 4)}, 1);
  graph.connect(v, "sums", {run(other, 0, 3)});
  EXPECT_NE(message().find("PE0210]: field index out of range"), std::string::npos) << message();
}

TEST_F(CheckVertices, ConnectedTwice) {
  const VertexId v = goodScale();
  graph.connect(v, "in", {run(data, 16, 16)}, ir::kNone, 12);
  EXPECT_EQ(message(), "error[PE0206]: field connected twice\n"
                       "  --> user.cpp:10   Scale#0.in (tile 2) is connected to 16 elements\n"
                       "  --> user.cpp:12   Scale#0.in (tile 2) is connected again to 16 elements\n"
                       "  fix: connect each field once");
}

TEST_F(CheckVertices, WritesAConstant) {
  goodScale();
  graph.graph.variable(other).kind = ir::VariableKind::Constant;
  EXPECT_EQ(message(),
            "error[PE0211]: vertex writes a constant\n"
            "  --> user.cpp:10   Scale#0.out (tile 2) writes other[0:16)\n"
            "  --> other is a constant\n"
            "  fix: use graph.addVariable and graph.setInitialValue for data that changes");
}

class OverlappingOutputs : public CheckVertices {
 protected:
  OverlappingOutputs()
      : pair(graph.types.add(
            vertexType("Pair", {field("first", FieldKind::VectorEdge, Direction::Out),
                                field("second", FieldKind::VectorEdge, Direction::InOut),
                                field("rows", FieldKind::VectorEdges, Direction::Out)}))) {}

  VertexId connect(std::vector<ir::Region> first, std::vector<ir::Region> second) {
    const VertexId v = graph.vertex(cs, pair, 2, 10);
    graph.connect(v, "second", std::move(second), ir::kNone, 12);
    graph.connect(v, "first", std::move(first), ir::kNone, 11);
    graph.size(v, "rows", 2);
    return v;
  }
  void connectRows(VertexId v, ir::Region a, ir::Region b) {
    graph.connect(v, "rows", {a}, 0, 13);
    graph.connect(v, "rows", {b}, 1, 14);
  }

  VertexTypeId pair;
};

TEST_F(OverlappingOutputs, ThatShareAPartAreNamed) {
  connectRows(connect({run(other, 0, 8)}, {run(other, 6, 8)}), run(data, 0, 4), run(data, 4, 4));
  EXPECT_EQ(message(),
            "error[PE0212]: two fields of a vertex write the same elements in compute set 'work'\n"
            "  --> user.cpp:12   Pair#0.second (tile 2) writes other[6:14)\n"
            "  --> user.cpp:11   Pair#0.first (tile 2) writes other[0:8)\n"
            "  overlap: other[6:8), 2 elements, 8 bytes\n"
            "  fix: give each field its own slice; fields may share elements only when they cover "
            "the same ones in the same order");
}

TEST_F(OverlappingOutputs, RowsOfOneFieldToo) {
  connectRows(connect({run(other, 0, 8)}, {run(other, 8, 8)}), run(data, 0, 4), run(data, 3, 4));
  EXPECT_NE(message().find("Pair#0.rows[1] (tile 2) writes data[3:7)"), std::string::npos);
}

TEST_F(OverlappingOutputs, SameElementsInAnotherOrderAreAnError) {
  connectRows(connect({run(other, 4, 4), run(other, 0, 4)}, {run(other, 0, 8)}), run(data, 0, 4),
              run(data, 4, 4));
  EXPECT_NE(message().find("overlap: other[0:8), 8 elements"), std::string::npos);
}

TEST_F(OverlappingOutputs, SameElementsInTheSameOrderShareAndStripesDoNotMeet) {
  connectRows(connect({run(other, 0, 8)}, {run(other, 0, 8)}), rows(data, 0, 1, 4, 2),
              rows(data, 1, 1, 4, 2));
  EXPECT_EQ(message(), "");
}

TEST_F(CheckVertices, ElementTwiceInAWrittenField) {
  const VertexId v = graph.vertex(cs, scale, 2, 10);
  graph.connect(v, "in", {rows(data, 0, 1, 16, 0)});
  graph.connect(v, "out", {run(other, 0, 8), run(other, 7, 8)}, ir::kNone, 11);
  graph.connect(v, "factor", {run(data, 63, 1)});
  EXPECT_EQ(message(),
            "error[PE0212]: an element occurs twice in a field that is written\n"
            "  --> user.cpp:11   Scale#0.out (tile 2) is connected to 16 elements of other\n"
            "  fix: connect each element once; a broadcast tensor can only be an Input");
}

TEST_F(CheckVertices, NoCodeForTheHost) {
  goodScale();
  graph.types[scale].hasHostCode = false;
  graph.types[scale].whyNoHostCode = "inline assembly in compute";
  EXPECT_EQ(message(), "error[PE0308]: compute set 'work' uses vertex type 'Scale', which has no "
                       "code for the host\n"
                       "  --> user.cpp:10   Scale#0 (tile 2)\n"
                       "  inline assembly in compute\n"
                       "  fix: give the codelet a body in portable C++ beside its assembly");
}

TEST_F(CheckVertices, ScalarFieldWantsOneElement) {
  const VertexId v = graph.vertex(cs, scale, 2, 10);
  graph.connect(v, "factor", {run(data, 0, 2)}, ir::kNone, 11);
  EXPECT_NE(message().find("PE0206]: number of connected elements does not fit"), std::string::npos)
      << message();
}

TEST_F(CheckVertices, ElementTypesOfDifferentSize) {
  const VariableId bytes = graph.variable("bytes", 8, TileId(0), ElementType::UnsignedChar);
  const VertexId v = graph.vertex(cs, scale, 2, 10);
  graph.connect(v, "in", {run(bytes, 0, 8)});
  EXPECT_NE(message().find("PE0207]"), std::string::npos) << message();
}

TEST_F(CheckVertices, OnlyComputeSetsInUseAreChecked) {
  graph.vertex(cs, scale, ir::kNone);
  Usage usage = graph.everything();
  usage.computeSets.clear();
  EXPECT_NO_THROW(checkVertices(graph.input(), usage));
}

} // namespace
} // namespace poplar_emu::compile::test
