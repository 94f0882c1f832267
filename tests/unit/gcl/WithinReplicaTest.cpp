// SPDX-License-Identifier: MIT
// Collectives over the IPUs of one replica: values, places and layouts.
#include "Harness.hpp"

#include <gmock/gmock.h>

namespace {

using namespace gcl_test;
using poplar::Half;
using poplar::Tensor;
using Op = CollectiveOperator;

/// [ipus, n] with row i spread over IPU i; the values of row i are those of "replica" i.
template <class T>
Tensor rows(Harness &h, unsigned ipus, const Values<T> &x) {
  const std::size_t n = x[0].size();
  const unsigned tiles = h.graph.getTarget().getTilesPerIPU();
  const Tensor t = h.graph.addVariable(poplar::equivalent_device_type<T>().value, {ipus, n});
  for (unsigned ipu = 0; ipu < ipus; ++ipu)
    for (std::size_t i = 0; i < n; ++i)
      h.graph.setTileMapping(t[ipu][i], ipu * tiles + i * tiles / n);
  std::vector<T> all;
  for (const auto &row : x)
    all.insert(all.end(), row.begin(), row.end());
  if (!all.empty()) h.write<T>(t, Values<T>(h.replicas(), all));
  return t;
}

template <class T>
void expectAllReduce(unsigned ipus, std::size_t n, Op op, const std::string &method,
                     double tolerance = 0) {
  SCOPED_TRACE(method + ", " + std::to_string(ipus) + " IPUs, " + std::to_string(n) + " elements");
  Harness h(1, 3, ipus);
  const Values<T> x = samples<T>(ipus, n);
  const Tensor t = rows(h, ipus, x);
  const Tensor sum =
      gcl::allReduceWithinReplica(h.graph, t, op, h.prog, "sum", {{"method", method}});
  EXPECT_EQ(sum.shape(), t.shape());
  EXPECT_EQ(h.graph.getTileMapping(sum), h.graph.getTileMapping(t));
  const std::size_t number = h.read(sum);
  h.run();
  Values<T> expected = gcl_test::allReduce(x, op, groupsOf(ipus, ipus, 1));
  Values<T> joined(1);
  for (const auto &row : expected)
    joined[0].insert(joined[0].end(), row.begin(), row.end());
  EXPECT_EQ(difference(h.result<T>(number), joined, tolerance), "");
}

TEST(WithinReplica, AllReduceOfEveryMethodAndOperator) {
  for (const std::string &method : kMethods)
    for (const unsigned ipus : {1u, 2u, 3u, 4u, 8u})
      for (const Op op : {Op::ADD, Op::MUL, Op::MIN, Op::MAX, Op::SQUARE_ADD, Op::LOCAL})
        expectAllReduce<int>(ipus, 13, op, method);
}

TEST(WithinReplica, AllReduceOfOtherTypes) {
  expectAllReduce<float>(4, 50, Op::MEAN, "auto", 1e-5);
  expectAllReduce<Half>(3, 21, Op::MEAN, "meet_in_middle_ring", 1e-2);
  expectAllReduce<bool>(4, 30, Op::LOGICAL_AND, "auto");
  expectAllReduce<bool>(4, 30, Op::LOGICAL_OR, "broadcast");
  expectAllReduce<long long>(2, 30, Op::ADD, "auto");
}

TEST(WithinReplica, FewerElementsThanFragments) {
  for (const std::string &method : kMethods)
    for (const std::size_t n : {1, 2, 5})
      expectAllReduce<int>(4, n, Op::ADD, method);
}

TEST(WithinReplica, FragmentsAndTheirIpus) {
  Harness h(1, 3, 4);
  const Values<int> x = samples<int>(4, 10);
  const gcl::Chunks chunks = gcl::reduceScatterWithinReplica(
      h.graph, rows(h, 4, x), Op::ADD, h.prog, "", {{"method", "clockwise_ring"}});
  ASSERT_EQ(chunks.chunks.size(), 4u);
  const std::size_t begins[] = {0, 2, 5, 7, 10};
  const unsigned ring[] = {0, 2, 3, 1};
  std::vector<std::size_t> numbers;
  for (unsigned i = 0; i < 4; ++i) {
    const gcl::Chunk &chunk = chunks.getChunks()[i];
    EXPECT_EQ(chunk.getIndex(), i);
    EXPECT_EQ(chunk.getOffset(), 0u);
    ASSERT_EQ(chunk.getTensor().numElements(), begins[i + 1] - begins[i]);
    const auto mapping = h.graph.getTileMapping(chunk.tensor);
    for (unsigned tile = 0; tile < mapping.size(); ++tile)
      if (!mapping[tile].empty()) {
        EXPECT_EQ(tile / 3, ring[i]) << "chunk " << i;
      }
    numbers.push_back(h.read(chunk.tensor));
  }
  h.run();
  const std::vector<int> sum = gcl_test::allReduce(x, Op::ADD, groupsOf(4, 4, 1))[0];
  for (unsigned i = 0; i < 4; ++i)
    EXPECT_EQ(h.result<int>(numbers[i])[0],
              std::vector<int>(sum.begin() + begins[i], sum.begin() + begins[i + 1]));
}

TEST(WithinReplica, BidirectionalHasTwoFragmentsAnIpu) {
  Harness h(1, 3, 2);
  const Values<int> x = samples<int>(2, 10);
  const gcl::Chunks chunks = gcl::reduceScatterWithinReplica(
      h.graph, rows(h, 2, x), Op::ADD, h.prog, "", {{"method", "bidirectional_ring_pair"}});
  ASSERT_EQ(chunks.chunks.size(), 4u);
  std::size_t sizes[4];
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(chunks.chunks[i].index, i / 2);
    EXPECT_EQ(chunks.chunks[i].offset, i % 2);
    sizes[i] = chunks.chunks[i].tensor.numElements();
  }
  EXPECT_THAT(sizes, testing::ElementsAre(2, 3, 2, 3));
}

TEST(WithinReplica, GatherOfChunksMadeByHand) {
  for (const std::string &method : kMethods) {
    Harness h(1, 2, 4);
    gcl::Chunks chunks(3);
    std::vector<int> all;
    const std::size_t sizes[] = {3, 0, 4};
    for (unsigned i = 0; i < 3; ++i) {
      const Tensor t = h.graph.addVariable(poplar::INT, {sizes[i]});
      h.graph.setTileMapping(t, i * 2 + 1);
      const Values<int> x = samples<int>(1, sizes[i], i);
      if (sizes[i] > 0) h.write(t, x);
      all.insert(all.end(), x[0].begin(), x[0].end());
      chunks.chunks[2 - i] = gcl::Chunk(t, i, 0); // in any order
    }
    const Tensor result =
        gcl::allGatherWithinReplica(h.graph, chunks, h.prog, "", {{"method", method}});
    EXPECT_EQ(result.shape(), (std::vector<std::size_t>{3, 7}));
    const auto mapping = h.graph.getTileMapping(result[2]);
    for (unsigned tile = 0; tile < mapping.size(); ++tile)
      if (!mapping[tile].empty()) {
        EXPECT_EQ(tile / 2, 2u);
      }
    const std::size_t number = h.read(result);
    h.run();
    std::vector<int> expected;
    for (unsigned row = 0; row < 3; ++row)
      expected.insert(expected.end(), all.begin(), all.end());
    EXPECT_EQ(h.result<int>(number)[0], expected) << method;
  }
}

TEST(WithinReplica, EachReplicaForItself) {
  Harness h(2, 2, 2);
  const Tensor t = h.graph.addVariable(poplar::INT, {2, 3});
  h.graph.setTileMapping(t[0], 1);
  h.graph.setTileMapping(t[1], 2);
  const Values<int> x = samples<int>(2, 6);
  h.write(t, x);
  const std::size_t number = h.read(gcl::allReduceWithinReplica(h.graph, t, Op::ADD, h.prog)[1]);
  h.run();
  for (unsigned r = 0; r < 2; ++r)
    for (unsigned i = 0; i < 3; ++i)
      EXPECT_EQ(h.result<int>(number)[r][i], x[r][i] + x[r][3 + i]);
}

} // namespace
