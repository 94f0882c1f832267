// SPDX-License-Identifier: MIT
// printf, random numbers, tile, worker, cycles, registers, and statics per tile.
#include "CodeletRunner.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace poplar_emu::codelet::test {
namespace {

const Codelets &machine() {
  static const Codelets codelets("Machine.cpp");
  return codelets;
}

TEST(Machine, PrintfGoesToTheTile) {
  auto vertex = machine().make("Printer");
  int x = 5;
  std::vector<_Float16> h = {1.25f};
  vertex.scalar("x", x).vector("h", h);
  Tile tile(2);
  machine().run("Printer", vertex, tile);
  EXPECT_EQ(tile.printed, "x 5 text\nh 1.25 f 2.5\nplain 7\nput\n");
  EXPECT_TRUE(machine().type("Printer").usesContext);
}

struct Draws {
  std::vector<unsigned> bits = std::vector<unsigned>(64);
  std::vector<float> uniform = std::vector<float>(10000), normal = std::vector<float>(20000);
};

Draws draw(Tile &tile) {
  Draws d;
  auto vertex = machine().make("Random");
  vertex.vector("bits", d.bits).vector("uniform", d.uniform).vector("normal", d.normal);
  machine().run("Random", vertex, tile);
  return d;
}

TEST(Machine, RandomNumbersAreRepeatableAndDistributed) {
  Tile one(0), same(0), other(1);
  const Draws a = draw(one), b = draw(same), c = draw(other);
  EXPECT_EQ(a.bits, b.bits);
  EXPECT_NE(a.bits, c.bits);
  double mean = 0, meanNormal = 0, varianceNormal = 0;
  for (const float u : a.uniform) {
    ASSERT_GE(u, -0.5f);
    ASSERT_LT(u, 0.5f);
    mean += u;
  }
  for (const float n : a.normal) {
    meanNormal += n;
    varianceNormal += n * n;
  }
  EXPECT_NEAR(mean / 10000, 0.0, 0.02);
  EXPECT_NEAR(meanNormal / 20000, 0.0, 0.03);
  EXPECT_NEAR(varianceNormal / 20000, 1.0, 0.04);
}

TEST(Machine, TheWorkerOfAnInstanceDecidesItsRandomState) {
  Tile tile(0);
  auto first = machine().make("Random"), second = machine().make("Random");
  // Two instances in one array.
  const std::uint32_t stride = machine().type("Random").hostSize;
  std::vector<unsigned> bits[2] = {std::vector<unsigned>(4), std::vector<unsigned>(4)};
  std::vector<float> none;
  std::vector<std::uint64_t> memory(2 * stride / 8 + 1);
  for (int i = 0; i < 2; ++i) {
    auto &instance = i == 0 ? first : second;
    instance.vector("bits", bits[i]).vector("uniform", none).vector("normal", none);
    std::memcpy(reinterpret_cast<char *>(memory.data()) + i * stride, instance.data(), stride);
  }
  const std::uint8_t workers[] = {4, 1};
  machine().batch("Random")(memory.data(), 2, stride, &tile.context, workers);
  Tile reference(0);
  std::vector<unsigned> expected(4);
  for (unsigned &e : expected)
    e = static_cast<unsigned>(poplar_emu_nextRandom(&reference.prng[4]) >> 32);
  EXPECT_EQ(bits[0], expected);
  for (unsigned &e : expected)
    e = static_cast<unsigned>(poplar_emu_nextRandom(&reference.prng[1]) >> 32);
  EXPECT_EQ(bits[1], expected);
  EXPECT_EQ(tile.context.instance, 1u);
}

TEST(Machine, TileWorkerCyclesAndRegisters) {
  auto vertex = machine().make("Where");
  std::vector<unsigned> out(9);
  vertex.vector("out", out);
  Tile tile(7);
  tile.cycles = (5ULL << 32) | 9;
  machine().run("Where", vertex, tile);
  for (unsigned w = 0; w < 6; ++w)
    EXPECT_EQ(out[w], 700 + w * 11);
  EXPECT_EQ(out[6], 9u);
  EXPECT_EQ(out[7], 5u);
  EXPECT_EQ(out[8], 42u);
}

TEST(Machine, FalseResultsAreCounted) {
  const std::uint32_t stride = machine().type("Fails").hostSize;
  ASSERT_EQ(stride, sizeof(int));
  int values[] = {1, 1, 0, 1, -1};
  Tile tile(0);
  EXPECT_EQ(machine().batch("Fails")(values, 5, stride, &tile.context, nullptr), 2u);
  EXPECT_EQ(tile.context.firstFalse, 2u);
}

TEST(Machine, WorkersThatWaitForOneAnother) {
  Registry registry;
  CompileRequest request;
  request.flags = "-DPOPLAR_EMU_WORKER_THREADS";
  // Each worker waits for the next one, so none could finish before another starts.
  registry.addSource(R"(
#include <poplar/Vertex.hpp>
#include <print.h>
class Ring : public poplar::MultiVertex {
 public:
  static volatile unsigned arrived[6];
  poplar::Output<poplar::Vector<unsigned>> out;
  bool compute(unsigned worker) {
    __atomic_store_n(&arrived[worker], worker + 1, __ATOMIC_RELEASE);
    unsigned next;
    while ((next = __atomic_load_n(&arrived[(worker + 1) % numWorkers()], __ATOMIC_ACQUIRE)) == 0) {
    }
    out[worker] = next;
    printf("worker %u on tile %u\n", worker, __builtin_ipu_get_tile_id());
    return worker != 3;
  }
};
volatile unsigned Ring::arrived[6];
)",
                     request);
  const VertexTypeId used[] = {registry.require("Ring", {})};
  const LoadedCodelets loaded = load(registry.bundle(used), 6);
  Instance instance(registry.type(used[0]));
  std::vector<unsigned> out(6);
  instance.vector("out", out);
  for (const std::uint32_t id : {4u, 5u}) {
    Tile tile(id);
    tile.useStatics(loaded.statics());
    EXPECT_EQ(loaded.batch(used[0])(instance.data(), 1, 16, &tile.context, nullptr), 1u);
    EXPECT_EQ(out, (std::vector<unsigned>{2, 3, 4, 5, 6, 1}));
    for (int worker = 0; worker < 6; ++worker)
      EXPECT_THAT(tile.printed, testing::HasSubstr("worker " + std::to_string(worker) +
                                                   " on tile " + std::to_string(id) + "\n"));
  }
}

TEST(Statics, LiveOncePerTile) {
  const StaticsImage &image = machine().loaded().statics();
  ASSERT_GT(image.size(), 0u);
  const ir::VertexType &type = machine().type("Statics");
  EXPECT_TRUE(type.hasMutableStatics);
  Tile one(1), two(2);
  one.useStatics(image);
  two.useStatics(image);
  auto vertex = machine().make("Statics");
  std::vector<int> out(5);
  vertex.vector("out", out);
  EXPECT_EQ(machine().run("Statics", vertex, one), 0u);
  EXPECT_EQ(out, (std::vector<int>{101, 1, 9, 101, 420}));
  machine().run("Statics", vertex, one);
  EXPECT_EQ(out, (std::vector<int>{102, 2, 11, 102, 420}));
  machine().run("Statics", vertex, two);
  EXPECT_EQ(out, (std::vector<int>{101, 1, 9, 101, 420}));
}

TEST(Statics, ReadOnlyTablesCostNothing) {
#ifndef POPLAR_EMU_SANITIZE // the sanitizers' own checks hide that the table is only read
  const ir::VertexType &type = machine().type("ReadsTable");
  EXPECT_FALSE(type.hasMutableStatics);
  EXPECT_FALSE(type.usesContext);
#endif
  auto vertex = machine().make("ReadsTable");
  unsigned i = 4;
  float out = 0;
  vertex.scalar("i", i).scalar("out", out);
  machine().run("ReadsTable", vertex);
  EXPECT_EQ(out, 2.0f);
}

} // namespace
} // namespace poplar_emu::codelet::test
