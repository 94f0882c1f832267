// SPDX-License-Identifier: MIT
// Public tests of collectives, as programs of our own: ../../SCENARIOS.md lists all of them.
#include "Harness.hpp"

#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

#include <numeric>

namespace {

using namespace gcl_test;
using gcl::CommGroup;
using gcl::CommGroupType;
using poplar::Tensor;
using Op = CollectiveOperator;

/// [0, 1, 2, ...] times `factor` plus `offset` times the replica's number.
Values<float> ramp(unsigned replicas, std::size_t n, float factor = 1, float offset = 0) {
  Values<float> values(replicas, std::vector<float>(n));
  for (unsigned r = 0; r < replicas; ++r)
    for (std::size_t i = 0; i < n; ++i)
      values[r][i] = factor * static_cast<float>(i) + offset * static_cast<float>(r);
  return values;
}

// 47: shards of equal tensors, summed over groups of one and of two.
TEST(Scenarios, ShardsOfGroups) {
  for (const unsigned size : {1u, 2u}) {
    Harness h(4);
    const Values<float> x = ramp(4, 6, 1.5f);
    const std::size_t shard = h.read(gcl::reduceScatterCrossReplica(
        h.graph, h.input({6}, x), Op::ADD, h.prog, CommGroup(CommGroupType::CONSECUTIVE, size)));
    h.run();
    const Values<float> shards = h.result<float>(shard);
    for (unsigned replica = 0; replica < 4; ++replica) {
      ASSERT_EQ(shards[replica].size(), 6 / size);
      for (std::size_t i = 0; i < 6 / size; ++i)
        EXPECT_EQ(shards[replica][i],
                  static_cast<float>(size) * x[0][replica % size * (6 / size) + i]);
    }
  }
}

/// The sharded product of scenario 54: Y = op(X W), X [4, 8] in two halves by its columns, and the
/// loss is the sum of C * Y. W is updated with its gradient.
struct Sharded {
  static constexpr std::size_t kRows = 4, kColumns = 4;
  Values<float> x = samples<float>(2, kRows *kColumns, 1), w = samples<float>(2, kColumns, 2);

  /// X * W, element by element with a weight for each column.
  Values<float> products() const {
    Values<float> y = x;
    for (unsigned r = 0; r < 2; ++r)
      for (std::size_t i = 0; i < y[r].size(); ++i)
        y[r][i] *= w[r][i % kColumns];
    return y;
  }
  /// By W of the loss, given those by the products.
  Values<float> byWeights(const Values<float> &byProducts) const {
    Values<float> sums(2, std::vector<float>(kColumns));
    for (unsigned r = 0; r < 2; ++r)
      for (std::size_t i = 0; i < x[r].size(); ++i)
        sums[r][i % kColumns] += byProducts[r][i] * x[r][i];
    return sums;
  }
};

void expectNear(const Values<float> &got, const Values<float> &wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t r = 0; r < got.size(); ++r) {
    ASSERT_EQ(got[r].size(), wanted[r].size());
    for (std::size_t i = 0; i < got[r].size(); ++i)
      EXPECT_NEAR(got[r][i], wanted[r][i], 1e-3f) << r << " " << i;
  }
}

/// Forward collective of the products and the collective of its gradient, on the device; `forward`
/// and `backward` are the same on the host. Gradients of weights follow on the host.
template <class Forward, class Backward, class HostForward, class HostBackward>
void expectGradients(Forward &&forward, Backward &&backward, HostForward &&hostForward,
                     HostBackward &&hostBackward) {
  const Sharded model;
  Harness h(2);
  const Tensor y = forward(h, h.input({Sharded::kRows, Sharded::kColumns}, model.products()));
  const Values<float> byY = samples<float>(2, y.numElements(), 3);
  const Tensor byProducts = backward(h, h.input(y.shape(), byY));
  const std::size_t output = h.read(y), gradient = h.read(byProducts);
  h.run();
  expectNear(h.result<float>(output), hostForward(model.products()));
  // The definition: by product p of replica r, the sum over all replicas' outputs that contain it.
  const Values<float> wanted = hostBackward(byY);
  expectNear(h.result<float>(gradient), wanted);
  expectNear(model.byWeights(h.result<float>(gradient)), model.byWeights(wanted));
}

// 54 (and the gradients of 53): each collective's gradient is its counterpart.
TEST(Scenarios, GradientOfGatherIsReduceScatter) {
  expectGradients(
      [](Harness &h, const Tensor &x) { return gcl::allGatherCrossReplica(h.graph, x, h.prog); },
      [](Harness &h, const Tensor &dy) {
        return gcl::reduceScatterCrossReplica(h.graph, dy.flatten(), Op::ADD, h.prog);
      },
      [](const Values<float> &x) { return gcl_test::allGather(x, {{0, 1}}); },
      [](const Values<float> &dy) {
        const std::size_t n = dy[0].size() / 2;
        Values<float> dx(2, std::vector<float>(n));
        for (unsigned r = 0; r < 2; ++r)
          for (std::size_t i = 0; i < n; ++i)
            dx[r][i] = dy[0][r * n + i] + dy[1][r * n + i];
        return dx;
      });
}

TEST(Scenarios, GradientOfAllReduceIsAllReduce) {
  const auto allReduce = [](Harness &h, const Tensor &x) {
    return gcl::allReduceCrossReplica(h.graph, x, Op::ADD, h.prog);
  };
  const auto sums = [](const Values<float> &x) {
    Values<float> all(2, x[0]);
    for (auto &row : all)
      for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = x[0][i] + x[1][i];
    return all;
  };
  expectGradients(allReduce, allReduce, sums, sums);
}

TEST(Scenarios, GradientOfAllToAllIsAllToAll) {
  const auto allToAll = [](Harness &h, const Tensor &x) {
    return gcl::allToAllCrossReplica(h.graph, x.reshape({2, x.numElements() / 2}), h.prog)
        .reshape(x.shape());
  };
  const auto swapped = [](const Values<float> &x) {
    Values<float> all = x;
    const std::size_t half = x[0].size() / 2;
    for (std::size_t i = 0; i < half; ++i)
      std::swap(all[0][half + i], all[1][i]);
    return all;
  };
  expectGradients(allToAll, allToAll, swapped, swapped);
}

// 55: a row on each of four IPUs; forward the sum and backward the same, or the identity.
TEST(Scenarios, AllReduceOfFourIpus) {
  Harness h(1, 3, 4);
  const Tensor rows = h.graph.addVariable(poplar::FLOAT, {4, 6});
  for (unsigned ipu = 0; ipu < 4; ++ipu)
    h.graph.setTileMapping(rows[ipu], ipu * 3 + 1);
  h.write(rows, ramp(1, 24));
  const std::size_t sum = h.read(gcl::allReduceWithinReplica(h.graph, rows, Op::ADD, h.prog));
  h.run();
  const Values<float> sums = h.result<float>(sum);
  for (std::size_t i = 0; i < 24; ++i)
    EXPECT_EQ(sums[0][i], static_cast<float>(36 + 4 * (i % 6)));
}

// 57: scatter then gather of two tensors of two types gives the sums, and keeps the types.
TEST(Scenarios, ScatterThenGatherOfTwoTypes) {
  Harness h(4);
  Values<int> powers(4, std::vector<int>(7));
  Values<poplar::Half> halves(4);
  for (unsigned r = 0; r < 4; ++r)
    for (std::size_t i = 0; i < 7; ++i) {
      powers[r][i] = 1 << (r + i);
      halves[r].push_back(poplar::Half(static_cast<float>(1 << r) / 8 + static_cast<float>(i)));
    }
  const std::vector<Tensor> shards = gcl::reduceScatterCrossReplica(
      h.graph, {h.input({7}, powers), h.input({7}, halves)}, Op::ADD, h.prog);
  const std::vector<Tensor> whole = gcl::allGatherCrossReplica(h.graph, shards, h.prog);
  ASSERT_EQ(whole.size(), 2u);
  EXPECT_EQ(whole[0].elementType(), poplar::INT);
  EXPECT_EQ(whole[1].elementType(), poplar::HALF);
  EXPECT_EQ(whole[1].shape(), (std::vector<std::size_t>{4, 2}));
  const std::size_t ints = h.read(whole[0].flatten().slice(0, 7)),
                    reals = h.read(whole[1].flatten().slice(0, 7));
  h.run();
  for (unsigned r = 0; r < 4; ++r)
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(h.result<int>(ints)[r][i], 15 << i);
      EXPECT_EQ(static_cast<float>(h.result<poplar::Half>(reals)[r][i]),
                15.0f / 8 + 4 * static_cast<float>(i));
    }
}

// 56, 59: sums and means over consecutive groups of 1, 2 and 4; without one, replicas differ.
TEST(Scenarios, SumsAndMeansOfGroups) {
  for (const unsigned size : {1u, 2u, 4u}) {
    Harness h(4);
    const CommGroup group(CommGroupType::CONSECUTIVE, size);
    const Values<float> x = ramp(4, 5, 1, 10);
    const Tensor own = h.input({5}, x);
    const std::size_t sum =
                          h.read(gcl::allReduceCrossReplica(h.graph, own, Op::ADD, h.prog, group)),
                      mean =
                          h.read(gcl::allReduceCrossReplica(h.graph, own, Op::MEAN, h.prog, group)),
                      gathered = h.read(gcl::allGatherCrossReplica(h.graph, own, h.prog, group)),
                      untouched = h.read(own);
    h.run();
    EXPECT_EQ(h.result<float>(untouched), x);
    EXPECT_NE(x[0], x[1]);
    for (unsigned r = 0; r < 4; ++r) {
      const unsigned first = r / size * size;
      float offsets = 0;
      for (unsigned member = 0; member < size; ++member)
        offsets += 10 * static_cast<float>(first + member);
      for (std::size_t i = 0; i < 5; ++i) {
        const float total = offsets + static_cast<float>(size * i);
        EXPECT_EQ(h.result<float>(sum)[r][i], total);
        EXPECT_EQ(h.result<float>(mean)[r][i], total / static_cast<float>(size));
        EXPECT_EQ(h.result<float>(gathered)[r][5 * (size - 1) + i], x[first + size - 1][i]);
      }
    }
  }
}

// 65: members of strided groups, by what each of them gets.
TEST(Scenarios, MembersOfStridedGroups) {
  const auto membersSeenBy = [](unsigned replicas, unsigned stride, unsigned size) {
    Harness h(replicas, 2);
    const std::size_t all =
        h.read(gcl::allGatherCrossReplica(h.graph, h.input({1}, ramp(replicas, 1, 0, 1)), h.prog,
                                          CommGroup(CommGroupType::CONSECUTIVE, size, stride)));
    h.run();
    return h.result<float>(all);
  };
  EXPECT_EQ(membersSeenBy(4, 2, 2), (Values<float>{{0, 2}, {1, 3}, {0, 2}, {1, 3}}));
  const Values<float> eighteen = membersSeenBy(18, 2, 3);
  EXPECT_EQ(eighteen[5], (std::vector<float>{1, 3, 5}));
  EXPECT_EQ(eighteen[6], (std::vector<float>{6, 8, 10}));
  EXPECT_EQ(eighteen[17], (std::vector<float>{13, 15, 17}));
  EXPECT_THROW(membersSeenBy(12, 4, 2), poputil::poplibs_error);
}

// 66: shards over 4 and over 2 of 8 replicas; over more than there are, or what does not divide.
TEST(Scenarios, ShardsOverPartOfTheReplicas) {
  const auto elementsOf = [](unsigned shards) {
    Harness h(8);
    return gcl::reduceScatterCrossReplica(h.graph, h.input({4 * 6}, ramp(8, 24)), Op::LOCAL, h.prog,
                                          CommGroup(CommGroupType::CONSECUTIVE, shards))
        .shape();
  };
  EXPECT_EQ(elementsOf(4), (std::vector<std::size_t>{6}));
  EXPECT_EQ(elementsOf(2), (std::vector<std::size_t>{12}));
  for (const unsigned shards : {16u, 3u, 5u})
    EXPECT_THROW(elementsOf(shards), poputil::poplibs_error);
}

// 67: gather on a new axis and joined; a slice, of which the gather is the gradient.
TEST(Scenarios, GatherAndSlice) {
  Harness h(4);
  const Values<float> x = ramp(4, 12, 1, 100);
  const Tensor data = h.input({4, 3}, x);
  const Tensor gathered = gcl::allGatherCrossReplica(h.graph, data, h.prog);
  EXPECT_EQ(gathered.shape(), (std::vector<std::size_t>{4, 4, 3}));
  EXPECT_EQ(gathered.reshape({16, 3}).slice(8, 12).shape(), (std::vector<std::size_t>{4, 3}));
  const Tensor slice = gcl::reduceScatterCrossReplica(h.graph, data.flatten(), Op::LOCAL, h.prog);
  const std::size_t third = h.read(gathered.reshape({16, 3}).slice(8, 12)), own = h.read(slice),
                    back = h.read(gcl::allGatherCrossReplica(h.graph, slice, h.prog));
  h.run();
  for (unsigned r = 0; r < 4; ++r) {
    EXPECT_EQ(h.result<float>(third)[r], x[2]);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(h.result<float>(own)[r][i], x[r][3 * r + i]);
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_EQ(h.result<float>(back)[r][i], x[i / 3][i]);
  }
}

} // namespace
