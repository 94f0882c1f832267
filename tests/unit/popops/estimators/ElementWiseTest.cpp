// SPDX-License-Identifier: MIT
// Estimates of element-wise vertices and expressions, against numbers worked out by hand for six
// workers: 11 + 6 * (prologue + the slowest worker's share of vectors * slots).
#include "Estimates.hpp"
#include "MapProgram.hpp"

#include <popops/ExprOp.hpp>

#include <gtest/gtest.h>

using estimators_test::Estimates;
using namespace popops::program;
using Unary = popops::expr::UnaryOpType;
using Binary = popops::expr::BinaryOpType;

namespace {

struct Case {
  const char *type, *field;
  unsigned elements;
  std::uint64_t cycles;
};

class SingleOperation : public testing::TestWithParam<Case> {};

TEST_P(SingleOperation, CostsWhatTheFormulaSays) {
  const Case &c = GetParam();
  Estimates estimates;
  EXPECT_EQ(estimates.cycles(c.type, {{{c.field, c.elements}}, {}, {}}), c.cycles) << c.type;
}

#define UNARY(op, type) "popops::UnaryOp1D<popops::expr::UnaryOpType::" #op "," #type ">"
#define BINARY(op, type) "popops::BinaryOp1D<popops::expr::BinaryOpType::" #op "," #type ">"
#define BROADCAST(op, type)                                                                        \
  "popops::BroadcastScalar1D<popops::expr::BinaryOpType::" #op "," #type ">"

INSTANTIATE_TEST_SUITE_P(
    Unary, SingleOperation,
    testing::Values(Case{UNARY(SQUARE, float), "out", 1000, 11 + 6 * (17 + 84 * 2)},
                    Case{UNARY(SQUARE, half), "out", 1000, 11 + 6 * (17 + 42 * 2)},
                    Case{UNARY(SQUARE, int), "out", 7, 11 + 6 * (17 + 2 * 6)},
                    Case{UNARY(LOGICAL_NOT, bool), "out", 100, 11 + 6 * (17 + 5 * 5)},
                    // Nothing to do, but the workers start.
                    Case{UNARY(SQUARE, float), "out", 0, 11 + 6 * 17}));

INSTANTIATE_TEST_SUITE_P(
    Binary, SingleOperation,
    testing::Values(Case{BINARY(ADD, float), "out", 1000, 11 + 6 * (29 + 84 * 5)},
                    Case{BINARY(ADD, half), "out", 1000, 11 + 6 * (26 + 42 * 5)},
                    Case{BINARY(ADD, int), "out", 1000, 11 + 6 * (29 + 167 * 7)},
                    // One vector more than a round of six.
                    Case{BINARY(ADD, float), "out", 12, 11 + 6 * (29 + 1 * 5)},
                    Case{BINARY(ADD, float), "out", 13, 11 + 6 * (29 + 2 * 5)},
                    Case{BROADCAST(ADD, float), "out", 1000, 11 + 6 * (29 + 84 * 5)}));

INSTANTIATE_TEST_SUITE_P(
    CastsAndFills, SingleOperation,
    testing::Values(Case{"popops::Cast1D<float,half>", "dst", 1000, 12 + 6 * (18 + 19 + 42 * 2)},
                    Case{"popops::Fill<float>", "out", 1000, 11 + 6 * (16 + 84 + 7)},
                    Case{"popops::Fill<half>", "out", 1000, 11 + 6 * (26 + 42)},
                    Case{"popops::Fill<unsigned char>", "out", 1000, 11 + 6 * (39 + 21)},
                    Case{"popops::Fill<unsigned char>", "out", 100, 11 + 6 * (28 + 3 * 2)},
                    Case{"popops::Fill<long long>", "out", 100, 11 + 6 * (5 + 17)}));

#ifndef POPLAR_EMU_SANITIZE
INSTANTIATE_TEST_SUITE_P(
    Transcendental, SingleOperation,
    testing::Values(Case{UNARY(EXPONENT, float), "out", 1000, 11 + 6 * (33 + 84 * 6)},
                    Case{UNARY(EXPONENT, half), "out", 1000, 11 + 6 * (33 + 42 * 4)},
                    Case{UNARY(TANH, float), "out", 1000, 11 + 6 * (17 + 84 * 12)},
                    Case{UNARY(RSQRT, half), "out", 1000, 11 + 6 * (17 + 42 * 19)},
                    Case{UNARY(SIN, float), "out", 10, 11 + 6 * (17 + 2 * 2300)},
                    Case{UNARY(SIN, half), "out", 10, 11 + 6 * (17 + 2 * 25)},
                    Case{BINARY(DIVIDE, half), "out", 24, 11 + 6 * (26 + 1 * (13 + 4))},
                    Case{BINARY(LESS_THAN, float), "out", 24, 11 + 6 * (29 + 2 * (3 + 4))},
                    Case{"popops::Cast1D<int,float>", "dst", 1000, 12 + 6 * (18 + 19 + 84 * 2)}));
#endif

// A program of the vertex of expressions, written as its header says.
class Expressions : public testing::Test {
 protected:
  /// Operands are vectors unless `single`; all of one size class.
  std::uint64_t cycles(unsigned sizeClass, const std::vector<bool> &single, unsigned constants,
                       const std::vector<unsigned> &instructions, unsigned elements) {
    const unsigned inputs = static_cast<unsigned>(single.size());
    std::vector<unsigned> code = {
        inputs, constants,          1,
        4,      1024u >> sizeClass, static_cast<unsigned>(instructions.size() / kInstructionWords)};
    for (unsigned i = 0; i < inputs; ++i)
      code.push_back(operandWord(sizeClass, i, single[i]));
    for (unsigned i = 0; i < constants; ++i)
      code.insert(code.end(), {sizeClass, 0u, 0u});
    code.push_back(operandWord(sizeClass, 0, false));
    code.insert(code.end(), instructions.begin(), instructions.end());
    const poplar::VertexRef vertex =
        estimates_.vertex("popops::MapExpression", {{}, {{"elements", elements}}, {}});
    estimates_.graph.setInitialValue(vertex["code"], code);
    return estimates_.graph.getPerfEstimate(vertex).cycles;
  }

  static unsigned binary(Kind kind, Binary op) {
    return actionWord(kind, Action::Binary, static_cast<unsigned>(op));
  }
  static unsigned unary(Kind kind, Unary op) {
    return actionWord(kind, Action::Unary, static_cast<unsigned>(op));
  }

 private:
  Estimates estimates_;
};

TEST_F(Expressions, OfOneOperationCostItsVertex) {
  // sum = a + b: the vertex of ADD.
  EXPECT_EQ(cycles(2, {false, false}, 0,
                   {binary(Kind::Float, Binary::ADD), registerWord(2, 0, 1, 0)}, 1000),
            11u + 6 * (29 + 84 * 5));
  EXPECT_EQ(cycles(2, {false, false}, 0, {binary(Kind::Int, Binary::ADD), registerWord(2, 0, 1, 0)},
                   1000),
            11u + 6 * (29 + 167 * 7));
}

TEST_F(Expressions, AddTheirOperations) {
  // a * b + c with three vectors: two operations, three loads, a store, a branch; four pointers.
  EXPECT_EQ(cycles(2, {false, false, false}, 0,
                   {binary(Kind::Float, Binary::MULTIPLY), registerWord(4, 0, 1, 0),
                    binary(Kind::Float, Binary::ADD), registerWord(3, 4, 2, 0)},
                   1000),
            11u + 6 * (20 + 4 * 3 + 84 * (2 + 3 + 1 + 1)));
  // exp(a) + b in half: EXPONENT takes 2 slots beside its load and store.
  EXPECT_EQ(cycles(1, {false, false}, 0,
                   {unary(Kind::Half, Unary::EXPONENT), registerWord(3, 0, 0, 0),
                    binary(Kind::Half, Binary::ADD), registerWord(2, 3, 1, 0)},
                   1000),
            11u + 6 * (20 + 3 * 3 + 42 * (2 + 1 + 2 + 1 + 1)));
  // sin has no form for vectors: 2298 slots each of two floats.
  EXPECT_EQ(cycles(2, {false}, 0, {unary(Kind::Float, Unary::SIN), registerWord(1, 0, 0, 0)}, 24),
            11u + 6 * (20 + 2 * 3 + 2 * (2 * 2298 + 4)));
}

TEST_F(Expressions, WithIntegersGoElementByElement) {
  // a / b: 40 slots, six of which are around the division anyway.
  EXPECT_EQ(cycles(2, {false, false}, 0,
                   {binary(Kind::Int, Binary::DIVIDE), registerWord(2, 0, 1, 0)}, 24),
            11u + 6 * (20 + 3 * 3 + 4 * 40));
}

TEST(BrokenExpressions, AreNotReadBeyondTheirEnd) {
  Estimates estimates;
  for (const std::vector<unsigned> &code :
       {std::vector<unsigned>{2, 0}, std::vector<unsigned>{2, 0, 1, 0, 256, 0xffffffff, 2, 2, 2}}) {
    const poplar::VertexRef vertex =
        estimates.vertex("popops::MapExpression", {{}, {{"elements", 8}}, {}});
    estimates.graph.setInitialValue(vertex["code"], code);
    EXPECT_EQ(estimates.graph.getPerfEstimate(vertex).cycles, 11u + 6 * 20);
  }
}

TEST_F(Expressions, RecogniseScaledAdds) {
  const std::vector<unsigned> sum = {binary(Kind::Float, Binary::MULTIPLY),
                                     registerWord(4, 2, 1, 0), binary(Kind::Float, Binary::ADD),
                                     registerWord(3, 0, 4, 0)};
  // With a constant scale: two scaled pointers, three slots a vector.
  EXPECT_EQ(cycles(2, {false, false}, 1, sum, 1000), 11u + 2 * 2 + 6 * (29 + 84 * 3));
  // With the scale in a tensor.
  EXPECT_EQ(cycles(2, {false, false, true}, 0, sum, 1000), 11u + 2 * 2 + 6 * (29 + 84 * 3));
  // A vector for scale is another expression.
  EXPECT_EQ(cycles(2, {false, false, false}, 0, sum, 1000), 11u + 6 * (20 + 4 * 3 + 84 * 7));
}

} // namespace
