// SPDX-License-Identifier: MIT
// Gather and scatter with XLA's dimension numbers against plain references.
#include "SliceTest.hpp"

#include <popops/ElementWise.hpp>
#include <popops/Gather.hpp>
#include <popops/Scatter.hpp>
#include <poputil/exceptions.hpp>

#include <gmock/gmock.h>

#include <algorithm>

namespace popops_test {
namespace {

using poplar::Tensor;

TEST(GatherAxis, ReplacesTheAxisByTheIndices) {
  const Shape shape = {4, 5, 3};
  const std::vector<int> values = countingValues<int>(volume(shape));
  const std::vector<unsigned> indices = {2, 0, 1, 2, 9, 1};
  for (unsigned axis = 0; axis < 3; ++axis)
    for (const Layout layout : kLayouts) {
      Harness h;
      const Tensor result = popops::gather(h.graph, h.input(shape, values, layout),
                                           h.input<unsigned>({2, 3}, indices), axis, h.prog, {});
      Shape expectedShape = shape;
      expectedShape[axis] = 6;
      ASSERT_EQ(result.shape(), expectedShape);
      const unsigned read = h.read(result);
      h.run();
      std::vector<int> expected;
      for (std::size_t i = 0; i < volume(expectedShape); ++i) {
        Shape at = {i / (expectedShape[1] * expectedShape[2]),
                    i / expectedShape[2] % expectedShape[1], i % expectedShape[2]};
        at[axis] = indices[at[axis]];
        expected.push_back(at[axis] < shape[axis] ? values[(at[0] * 5 + at[1]) * 3 + at[2]] : 0);
      }
      EXPECT_EQ(h.result<int>(read), expected) << "axis " << axis;
    }
}

/// Dimension numbers as XLA's documentation defines them.
struct Numbers {
  Shape operand, indices;
  std::size_t indexVectorDim;
  Shape offsetDims, sliceSizes, collapsed; // gather; for scatter the window and inserted dims
  std::vector<unsigned> map;
};

// Rows; columns with a trailing window; scalars indices; vectors in front; two indexed dimensions;
// a window that is cut in a dimension which is not indexed.
const std::vector<Numbers> kNumbers = {
    {{6, 4}, {3, 1}, 1, {1}, {1, 4}, {0}, {0}},
    {{6, 4}, {3}, 1, {0}, {6, 1}, {1}, {1}},
    {{6, 4}, {2, 5}, 2, {1, 3}, {2, 4}, {}, {0}},
    {{5, 4, 3}, {2, 7}, 0, {1, 2}, {2, 1, 3}, {1}, {0, 1}},
    {{5, 4, 3}, {7, 2}, 1, {0}, {1, 1, 3}, {0, 1}, {1, 0}},
    {{5, 4, 3}, {4, 1}, 1, {1, 2, 3}, {1, 2, 2}, {}, {2}},
};

/// The shape of the result of a gather, and for each of its elements the element of the operand.
struct Plan {
  Shape shape;
  std::vector<std::size_t> operandElement; ///< ~0: outside
};

Shape unflatten(std::size_t i, const Shape &shape) {
  Shape index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0; i /= shape[d])
    index[d] = i % shape[d];
  return index;
}
std::size_t flatten(const Shape &index, const Shape &shape) {
  std::size_t at = 0;
  for (std::size_t d = 0; d < shape.size(); ++d)
    at = at * shape[d] + index[d];
  return at;
}

Plan planOf(const Numbers &n, const std::vector<unsigned> &indices) {
  Shape window, batch = n.indices;
  std::vector<std::size_t> windowDims;
  for (std::size_t d = 0; d < n.operand.size(); ++d)
    if (std::count(n.collapsed.begin(), n.collapsed.end(), d) == 0) {
      window.push_back(n.sliceSizes[d]);
      windowDims.push_back(d);
    }
  if (n.indexVectorDim < n.indices.size())
    batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(n.indexVectorDim));
  Plan plan;
  std::size_t nextBatch = 0, nextWindow = 0;
  std::vector<bool> isWindow;
  for (std::size_t d = 0; d < batch.size() + window.size(); ++d) {
    isWindow.push_back(std::count(n.offsetDims.begin(), n.offsetDims.end(), d) != 0);
    plan.shape.push_back(isWindow[d] ? window[nextWindow++] : batch[nextBatch++]);
  }
  for (std::size_t i = 0; i < volume(plan.shape); ++i) {
    const Shape at = unflatten(i, plan.shape);
    Shape batchIndex, operandIndex(n.operand.size(), 0);
    std::size_t w = 0;
    for (std::size_t d = 0; d < at.size(); ++d)
      if (isWindow[d])
        operandIndex[windowDims[w++]] = at[d];
      else
        batchIndex.push_back(at[d]);
    bool isInside = true;
    for (std::size_t k = 0; k < n.map.size(); ++k) {
      Shape where = batchIndex;
      if (n.indexVectorDim < n.indices.size())
        where.insert(where.begin() + static_cast<std::ptrdiff_t>(n.indexVectorDim), k);
      const unsigned start = indices[flatten(where, n.indices)];
      const std::size_t d = n.map[k];
      isInside = isInside && start < n.operand[d];
      operandIndex[d] = (operandIndex[d] + start) % n.operand[d];
    }
    plan.operandElement.push_back(isInside ? flatten(operandIndex, n.operand) : ~std::size_t{0});
  }
  return plan;
}

std::vector<unsigned> indicesFor(const Numbers &n) {
  std::vector<unsigned> indices;
  for (std::size_t i = 0; i < volume(n.indices); ++i)
    indices.push_back(static_cast<unsigned>(i * 5 % 11) % 5);
  return indices;
}

TEST(GatherXla, TakesWhatTheDefinitionSays) {
  for (std::size_t c = 0; c < kNumbers.size(); ++c)
    for (const Layout layout : {Layout::Linear, Layout::Scattered, Layout::TwoIpus}) {
      const Numbers &n = kNumbers[c];
      const std::vector<int> values = countingValues<int>(volume(n.operand));
      const std::vector<unsigned> indices = indicesFor(n);
      Harness h;
      const Tensor result =
          popops::gather(h.graph, h.input(n.operand, values, layout), h.input(n.indices, indices),
                         n.indexVectorDim, n.offsetDims, n.sliceSizes, n.collapsed, n.map, h.prog);
      const Plan plan = planOf(n, indices);
      ASSERT_EQ(result.shape(), plan.shape) << "case " << c;
      const unsigned read = h.read(result);
      h.run();
      std::vector<int> expected;
      for (const std::size_t element : plan.operandElement)
        expected.push_back(element < values.size() ? values[element] : 0);
      EXPECT_EQ(h.result<int>(read), expected) << "case " << c;
    }
}

std::vector<unsigned> asUnsigned(const Shape &dims) {
  return {dims.begin(), dims.end()};
}

TEST(Scatter, ReplacesOrComputesInOrder) {
  for (std::size_t c = 0; c < kNumbers.size(); ++c) {
    const Numbers &n = kNumbers[c];
    const std::vector<int> values = countingValues<int>(volume(n.operand));
    const std::vector<unsigned> indices = indicesFor(n);
    const Plan plan = planOf(n, indices);
    const std::vector<int> news = countingValues<int>(volume(plan.shape), 50);
    Harness h;
    const Tensor at = h.input(n.indices, indices), updates = h.input(plan.shape, news);
    const Tensor replaced = h.input(n.operand, values), computed = h.input(n.operand, values);
    popops::scatter(h.graph, replaced, at.reinterpret(poplar::INT), updates, n.indexVectorDim,
                    asUnsigned(n.offsetDims), n.collapsed, n.map, h.prog);
    popops::UpdateComputationFunc subtract = [](poplar::Graph &graph, Tensor &current,
                                                Tensor &update, poplar::program::Sequence &prog) {
      return popops::sub(graph, update, current, prog);
    };
    popops::scatter(h.graph, computed, at, updates, n.indexVectorDim, asUnsigned(n.offsetDims),
                    n.collapsed, n.map, subtract, h.prog);
    const unsigned replacedRead = h.read(replaced), computedRead = h.read(computed);
    h.run();
    // Slice by slice: elements of one slice come together in every case but in updates' order.
    std::vector<int> replacedExpected = values, computedExpected = values;
    Shape batch;
    std::vector<std::size_t> batchDims;
    for (std::size_t d = 0; d < plan.shape.size(); ++d)
      if (std::count(n.offsetDims.begin(), n.offsetDims.end(), d) == 0) {
        batch.push_back(plan.shape[d]);
        batchDims.push_back(d);
      }
    for (std::size_t lookup = 0; lookup < volume(batch); ++lookup)
      for (std::size_t i = 0; i < news.size(); ++i) {
        const Shape index = unflatten(i, plan.shape), wanted = unflatten(lookup, batch);
        bool isOfLookup = true;
        for (std::size_t d = 0; d < batchDims.size(); ++d)
          isOfLookup = isOfLookup && index[batchDims[d]] == wanted[d];
        const std::size_t element = plan.operandElement[i];
        if (!isOfLookup || element >= values.size()) continue;
        replacedExpected[element] = news[i];
        computedExpected[element] = news[i] - computedExpected[element];
      }
    EXPECT_EQ(h.result<int>(replacedRead), replacedExpected) << "case " << c;
    EXPECT_EQ(h.result<int>(computedRead), computedExpected) << "case " << c;
  }
}

TEST(GatherInputs, HaveTheirShape) {
  Harness h;
  EXPECT_EQ(popops::createGatherInput(h.graph, poplar::HALF, {5, 6, 7}, 1).shape(),
            (Shape{5, 6, 7}));
  EXPECT_EQ(popops::createGatherInput(h.graph, poplar::HALF, {5, 6}, {1, 6}, {0}).shape(),
            (Shape{5, 6}));
}

TEST(GatherErrors, AreOfPoplibs) {
  using testing::HasSubstr;
  using testing::ThrowsMessage;
  Harness h;
  const Tensor t = h.input<float>({4, 2}, std::vector<float>(8));
  const Tensor at = h.input<unsigned>({3, 1}, {0, 1, 2}), ints = at.reinterpret(poplar::INT);
  EXPECT_THAT([&] { popops::gather(h.graph, t, at, 2, h.prog, {}); },
              ThrowsMessage<poputil::poplibs_error>(HasSubstr("gather: axis 2")));
  EXPECT_THAT([&] { popops::gather(h.graph, t, ints, 0, h.prog, {}); },
              ThrowsMessage<poputil::poplibs_error>(HasSubstr("the indices are int[3, 1]")));
  const auto gather = [&](std::size_t vectorDim, const Shape &offsetDims, const Shape &sizes,
                          const Shape &collapsed, const std::vector<unsigned> &map) {
    return [&, vectorDim, offsetDims, sizes, collapsed, map] {
      popops::gather(h.graph, t, at, vectorDim, offsetDims, sizes, collapsed, map, h.prog);
    };
  };
  EXPECT_NO_THROW(gather(1, {1}, {1, 2}, {0}, {0})());
  EXPECT_THROW(gather(3, {1}, {1, 2}, {0}, {0})(), poputil::poplibs_error);
  EXPECT_THROW(gather(1, {1, 2}, {1, 2}, {0}, {0})(), poputil::poplibs_error);
  EXPECT_THROW(gather(1, {1}, {1, 3}, {0}, {0})(), poputil::poplibs_error);
  EXPECT_THROW(gather(1, {1}, {2, 2}, {0}, {0})(), poputil::poplibs_error);
  EXPECT_THROW(gather(1, {1}, {1, 2}, {0}, {0, 1})(), poputil::poplibs_error);
  EXPECT_THROW(gather(1, {1}, {1, 2}, {0}, {2})(), poputil::poplibs_error);
  const Tensor updates = h.input<float>({3, 2}, std::vector<float>(6));
  const auto scatter = [&](const Tensor &u, const std::vector<unsigned> &windows,
                           const Shape &inserted, const std::vector<unsigned> &map) {
    return [&, u, windows, inserted, map] {
      popops::scatter(h.graph, t, at, u, 1, windows, inserted, map, h.prog);
    };
  };
  EXPECT_NO_THROW(scatter(updates, {1}, {0}, {0})());
  EXPECT_THROW(scatter(updates.slice(0, 2), {1}, {0}, {0})(), poputil::poplibs_error);
  EXPECT_THROW(scatter(updates.reinterpret(poplar::INT), {1}, {0}, {0})(), poputil::poplibs_error);
  EXPECT_THROW(scatter(updates, {1}, {}, {0})(), poputil::poplibs_error);
  EXPECT_THROW(scatter(updates, {2}, {0}, {0})(), poputil::poplibs_error);
}

} // namespace
} // namespace popops_test
