// SPDX-License-Identifier: MIT
// Which tiles serve the host alone.
#include "compile/exchange/IoTiles.hpp"
#include "ProgramFixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace poplar_emu::compile::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint32_t> ioTilesOf(ProgramGraph &test) {
  return findIoTiles(test.input(), findUsage(test.input()));
}

class IoTiles : public testing::Test {
 protected:
  IoTiles() {
    in_ = test_.variable("in", 4, TileId(1));
    out_ = test_.variable("out", 4, TileId(3));
    near_ = test_.variable("near", 4, TileId(2));
    type_ = test_.types.add(
        vertexType("Reads", {field("in", ir::FieldKind::VectorEdge, ir::Direction::In)}));
  }
  ir::ProgramRef transfers() {
    return test_.sequence({test_.node(ir::StreamRead{StreamId(0), test_.whole(in_)}),
                           test_.node(ir::StreamWrite{test_.whole(out_), StreamId(1)}),
                           test_.node(ir::Copy{test_.whole(in_), test_.whole(near_)})});
  }
  ir::ProgramRef computeOn(std::uint32_t tile) { return execute(type_, tile); }
  ir::ProgramRef execute(VertexTypeId type, std::uint32_t tile) {
    const ComputeSetId set = test_.computeSet("set");
    test_.connect(test_.vertex(set, type, tile), "in", {run(near_, 0, 4)});
    return test_.node(ir::Execute{set, {}});
  }

  ProgramGraph test_;
  VariableId in_, out_, near_;
  VertexTypeId type_;
};

TEST_F(IoTiles, HoldWhatIsTransferredAndRunNoVertex) {
  test_.programs = {test_.sequence({transfers(), computeOn(2)})};
  EXPECT_THAT(ioTilesOf(test_), ElementsAre(1, 3));
}

TEST_F(IoTiles, AVertexMakesATileOneThatComputes) {
  test_.programs = {transfers(), computeOn(3)};
  EXPECT_THAT(ioTilesOf(test_), ElementsAre(1));
}

TEST_F(IoTiles, VerticesOfTheLibraryDoNotCount) {
  const VertexTypeId any = test_.types.add(vertexType(
      "poplar_emu_builtin::Any", {field("in", ir::FieldKind::VectorEdge, ir::Direction::In)}));
  test_.programs = {transfers(), execute(any, 3), computeOn(2)};
  EXPECT_THAT(ioTilesOf(test_), ElementsAre(1, 3));
}

TEST_F(IoTiles, ComputeSetsThatNobodyRunsDoNotCount) {
  computeOn(3);
  test_.programs = {transfers(), computeOn(2)};
  EXPECT_THAT(ioTilesOf(test_), ElementsAre(1, 3));
}

TEST_F(IoTiles, WhereNothingComputesThereAreNone) {
  test_.programs = {transfers()};
  EXPECT_THAT(ioTilesOf(test_), IsEmpty());
}

TEST_F(IoTiles, WithoutTransfersThereAreNone) {
  test_.programs = {computeOn(2)};
  EXPECT_THAT(ioTilesOf(test_), IsEmpty());
}

} // namespace
} // namespace poplar_emu::compile::test
