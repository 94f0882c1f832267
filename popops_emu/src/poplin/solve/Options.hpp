// SPDX-License-Identifier: MIT
// Options of triangular systems and of Cholesky factors.
#pragma once

#include <poplar/OptionFlags.hpp>

#include <cstddef>
#include <string>

namespace poplin {

struct SolveOptions {
  /// Rows and columns of the diagonal blocks.
  std::size_t blockSize = 64;
  /// Of the products between them.
  poplar::OptionFlags products;
};

/// Throws poplar::invalid_option for unknown keys and bad values, poplibs_error for blocks of 0.
SolveOptions parseSolveOptions(const std::string &operation, const poplar::OptionFlags &flags);

} // namespace poplin
