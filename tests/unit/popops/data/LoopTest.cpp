// SPDX-License-Identifier: MIT
// Counted loops: what the body sees, and how often it runs.
#include "../Harness.hpp"

#include <popops/ElementWise.hpp>
#include <popops/Loop.hpp>

#include <gtest/gtest.h>

namespace {

using namespace popops_test;
using poplar::Tensor;
using poplar::program::Sequence;

/// A body that makes a number of what it saw: digits in base 100.
Sequence recorder(Harness &h, const Tensor &log, const Tensor &counter) {
  Sequence body;
  const Tensor hundred = h.graph.addConstant(log.elementType(), {}, 100);
  h.graph.setTileMapping(hundred, 0);
  popops::mulInPlace(h.graph, log, hundred, body);
  popops::addInPlace(h.graph, log, counter.reshape({}), body);
  return body;
}

unsigned countedTo(std::size_t begin, std::size_t end, std::size_t step) {
  Harness h;
  const Tensor log = h.input<unsigned>({}, {0});
  int calls = 0;
  h.prog.add(popops::countedLoop(
      h.graph, begin, end, step,
      [&](const Tensor &counter) {
        ++calls;
        EXPECT_EQ(counter.shape(), Shape{1});
        EXPECT_EQ(counter.elementType(), poplar::UNSIGNED_INT);
        return recorder(h, log, counter);
      },
      "loop"));
  EXPECT_EQ(calls, 1);
  const unsigned out = h.read(log);
  h.run();
  return h.result<unsigned>(out)[0];
}

TEST(CountedLoop, StepsUpToTheEnd) {
  EXPECT_EQ(countedTo(0, 4, 1), 10203u);
  EXPECT_EQ(countedTo(2, 3, 1), 2u);
  EXPECT_EQ(countedTo(1, 8, 3), 10407u);
  EXPECT_EQ(countedTo(1, 7, 3), 104u);
  EXPECT_EQ(countedTo(5, 6, 50), 5u);
}

TEST(CountedLoop, CountsFromZeroAndAgain) {
  Harness h;
  const Tensor log = h.input<unsigned>({}, {0});
  const Sequence loop =
      popops::countedLoop(h.graph, 2, [&](const Tensor &i) { return recorder(h, log, i); });
  h.prog.add(loop);
  h.prog.add(loop);
  const unsigned out = h.read(log);
  h.run();
  EXPECT_EQ(h.result<unsigned>(out)[0], 10001u);
}

template <class T>
T countedFor(int initial, T limit, int step, bool withCount) {
  Harness h;
  const Tensor log = h.input<T>({}, {T(0)}), end = h.input<T>({1}, {limit});
  if (withCount) {
    const Tensor count = h.input<T>({}, {T(77)});
    h.prog.add(popops::countedForLoop(h.graph, count, initial, end, step, recorder(h, log, count)));
    const unsigned last = h.read(count), out = h.read(log);
    h.run();
    EXPECT_EQ(h.result<T>(last)[0], limit);
    return h.result<T>(out)[0];
  }
  Sequence body;
  popops::addInPlace(h.graph, log, T(1), body);
  h.prog.add(popops::countedForLoop(h.graph, initial, end, step, body, "for"));
  const unsigned out = h.read(log);
  h.run();
  return h.result<T>(out)[0];
}

TEST(CountedForLoop, RunsWhileTheCountIsNotTheLimit) {
  EXPECT_EQ(countedFor<int>(1, 4, 1, true), 10203);
  EXPECT_EQ(countedFor<int>(9, 3, -2, true), 90705);
  EXPECT_EQ(countedFor<int>(-2, 0, 1, true), -201);
  EXPECT_EQ(countedFor<unsigned>(4, 10u, 2, true), 40608u);
  EXPECT_EQ(countedFor<unsigned>(4, 4u, 2, true), 0u);
  EXPECT_EQ(countedFor<int>(0, 100, 5, false), 20);
  EXPECT_EQ(countedFor<unsigned>(3, 3u, 1, false), 0u);
}

TEST(CountedForLoop, ReadsTheLimitBeforeEachTrip) {
  Harness h;
  const Tensor limit = h.input<int>({}, {100}), count = h.input<int>({}, {0});
  const Tensor trips = h.input<int>({}, {0});
  Sequence body;
  popops::addInPlace(h.graph, trips, 1, body);
  // The limit comes nearer by 9 while the count goes 1 further.
  popops::subInPlace(h.graph, limit, 9, body);
  h.prog.add(popops::countedForLoop(h.graph, count, 0, limit, 1, body));
  const unsigned out = h.read(trips);
  h.run();
  EXPECT_EQ(h.result<int>(out)[0], 10);
}

TEST(CountedForLoop, CounterVertexOnAnyTile) {
  Harness h;
  const Tensor count = h.input<unsigned>({1}, {4}), limit = h.input<unsigned>({1}, {6});
  const Tensor more = popops::addForLoopCounterVertex(h.graph, count, limit, 1, 3, h.prog, "step");
  EXPECT_EQ(more.elementType(), poplar::UNSIGNED_INT);
  EXPECT_EQ(h.graph.getTileMapping(more)[3].size(), 1u);
  const Tensor first = h.graph.clone(more);
  h.prog.add(poplar::program::Copy(more, first));
  const Tensor last = popops::addForLoopCounterVertex(h.graph, count, limit, 1, 0, h.prog, "step");
  const unsigned a = h.read(first), b = h.read(last), c = h.read(count);
  h.run();
  EXPECT_EQ(h.result<unsigned>(a)[0], 1u);
  EXPECT_EQ(h.result<unsigned>(b)[0], 0u);
  EXPECT_EQ(h.result<unsigned>(c)[0], 6u);
}

} // namespace
