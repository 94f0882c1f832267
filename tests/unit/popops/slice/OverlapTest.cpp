// SPDX-License-Identifier: MIT
// Operations whose operands are about to be overwritten see what was there before, wherever the
// elements lie.
#include "../Harness.hpp"

#include <popops/DynamicSlice.hpp>
#include <popops/Encoding.hpp>
#include <popops/SequenceSlice.hpp>

#include <gtest/gtest.h>

#include <functional>

namespace {

using namespace popops_test;
using poplar::Tensor;

using Act = std::function<void(Harness &, const Tensor &)>;

/// What `act` makes of a tensor of those values, in every layout.
void expectFrom(const Shape &shape, const std::vector<float> &before,
                const std::vector<float> &after, const Act &act) {
  for (const Layout layout : kLayouts) {
    Harness h;
    const Tensor t = h.input(shape, before, layout);
    act(h, t);
    const unsigned out = h.read(t);
    h.run();
    EXPECT_EQ(h.result<float>(out), after) << "layout " << static_cast<int>(layout);
  }
}

Tensor number(Harness &h, unsigned value) {
  const std::vector<unsigned> values(1, value);
  return h.input({1}, values, Layout::OneTile);
}

TEST(Overlap, DynamicUpdateWithItself) {
  expectFrom({5}, {0, 1, 2, 3, 4}, {4, 0, 1, 2, 3}, [](Harness &h, const Tensor &t) {
    popops::dynamicUpdate(h.graph, t, t, number(h, 1), {0}, {5}, h.prog);
  });
}

TEST(Overlap, DynamicUpdateWithAPartOfItself) {
  expectFrom({5}, {0, 1, 2, 3, 4}, {1, 2, 3, 3, 4}, [](Harness &h, const Tensor &t) {
    popops::dynamicUpdate(h.graph, t, t.slice(1, 4), number(h, 0), {0}, {3}, h.prog);
  });
}

TEST(Overlap, DynamicSliceIntoItself) {
  expectFrom({5}, {0, 1, 2, 3, 4}, {1, 2, 3, 4, 0}, [](Harness &h, const Tensor &t) {
    popops::dynamicSliceWithOutput(h.graph, t, t, number(h, 1), {0}, {5}, h.prog);
  });
}

TEST(Overlap, MultiUpdatesWithThemselves) {
  const std::vector<unsigned> rows = {1, 2, 3, 0};
  expectFrom({4, 1}, {0, 1, 2, 3}, {3, 0, 1, 2}, [&](Harness &h, const Tensor &t) {
    popops::multiUpdate(h.graph, t, t.expand({1}), h.input({4, 1}, rows), {0}, {1}, h.prog,
                        popops::SlicePlan(), {});
  });
  expectFrom({4, 1}, {1, 2, 3, 4}, {5, 3, 5, 7}, [&](Harness &h, const Tensor &t) {
    popops::multiUpdateAdd(h.graph, t, t.expand({1}), h.input({4, 1}, rows), t[0][0], {0}, {1},
                           h.prog, popops::SlicePlan(), {});
  });
}

TEST(Overlap, SequenceSliceIntoItself) {
  expectFrom({4, 1}, {1, 2, 3, 4}, {1, 1, 2, 3}, [](Harness &h, const Tensor &t) {
    popops::sequenceSlice(h.graph, t, t, number(h, 3), number(h, 0), number(h, 1), false, h.prog);
  });
  expectFrom({4, 1}, {1, 2, 3, 4}, {0, 0, 1, 2}, [](Harness &h, const Tensor &t) {
    popops::sequenceSlice(h.graph, t, t, number(h, 2), number(h, 0), number(h, 2), true, h.prog);
  });
}

TEST(Overlap, OneHotOverItsIndicesAndValues) {
  for (const Layout layout : kLayouts) {
    Harness h;
    const Tensor t = h.input({3, 3}, std::vector<int>{2, 0, 1, 7, 8, 9, 4, 5, 6}, layout);
    popops::encodeOneHot(h.graph, t[0], t, h.prog, t[1][0], t[2][1]);
    const unsigned out = h.read(t);
    h.run();
    EXPECT_EQ(h.result<int>(out), (std::vector<int>{5, 5, 7, 7, 5, 5, 5, 7, 5}))
        << "layout " << static_cast<int>(layout);
  }
}

} // namespace
