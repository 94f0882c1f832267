// SPDX-License-Identifier: MIT
// What is refused: documented exception classes, with operation, shapes, types and a fix in the
// text.
#include "../Harness.hpp"

#include <popops/Cast.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Fill.hpp>
#include <popops/ScaledAdd.hpp>
#include <poputil/exceptions.hpp>

#include <gmock/gmock.h>

namespace {

using namespace popops::expr;
using namespace popops_test;
using poplar::Tensor;
using poputil::poplibs_error;
using testing::HasSubstr;

class Errors : public testing::Test {
 protected:
  Harness h;
  Tensor f = h.input<float>({2, 3}, std::vector<float>(6));
  Tensor g = h.input<float>({4}, std::vector<float>(4));
  Tensor i = h.input<int>({2, 3}, std::vector<int>(6));
  Tensor u = h.input<unsigned>({2, 3}, std::vector<unsigned>(6));
  Tensor b = h.input<bool>({2, 3}, std::vector<bool>(6));

  template <class F>
  std::string textOf(F &&call) {
    try {
      call();
    } catch (const poplibs_error &error) {
      EXPECT_THAT(error.what(), HasSubstr("fix: "));
      return error.what();
    }
    ADD_FAILURE() << "no poplibs_error";
    return "";
  }
};

TEST_F(Errors, OperandsOfUnequalTypes) {
  const std::string text = textOf([&] { popops::add(h.graph, f, i, h.prog); });
  EXPECT_THAT(text, HasSubstr("ADD of types float and int"));
  EXPECT_THAT(text, HasSubstr("_1 is float[2, 3], _2 is int[2, 3]"));
  textOf([&] { popops::map(h.graph, Select(_1, _2, _3), {f, i, b}, h.prog); });
  textOf([&] { popops::map(h.graph, Clamp(_1, _2, _2), {f, i}, h.prog); });
  textOf([&] { popops::map(h.graph, Select(Const(1), Const(1.0f), _1), {b}, h.prog); });
}

TEST_F(Errors, OperationsThatATypeLacks) {
  EXPECT_THAT(textOf([&] { popops::bitwiseAnd(h.graph, f, f, h.prog); }),
              HasSubstr("BITWISE_AND does not exist for elements of type float"));
  textOf([&] { popops::add(h.graph, b, b, h.prog); });
  textOf([&] { popops::logicalAnd(h.graph, i, i, h.prog); });
  textOf([&] { popops::sin(h.graph, i, h.prog); });
  textOf([&] { popops::neg(h.graph, u, h.prog); });
  textOf([&] { popops::map(h.graph, Select(_1, _1, _1), {f}, h.prog); });
}

TEST_F(Errors, ShapesThatDoNotBroadcast) {
  const std::string text = textOf([&] { popops::mul(h.graph, f, g, h.prog); });
  EXPECT_THAT(text, HasSubstr("float[2, 3]"));
  EXPECT_THAT(text, HasSubstr("float[4]"));
}

TEST_F(Errors, ExpressionsWithoutTypes) {
  textOf([&] { popops::map(h.graph, Const(1) + Const(2), {f}, h.prog); });
  textOf([&] { popops::map(h.graph, _1 + (Const(1.0f) * Const(2.0f)), {f}, h.prog); });
  textOf([&] { popops::map(h.graph, popops::expr::Cast(Const(1), poplar::FLOAT), {f}, h.prog); });
  textOf([&] { popops::map(h.graph, Neg(Const(1)), {f}, h.prog); });
  textOf([&] { popops::map(h.graph, Clamp(Const(1.0f), _1, _1), {f}, h.prog); });
}

TEST_F(Errors, PlaceholdersWithoutTensors) {
  EXPECT_THAT(textOf([&] { popops::map(h.graph, _1 + _3, {f, f}, h.prog); }),
              HasSubstr("placeholder _3 has no tensor"));
  textOf([&] { popops::map(h.graph, PlaceHolder(0), {f}, h.prog); });
}

TEST_F(Errors, DestinationsOfAnotherShapeOrType) {
  textOf([&] { popops::addInPlace(h.graph, g.slice(0, 1), g, h.prog); });
  textOf([&] { popops::mapInPlace(h.graph, _1 < _1, {f}, h.prog); });
  textOf([&] { popops::mapWithOutput(h.graph, _1, {f}, i, h.prog); });
  textOf([&] { popops::mapInPlace(h.graph, std::vector<Any>{_1, _1}, {f}, h.prog); });
  textOf([&] {
    popops::mapWithOutput(h.graph, std::vector<Any>{_1}, {f}, std::vector<Tensor>{}, h.prog);
  });
}

TEST_F(Errors, DestinationsThatCannotBeWritten) {
  const Tensor repeated = g.slice(0, 1).broadcast(4, 0);
  EXPECT_THAT(textOf([&] { popops::addInPlace(h.graph, repeated, g, h.prog); }),
              HasSubstr("more than once"));
  const Tensor constant = h.graph.addConstant(poplar::FLOAT, {4}, 1.0f);
  EXPECT_THAT(textOf([&] { popops::addInPlace(h.graph, constant, g, h.prog); }),
              HasSubstr("constant"));
  textOf([&] { popops::fill(h.graph, repeated, h.prog, 1.0f); });
  textOf([&] { popops::castWithOutput(h.graph, g, repeated, h.prog); });
  textOf([&] { popops::scaledAddTo(h.graph, repeated, g, 2.0f, h.prog); });
}

TEST_F(Errors, ConstantsOfAnotherType) {
  EXPECT_THROW(popops::mul(h.graph, f, 2, h.prog), std::runtime_error);
  EXPECT_THROW(popops::add(h.graph, u, 1, h.prog), std::runtime_error);
  EXPECT_THROW(popops::addInPlace(h.graph, i, 1.0f, h.prog), std::runtime_error);
  EXPECT_NO_THROW(popops::add(h.graph, u, 1u, h.prog));
  EXPECT_NO_THROW(popops::mul(h.graph, f, 2.0, h.prog));
}

TEST_F(Errors, Options) {
  EXPECT_THROW(popops::add(h.graph, f, f, h.prog, "", {{"enableGenerateCodelets", "true"}}),
               poplar::invalid_option);
  EXPECT_THROW(popops::add(h.graph, f, f, h.prog, "", {{"enableGenerateCodelet", "yes"}}),
               poplar::invalid_option);
  EXPECT_NO_THROW(popops::add(h.graph, f, f, h.prog, "", {{"enableGenerateCodelet", "false"}}));
  EXPECT_THROW(popops::scaledAddTo(h.graph, f, f, 1.0f, h.prog, {}, {{"x", "true"}}),
               poplar::invalid_option);
}

TEST_F(Errors, ScaledAdds) {
  textOf([&] { popops::scaledAddTo(h.graph, f, g, 1.0f, h.prog); });
  textOf([&] { popops::scaledAddTo(h.graph, f, i, 1.0f, h.prog); });
  textOf([&] { popops::scaledAddTo(h.graph, f, f, g, h.prog); });
  textOf([&] { popops::scaledAddTo(h.graph, i, 2.0f, i, 1.0f, h.prog); });
  textOf([&] {
    popops::scaledAddTo(h.graph, f, 1.0f, f, 1.0f, h.prog,
                        popops::ScaledAddSpecialisation::X_MINUS_AX_PLUS_BY);
  });
}

TEST_F(Errors, CodeletsAreMissing) {
  poplar::Graph bare(h.graph.getTarget());
  const Tensor t = bare.addVariable(poplar::FLOAT, {4}, poplar::VariableMappingMethod::LINEAR);
  EXPECT_THROW(popops::add(bare, t, t, h.prog), poplar::unknown_vertex_type);
}

} // namespace
