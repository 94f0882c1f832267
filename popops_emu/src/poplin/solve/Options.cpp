// SPDX-License-Identifier: MIT
// blockSize, and everything else to the products.
#include "solve/Options.hpp"

#include "matmul/Options.hpp"
#include "support/Errors.hpp"

#include <poputil/OptionParsing.hpp>

namespace poplin {

SolveOptions parseSolveOptions(const std::string &operation, const poplar::OptionFlags &flags) {
  SolveOptions options;
  const poplibs::OptionSpec spec{
      {"blockSize", poplibs::OptionHandler::createWithInteger(options.blockSize)}};
  for (const auto &[key, value] : flags)
    if (key == "blockSize")
      spec.parse(key, value);
    else
      options.products.set(key, value);
  parseMatMulOptions(options.products);
  if (options.blockSize == 0)
    popops::support::fail(operation, "the option blockSize is 0", "choose blocks of 1 row or more");
  return options;
}

} // namespace poplin
