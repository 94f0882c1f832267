// SPDX-License-Identifier: MIT
// Estimates against published measurements. Row costs and prologues are poplibs', so that none was
// taken from what is measured here; the launch is one number for both tables.
#include "Estimates.hpp"
#include "MapProgram.hpp"

#include <poplar/CycleCount.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ExprOp.hpp>
#include <popops/ScaledAdd.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

using estimators_test::Estimates;
using namespace popops::program;
using popops::expr::BinaryOpType;

namespace {

/// What the hardware takes beyond estimates to launch a compute set: 33 to 39 cycles were seen.
constexpr double kLaunch = 36;

struct Measured {
  unsigned size;
  double cycles;
};

double errorOf(double predicted, const Measured &row) {
  const double error = (predicted - row.cycles) / row.cycles;
  std::printf("  %5u: predicted %6.0f, measured %6.0f, %+.1f %%\n", row.size, predicted, row.cycles,
              100 * error);
  return std::fabs(error);
}

std::uint64_t product(Estimates &estimates, const std::string &types, unsigned m, unsigned n,
                      unsigned k) {
  return estimates.cycles("poplin::MatMulBlock<" + types + ",false>",
                          {{}, {{"m", m}, {"n", n}, {"k", k}}, {}});
}

std::uint64_t scaledAdd(Estimates &estimates, unsigned n) {
  const auto op = [](BinaryOpType type) {
    return actionWord(Kind::Float, Action::Binary, static_cast<unsigned>(type));
  };
  const std::vector<unsigned> code = {2,
                                      1,
                                      1,
                                      1,
                                      256,
                                      2,
                                      operandWord(2, 0, false),
                                      operandWord(2, 1, false),
                                      2,
                                      0x3f000000,
                                      0,
                                      operandWord(2, 0, false),
                                      op(BinaryOpType::MULTIPLY),
                                      registerWord(4, 2, 1, 0),
                                      op(BinaryOpType::ADD),
                                      registerWord(3, 0, 4, 0)};
  const poplar::VertexRef vertex =
      estimates.vertex("popops::MapExpression", {{}, {{"elements", n}}, {}});
  estimates.graph.setInitialValue(vertex["code"], code);
  return estimates.graph.getPerfEstimate(vertex).cycles;
}

// Row V09: products [N,16] x [16,16] of halves, every tile of a Bow IPU, without the counter's 45.
TEST(Validation, ProductsOfHalves) {
  Estimates estimates;
  for (const Measured &row : std::vector<Measured>{
           {16, 402},    {32, 461},    {48, 524},    {64, 584},   {80, 653},    {96, 716},
           {112, 776},   {128, 845},   {160, 968},   {192, 1100}, {256, 1352},  {320, 1613},
           {464, 2189},  {512, 2381},  {720, 3212},  {976, 4232}, {1024, 4424}, {1232, 5261},
           {1488, 6284}, {1744, 7304}, {2000, 8333}, {2048, 8525}}) {
    const double predicted = product(estimates, "half,half,half", row.size, 16, 16) + kLaunch;
    EXPECT_LE(errorOf(predicted, row), 0.03) << "N = " << row.size;
  }
  // poplibs' own estimate.
  EXPECT_EQ(product(estimates, "half,half,half", 16, 16, 16), 377u);
}

// Row V10: a += s * b of floats, Mk2, without the counter's 45.
TEST(Validation, ScaledAdds) {
  Estimates estimates;
  // What poplibs estimates, with the last incomplete round counted.
  EXPECT_EQ(scaledAdd(estimates, 64), 297u);
  EXPECT_EQ(scaledAdd(estimates, 128), 387u);
  EXPECT_EQ(scaledAdd(estimates, 256), 585u);
  EXPECT_EQ(scaledAdd(estimates, 512), 963u);
  for (const Measured &row : std::vector<Measured>{{64, 330}, {128, 422}, {256, 620}, {512, 998}})
    EXPECT_LE(errorOf(scaledAdd(estimates, row.size) + kLaunch, row), 0.03) << "n = " << row.size;
}

// Row V32: products a cycle and tile, as all rows grow.
TEST(Validation, PeaksOfProducts) {
  Estimates estimates;
  const auto rate = [&](const std::string &types) {
    const double more = 6000.0 * 16 * 16;
    return more / static_cast<double>(product(estimates, types, 12000, 16, 16) -
                                      product(estimates, types, 6000, 16, 16));
  };
  EXPECT_DOUBLE_EQ(rate("half,half,half"), 64);
  EXPECT_DOUBLE_EQ(rate("float,float,float"), 16);
  const double tiles = 1472, products = 2;
  EXPECT_NEAR(tiles * rate("half,half,half") * products * 1.33e9, 250e12, 2.5e12);
  EXPECT_NEAR(tiles * rate("float,float,float") * products * 1.33e9, 62.5e12, 0.7e12);
}

/// Cycles that a program counts for scaledAddTo of n floats on one tile.
std::uint64_t counted(unsigned n) {
  poplar::IPUModel model;
  model.tilesPerIPU = 2;
  const poplar::Device device = model.createDevice();
  poplar::Graph graph(device.getTarget());
  popops::addCodelets(graph);
  const poplar::Tensor a = graph.addVariable(poplar::FLOAT, {n}, "a");
  const poplar::Tensor b = graph.addVariable(poplar::FLOAT, {n}, "b");
  graph.setTileMapping(a, 0);
  graph.setTileMapping(b, 0);
  poplar::program::Sequence prog;
  popops::scaledAddTo(graph, a, b, 0.5f, prog);
  const poplar::Tensor cycles =
      poplar::cycleCount(graph, prog, 0, poplar::SyncType::INTERNAL, "count");
  graph.createHostRead("cycles", cycles);
  poplar::Engine engine(graph, prog);
  engine.load(device);
  engine.run();
  std::uint64_t value = 0;
  engine.readTensor("cycles", &value, &value + 1);
  return value;
}

// The library's own call is recognised, and estimates reach the counter of a program.
TEST(Validation, CountersSeeEstimates) {
  Estimates estimates;
  EXPECT_EQ(counted(512) - counted(64), 963u - 297);
  EXPECT_EQ(counted(4096) - counted(512), scaledAdd(estimates, 4096) - 963);
}

} // namespace
