// SPDX-License-Identifier: MIT
// Nodes of expressions: identity, comparison, copies, text.
#include <popops/Expr.hpp>
#include <popops/ExprOpUtils.hpp>
#include <poputil/exceptions.hpp>

#include <gtest/gtest.h>

#include <sstream>

namespace {

using namespace popops::expr;

TEST(Expr, KnowsItsClass) {
  const auto sum = _1 + 2.0f;
  const Expr &expr = sum;
  EXPECT_TRUE(expr.isA<BinaryOp>());
  EXPECT_FALSE(expr.isA<UnaryOp>());
  const auto *binary = expr.getAs<BinaryOp>();
  ASSERT_NE(binary, nullptr);
  EXPECT_EQ(binary->getOpType(), BinaryOpType::ADD);
  EXPECT_EQ(binary->getLHS().getAs<PlaceHolder>()->getIndex(), 1u);
  EXPECT_EQ(binary->getRHS().getAs<Const>()->getDataAsDouble(), 2.0);
  const std::unique_ptr<Expr> copy = expr.clone();
  EXPECT_TRUE(copy->isA<BinaryOp>());
  EXPECT_TRUE(copy->deepEquals(expr));
}

TEST(Expr, ComparesDeeply) {
  EXPECT_TRUE(deepEquals(_1 * _2 + 1, _1 * _2 + 1));
  EXPECT_FALSE(deepEquals(_1 * _2 + 1, _1 * _2 + 1.0f));
  EXPECT_FALSE(deepEquals(_1 * _2, _2 * _1));
  EXPECT_FALSE(deepEquals(Select(_1, _2, _3), Select(_1, _2, _2)));
  EXPECT_FALSE(deepEquals(Cast(_1, poplar::HALF), Cast(_1, poplar::INT)));
}

TEST(Expr, ConstantsHaveTheDeviceTypeOfTheirCppType) {
  EXPECT_EQ(Const(1).getType(), poplar::INT);
  EXPECT_EQ(Const(1u).getType(), poplar::UNSIGNED_INT);
  EXPECT_EQ(Const(1.0).getType(), poplar::FLOAT);
  EXPECT_EQ(Const(true).getType(), poplar::BOOL);
  EXPECT_EQ(Const(1ull).getType(), poplar::UNSIGNED_LONGLONG);
  EXPECT_EQ((1.5_half).getType(), poplar::HALF);
  EXPECT_EQ(Const(7u).getDataForUnsignedIntegral(), 7u);
  EXPECT_THROW(Const(7).getDataForUnsignedIntegral(), poputil::poplibs_error);
  EXPECT_EQ(Const(true).printValue(), "true");
}

TEST(Expr, AnyCopiesDeeply) {
  std::vector<Any> exprs = {_1, Const(1) - _2};
  std::vector<Any> copies = exprs;
  exprs.clear();
  const Expr &second = copies[1];
  EXPECT_TRUE(second.deepEquals(1 - _2));
}

TEST(Expr, PrintsOnOneLineOrAsATree) {
  std::ostringstream line, tree;
  line << Select(_1, -_2, _1 < 0.5f);
  EXPECT_EQ(line.str(), "SELECT(_1, NEGATE(_2), LESS_THAN(_1, 0.5))");
  (-_2).print(tree, 0, false);
  EXPECT_EQ(tree.str(), "NEGATE\n  _2\n");
}

TEST(ExprOp, NamesOfOperations) {
  using namespace popops::expr::ostream_ext;
  std::ostringstream text;
  text << BinaryOpType::SHIFT_RIGHT_SIGN_EXTEND << ' ' << UnaryOpType::EXPONENT2 << ' '
       << TernaryOpType::CLAMP;
  EXPECT_EQ(text.str(), "SHIFT_RIGHT_SIGN_EXTEND EXPONENT2 CLAMP");
  EXPECT_EQ(poputil::templateVertex("popops::BinaryOp1D", BinaryOpType::ADD, poplar::FLOAT),
            "popops::BinaryOp1D<popops::expr::BinaryOpType::ADD,float>");
}

} // namespace
