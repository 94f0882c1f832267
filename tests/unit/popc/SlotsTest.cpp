// SPDX-License-Identifier: MIT
// The slots that the counting image reports for small kernels, against slots counted by hand.
#include "CodeletRunner.hpp"

#include <algorithm>

#ifndef POPLAR_EMU_SANITIZE // nothing is counted there

namespace poplar_emu::codelet::test {
namespace {

/// Entry and exit of a worker.
constexpr std::uint64_t kEntry = 12;
/// Compare with zero and branch, before a loop.
constexpr std::uint64_t kGuard = 1;

class CountingCodelets {
 public:
  CountingCodelets() {
    registry_.addFile(CODELET_FOLDER "/Slots.cpp", {});
    std::vector<VertexTypeId> all;
    for (std::size_t i = 0; i < registry_.numTypes(); ++i)
      all.push_back(VertexTypeId(i));
    plain_ = load(registry_.bundle(all), 6);
    counting_ = loadCounting(registry_.bundle(all), 6, all);
  }

  Instance make(const std::string &name) const { return Instance(type(name)); }
  const ir::VertexType &type(const std::string &name) const {
    return registry_.type(registry_.require(name, {}));
  }
  std::uint64_t slots(const std::string &name, Instance &instance) const {
    Tile tile(0);
    std::uint64_t slots = 0;
    tile.context.slots = &slots;
    const VertexTypeId id = registry_.require(name, {});
    EXPECT_EQ(counting_.batch(id)(instance.data(), 1, type(name).hostSize, &tile.context, nullptr),
              0u);
    return slots;
  }
  void runPlain(const std::string &name, Instance &instance) const {
    Tile tile(0);
    const VertexTypeId id = registry_.require(name, {});
    plain_.batch(id)(instance.data(), 1, type(name).hostSize, &tile.context, nullptr);
  }

 private:
  Registry registry_;
  LoadedCodelets plain_, counting_;
};

const CountingCodelets &codelets() {
  static const CountingCodelets all;
  return all;
}

/// Slots of a vertex with fields `in` and `out` of n elements.
template <class T>
std::uint64_t slotsOfMap(const std::string &name, std::size_t n, T value = T(1)) {
  std::vector<T> in(n + 8, value), out(n + 8);
  Instance vertex = codelets().make(name);
  vertex.span("in", in.data(), n).span("out", out.data(), n);
  if (name == "Repeated") vertex.value("n", static_cast<unsigned short>(n));
  if (name == "Divide") vertex.value("by", 3U);
  return codelets().slots(name, vertex);
}

std::uint64_t slotsOfPi(const std::string &name, unsigned n) {
  float out = 0;
  Instance vertex = codelets().make(name);
  vertex.scalar("n", n).scalar("out", out).value("step", 1.0f / static_cast<float>(n));
  return codelets().slots(name, vertex);
}

// load; add; store; compare; branch
TEST(Slots, LoopOverFloats) {
  for (const std::size_t n : {1U, 2U, 7U, 64U, 1000U})
    EXPECT_EQ(slotsOfMap<float>("Copy", n), kEntry + kGuard + 5 * n);
  EXPECT_EQ(slotsOfMap<float>("Copy", 0), kEntry + kGuard);
}

// load x; load y and product; sum; store; compare; branch
TEST(Slots, Axpy) {
  std::vector<float> x(100, 1), y(100, 2);
  Instance vertex = codelets().make("Axpy");
  vertex.vector("x", x).vector("y", y).value("a", 3.0f);
  EXPECT_EQ(codelets().slots("Axpy", vertex), kEntry + kGuard + 6 * 100);
  EXPECT_EQ(y[99], 5.0f);
}

// load; load; product; sum; compare; branch, and a store at the end
TEST(Slots, DotProduct) {
  std::vector<float> x(100, 1), y(100, 2);
  float out = 0;
  Instance vertex = codelets().make("Dot");
  vertex.vector("x", x).vector("y", y).scalar("out", out);
  EXPECT_EQ(codelets().slots("Dot", vertex), kEntry + kGuard + 6 * 100 + 1);
  EXPECT_EQ(out, 200.0f);
}

// load; compare; branch; compare; branch, and one store where the branch goes that way
TEST(Slots, BranchesFollowTheData) {
  std::vector<int> in(100, 0);
  std::vector<float> out(100);
  Instance vertex = codelets().make("Branch");
  vertex.vector("in", in).vector("out", out).value("a", 1.0f).value("b", 2.0f);
  const std::uint64_t none = codelets().slots("Branch", vertex);
  std::fill(in.begin(), in.begin() + 30, 9);
  const std::uint64_t some = codelets().slots("Branch", vertex);
  EXPECT_EQ(some, none + 30);
  EXPECT_EQ(std::count(out.begin(), out.end(), 0.5f), 30);
  EXPECT_GE(none, kEntry + kGuard + 5 * 100);
  EXPECT_LE(none, kEntry + kGuard + 5 * 100 + 4) << "besides a division before the loop";
}

// four of (load; sum; compare; branch); store; compare; branch
TEST(Slots, NestedLoops) {
  std::vector<float> in(40, 1), out(10);
  Instance vertex = codelets().make("Nested");
  vertex.vector("in", in).vector("out", out).value("rows", 10U).value("columns", 4U);
  EXPECT_EQ(codelets().slots("Nested", vertex), kEntry + 2 * kGuard + 10 * (4 * 4 + 3));
}

// load; two of the exponential; store; compare; branch
TEST(Slots, FunctionsOfSeveralSlots) {
  EXPECT_EQ(slotsOfMap<float>("Exp", 100), kEntry + kGuard + 6 * 100);
}

// 64 bits at a time: load; product; store; compare; branch
TEST(Slots, Vectors) {
  EXPECT_EQ(slotsOfMap<float>("Float2", 200) - slotsOfMap<float>("Float2", 100), 5U * 50);
  EXPECT_EQ(slotsOfMap<std::uint16_t>("Half4", 200) - slotsOfMap<std::uint16_t>("Half4", 100),
            5U * 25);
}

// load; product; load, merge, store; compare; branch
TEST(Slots, NarrowStoresReadFirst) {
  EXPECT_EQ(slotsOfMap<std::uint16_t>("HalfScalar", 100), kEntry + kGuard + 7 * 100);
}

// load; 40 of a division in software; store; compare; branch
TEST(Slots, IntegerDivision) {
  EXPECT_EQ(slotsOfMap<unsigned>("Divide", 100), kEntry + kGuard + 44 * 100);
}

// load; product; store: rpt takes the control
TEST(Slots, ZeroOverheadLoop) {
  EXPECT_EQ(slotsOfMap<float>("Repeated", 200) - slotsOfMap<float>("Repeated", 100), 3U * 100);
}

// the slowest worker: load; sum; store; compare; branch, 20 times of 120 elements
TEST(Slots, WorkersOfAMultiVertex) {
  EXPECT_EQ(slotsOfMap<float>("Striding", 240) - slotsOfMap<float>("Striding", 120), 5U * 20);
  EXPECT_LE(slotsOfMap<float>("Striding", 120), kEntry + 3 * kGuard + 5 * 20);
}

// one pipe: load; sum; store; compare; 6 of a branch, and no worker's entry
TEST(Slots, Supervisor) {
  EXPECT_EQ(slotsOfMap<int>("Boss", 100), 6 + 10 * 100U);
}

// load; sum; compare; branch in a function that is not inlined
TEST(Slots, FunctionsCountToo) {
  std::vector<float> in(200, 1);
  float out = 0;
  Instance vertex = codelets().make("Calls");
  vertex.span("in", in.data(), 100).scalar("out", out);
  const std::uint64_t shorter = codelets().slots("Calls", vertex);
  vertex.span("in", in.data(), 200);
  EXPECT_EQ(codelets().slots("Calls", vertex) - shorter, 4U * 100);
}

// one of the generator; store; compare; branch
TEST(Slots, BuiltinsAreOneInstruction) {
  std::vector<float> out(100);
  Instance vertex = codelets().make("Random");
  vertex.vector("out", out);
  EXPECT_EQ(codelets().slots("Random", vertex), kEntry + kGuard + 4 * 100);
}

// Published: 84, 47.5 and 57.3 cycles of the tile an iteration (row V12 of the reference).
TEST(Slots, PublishedLoopForPi) {
  constexpr unsigned kSteps = 2917776;
  EXPECT_NEAR(6.0 * slotsOfPi("Pi", kSteps), 245093526.0, 0.15 * 245093526);
  EXPECT_NEAR(6.0 * slotsOfPi("Pi12", kSteps), 138594708.0, 0.15 * 138594708);
  EXPECT_NEAR(6.0 * slotsOfPi("Pi2", 1000), 57318.0, 0.15 * 57318);
}

TEST(Slots, ResultsAreThoseOfTheOrdinaryImage) {
  std::vector<float> in(1003), plain(1003), counted(1003);
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = 0.37f * static_cast<float>(i) - 11.0f;
  for (const char *name : {"Copy", "Exp", "Striding", "Move"}) {
    Instance vertex = codelets().make(name);
    vertex.vector("in", in).vector("out", plain);
    codelets().runPlain(name, vertex);
    vertex.vector("out", counted);
    codelets().slots(name, vertex);
    EXPECT_EQ(std::memcmp(plain.data(), counted.data(), plain.size() * 4), 0) << name;
  }
}

} // namespace
} // namespace poplar_emu::codelet::test

#endif
