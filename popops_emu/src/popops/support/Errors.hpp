// SPDX-License-Identifier: MIT
// Text of errors: tensors as "float[2, 3]", and the one way to throw.
#pragma once

#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>

#include <string>
#include <vector>

namespace popops::support {

std::string nameOf(const poplar::Type &type);
/// "float[2, 3]".
std::string describe(const poplar::Tensor &tensor);
/// "_1 is float[2, 3], _2 is half[3]".
std::string describe(const std::vector<poplar::Tensor> &tensors);

/// Throws poplibs_error "operation: what; fix: fix".
[[noreturn]] void fail(const std::string &operation, const std::string &what,
                       const std::string &fix);

/// Fails unless every element of the tensor can be written and occurs once.
void requireWriteable(const std::string &operation, const poplar::Tensor &tensor);

} // namespace popops::support
