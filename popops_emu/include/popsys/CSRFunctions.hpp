// SPDX-License-Identifier: MIT
// Control registers under their old names. They are Poplar's own, so that programs may open both
// namespaces.
#ifndef POPSYS_CSR_FUNCTIONS_HPP
#define POPSYS_CSR_FUNCTIONS_HPP

#include <poplar/CSRFunctions.hpp>

namespace popsys {

using poplar::FloatingPointBehaviour;
using poplar::setFloatingPointBehaviour;
using poplar::setStochasticRounding;

} // namespace popsys

#endif
