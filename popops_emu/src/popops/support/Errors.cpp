// SPDX-License-Identifier: MIT
// Text of errors.
#include "support/Errors.hpp"

#include <poputil/exceptions.hpp>

namespace popops::support {

std::string nameOf(const poplar::Type &type) {
  return type.toString().cloneAsString();
}

std::string describe(const poplar::Tensor &tensor) {
  return nameOf(tensor.elementType()) + tensor.shapeToString();
}

std::string describe(const std::vector<poplar::Tensor> &tensors) {
  std::string text;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    text += (i == 0 ? "_" : ", _") + std::to_string(i + 1) + " is " + describe(tensors[i]);
  return text.empty() ? "there are no tensors" : text;
}

void fail(const std::string &operation, const std::string &what, const std::string &fix) {
  throw poputil::poplibs_error(operation + ": " + what + "; fix: " + fix);
}

void requireWriteable(const std::string &operation, const poplar::Tensor &tensor) {
  if (tensor.isParallelWriteable()) return;
  fail(operation,
       "the destination " + describe(tensor) +
           (tensor.containsConstant() ? " has constant elements"
                                      : " has elements that occur more than once"),
       "write a tensor whose elements are distinct variables, for example a poputil::duplicate");
}

} // namespace popops::support
