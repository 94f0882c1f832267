// SPDX-License-Identifier: MIT
// Quarters move as any other element type does, and keep their metadata.
#include "Harness.hpp"

#include <poplar/MetadataCreation.hpp>

#include <gtest/gtest.h>

namespace {

using namespace gcl_test;
using poplar::Tensor;
using Byte = unsigned char;
using Op = CollectiveOperator;

class Quarters : public testing::Test {
 protected:
  Harness h{4, 4, 2};
  std::vector<std::vector<unsigned>> all = {{0, 1, 2, 3}};
  Values<Byte> x;
  Tensor metadata =
      poplar::createVariableMetadataTensor(h.graph, poplar::QuarterMetadata::Format::F152, 3);

  void SetUp() override {
    h.graph.setTileMapping(metadata, 1);
    for (unsigned r = 0; r < 4; ++r) {
      x.emplace_back();
      for (unsigned i = 0; i < 24; ++i)
        x.back().push_back(static_cast<Byte>(r * 60 + i * 7));
    }
  }
  Tensor quarters(const std::vector<std::size_t> &shape, unsigned firstTile = 1) {
    const Tensor q = h.graph.addVariable(poplar::QUARTER, metadata, shape);
    // On both IPUs of a replica.
    const std::size_t half = q.numElements() / 2;
    h.graph.setTileMapping(q.flatten().slice(0, half), firstTile);
    h.graph.setTileMapping(q.flatten().slice(half, q.numElements()), 6);
    return q;
  }
  Tensor input(const std::vector<std::size_t> &shape) {
    const Tensor q = quarters(shape);
    h.write(q.reinterpret(poplar::UNSIGNED_CHAR), x);
    return q;
  }
  std::size_t read(const Tensor &q) {
    EXPECT_EQ(q.elementType(), poplar::QUARTER);
    EXPECT_TRUE(q.hasMetadata() && q.getMetadata() == metadata);
    return h.read(q.reinterpret(poplar::UNSIGNED_CHAR));
  }
};

TEST_F(Quarters, Gather) {
  const Tensor data = input({2, 12});
  const Tensor gathered = gcl::allGatherCrossReplica(h.graph, data, h.prog);
  EXPECT_EQ(gathered.shape(), (std::vector<std::size_t>{4, 2, 12}));
  const Tensor destination = quarters({96}, 2);
  gcl::allGatherToDestinationCrossReplica(h.graph, data, destination, h.prog);
  const std::size_t result = read(gathered), there = read(destination);
  h.run();
  EXPECT_EQ(difference(h.result<Byte>(result), gcl_test::allGather(x, all)), "");
  EXPECT_EQ(difference(h.result<Byte>(there), gcl_test::allGather(x, all)), "");
}

TEST_F(Quarters, AllToAll) {
  const std::size_t result = read(gcl::allToAllCrossReplica(h.graph, input({4, 6}), h.prog));
  h.run();
  EXPECT_EQ(difference(h.result<Byte>(result), gcl_test::allToAll(x, all)), "");
}

TEST_F(Quarters, Broadcast) {
  const std::size_t result =
      read(gcl::broadcastCrossReplica(h.graph, input({24}), h.prog, gcl::CommGroup(), 2));
  h.run();
  for (const auto &replica : h.result<Byte>(result))
    EXPECT_EQ(replica, x[2]);
}

TEST_F(Quarters, LocalPieces) {
  const Tensor data = input({24});
  const std::size_t piece = read(gcl::reduceScatterCrossReplica(h.graph, data, Op::LOCAL, h.prog)),
                    same = read(gcl::allReduceCrossReplica(h.graph, data, Op::LOCAL, h.prog));
  h.run();
  const Values<Byte> pieces = h.result<Byte>(piece);
  for (unsigned r = 0; r < 4; ++r) {
    // Of each IPU's 12 elements.
    std::vector<Byte> expected(x[r].begin() + r * 3, x[r].begin() + r * 3 + 3);
    expected.insert(expected.end(), x[r].begin() + 12 + r * 3, x[r].begin() + 15 + r * 3);
    EXPECT_EQ(pieces[r], expected);
  }
  EXPECT_EQ(h.result<Byte>(same), x);
}

TEST_F(Quarters, BetweenIpusOfAReplica) {
  gcl::Chunks chunks;
  const Tensor data = input({24});
  chunks.setChunks({{data.slice(0, 12), 0, 0}, {data.slice(12, 24), 1, 0}});
  const std::size_t result = read(gcl::allGatherWithinReplica(h.graph, chunks, h.prog));
  h.run();
  const Values<Byte> rows = h.result<Byte>(result);
  for (unsigned r = 0; r < 4; ++r) {
    std::vector<Byte> twice = x[r];
    twice.insert(twice.end(), x[r].begin(), x[r].end());
    EXPECT_EQ(rows[r], twice);
  }
}

} // namespace
