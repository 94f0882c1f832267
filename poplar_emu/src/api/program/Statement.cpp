// SPDX-License-Identifier: MIT
// Checks that several program classes share.
#include "api/program/Statement.hpp"

#include "view/Regions.hpp"

namespace poplar_emu::api {

const TensorState &Statement::operand(const poplar::Tensor &tensor) {
  const TensorRef &state = Access::state(tensor);
  if (!state) error(Code::PE0101, "the tensor is invalid").raise();
  if (!core_) {
    core_ = state->core;
  } else if (core_ != state->core) {
    error(Code::PE0115, "{} belongs to another graph than the rest", describeTensor(*state))
        .raise();
  }
  return *state;
}

void Statement::needWritable(const TensorState &destination) const {
  if (containsConstant(destination.core->graph, destination.view)) {
    error(Code::PE0405, "constant {} cannot be written", describeTensor(destination))
        .fix("write to a variable")
        .raise();
  }
  if (view::containsAliases(destination.view)) {
    error(Code::PE0404, "destination {} contains an element more than once",
          describeTensor(destination))
        .fix("write to the tensor before it is broadcast")
        .raise();
  }
}

void Statement::needAlike(const TensorState &source, const TensorState &destination) const {
  if (source.type != destination.type) {
    error(Code::PE0403, "source {} and destination {} have different element types",
          describeTensor(source), describeTensor(destination))
        .fix("cast the source first, or reinterpret it if the bits are meant")
        .raise();
  }
  if (source.view.numElements() != destination.view.numElements()) {
    error(Code::PE0402, "source {} has {} elements and destination {} has {}",
          describeTensor(source), source.view.numElements(), describeTensor(destination),
          destination.view.numElements())
        .raise();
  }
}

void Statement::needScalar(const TensorState &tensor, const char *role) const {
  if (tensor.view.numElements() == 1) return;
  error(Code::PE0406, "{} {} has {} elements", role, describeTensor(tensor),
        tensor.view.numElements())
      .fix("take one element of it")
      .raise();
}

void Statement::needPredicate(const TensorState &predicate) const {
  needScalar(predicate, "predicate");
  switch (predicate.type) {
  case ElementType::Bool:
  case ElementType::Int:
  case ElementType::UnsignedInt:
    return;
  default:
    error(Code::PE0412, "predicate {} has a type that is no condition", describeTensor(predicate))
        .note("predicates are of type bool, int or unsigned int")
        .raise();
  }
}

void Statement::needControl(const TensorState &control) const {
  needScalar(control, "control");
  if (control.type == ElementType::Int || control.type == ElementType::UnsignedInt) return;
  error(Code::PE0412, "control {} has a type that is no case number", describeTensor(control))
      .note("control tensors are of type int or unsigned int")
      .raise();
}

} // namespace poplar_emu::api
