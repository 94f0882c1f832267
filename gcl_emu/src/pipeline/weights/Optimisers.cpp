// SPDX-License-Identifier: MIT
// Weight updates by popops expressions.
#include <gcl/pipeline/Optimisers.hpp>

#include <popops/ElementWise.hpp>
#include <popops/Expr.hpp>
#include <popops/ScaledAdd.hpp>

namespace gcl::pipeline {
namespace {

namespace pe = popops::expr;

/// One FLOAT that starts as 1 and is multiplied by `factor` each step.
poplar::Tensor power(const Update &at, float factor, const std::string &name) {
  poplar::Tensor power = at.graph().addVariable(poplar::FLOAT, {1}, {at.name() + "/" + name});
  at.graph().setTileMapping(power, 0);
  at.graph().setInitialValue<float>(power[0], 1.0f);
  popops::mapInPlace(at.graph(), pe::Mul(pe::_1, pe::Const(factor)), {power}, at.program(),
                     {at.name() + "/" + name});
  return power;
}

} // namespace

UpdateFunction sgd(float learningRate) {
  return [learningRate](const Update &at) {
    popops::scaledSubtractFrom(at.graph(), at.weight(), at.gradient(), learningRate, at.program(),
                               {at.name() + "/sgd"});
  };
}

UpdateFunction sgdWithMomentum(float learningRate, float momentum) {
  return [learningRate, momentum](const Update &at) {
    const poplar::Tensor velocity = at.state("velocity");
    popops::mapInPlace(at.graph(), pe::Add(pe::Mul(pe::_1, pe::Const(momentum)), pe::_2),
                       {velocity, at.gradient()}, at.program(), {at.name() + "/velocity"});
    popops::scaledSubtractFrom(at.graph(), at.weight(), velocity, learningRate, at.program(),
                               {at.name() + "/sgd"});
  };
}

UpdateFunction adam(float learningRate, float beta1, float beta2, float epsilon) {
  return [=](const Update &at) {
    poplar::Graph &graph = at.graph();
    poplar::program::Sequence &program = at.program();
    const poplar::Tensor first = at.state("first"), second = at.state("second");
    const poplar::Tensor power1 = power(at, beta1, "beta1^t"), power2 = power(at, beta2, "beta2^t");
    const auto mixed = [](float beta, const pe::Expr &value) {
      return pe::Add(pe::Mul(pe::_1, pe::Const(beta)), pe::Mul(value, pe::Const(1.0f - beta)));
    };
    popops::mapInPlace(graph, mixed(beta1, pe::_2), {first, at.gradient()}, program,
                       {at.name() + "/first"});
    popops::mapInPlace(graph, mixed(beta2, pe::Mul(pe::_2, pe::_2)), {second, at.gradient()},
                       program, {at.name() + "/second"});
    const auto correction = [](const pe::Expr &power) { return pe::Sub(pe::Const(1.0f), power); };
    const auto scaled = [&](const pe::Expr &power) {
      return pe::Cast(correction(power), at.weight().elementType());
    };
    popops::mapInPlace(
        graph,
        pe::Sub(
            pe::_1,
            pe::Divide(pe::Mul(pe::Const(learningRate), pe::Divide(pe::_2, scaled(pe::_4))),
                       pe::Add(pe::Sqrt(pe::Divide(pe::_3, scaled(pe::_5))), pe::Const(epsilon)))),
        {at.weight(), first, second, power1, power2}, program, {at.name() + "/adam"});
  };
}

} // namespace gcl::pipeline
