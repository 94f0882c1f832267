// SPDX-License-Identifier: MIT
// Text of errors.
#include "support/Errors.hpp"

#include <poputil/exceptions.hpp>

namespace gcl::detail {

std::string nameOf(const poplar::Type &type) {
  return type.toString().cloneAsString();
}

std::string describe(const poplar::Tensor &tensor) {
  return nameOf(tensor.elementType()) + tensor.shapeToString();
}

void fail(const std::string &operation, const std::string &what, const std::string &fix) {
  throw poputil::poplibs_error("gcl::" + operation + ": " + what + "; fix: " + fix);
}

void requireWriteable(const std::string &operation, const std::string &role,
                      const poplar::Tensor &tensor) {
  if (tensor.isParallelWriteable()) return;
  fail(operation,
       role + " " + describe(tensor) +
           (tensor.containsConstant() ? " has constant elements"
                                      : " has elements that occur more than once"),
       "pass a tensor whose elements are distinct variables, for example a poputil::duplicate");
}

} // namespace gcl::detail
