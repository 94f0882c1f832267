// SPDX-License-Identifier: MIT
// Text of errors: tensors as "float[2, 3]", and the one way to throw.
#pragma once

#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>

#include <string>

namespace gcl::detail {

std::string nameOf(const poplar::Type &type);
/// "float[2, 3]".
std::string describe(const poplar::Tensor &tensor);

/// Throws poplibs_error "operation: what; fix: fix".
[[noreturn]] void fail(const std::string &operation, const std::string &what,
                       const std::string &fix);

/// Fails unless every element of the tensor can be written and occurs once.
void requireWriteable(const std::string &operation, const std::string &role,
                      const poplar::Tensor &tensor);

} // namespace gcl::detail
